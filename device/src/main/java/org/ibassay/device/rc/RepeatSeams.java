package org.ibassay.device.rc;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.BinaryOperator;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.ibassay.device.seam.Decision;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.TransportPacket;

/// Seams at which a QP can confuse packets, messages, regions, or QPs with each other.
public final class RepeatSeams {
  /// Whether a missing packet is NAKed, from the packet that follows it.
  public final Decision<Predicate<TransportPacket>> reportsGap = new Decision<>(_ -> true);

  /// Whether an expected request ends a gap, so that the next gap is NAKed, too.
  public final Decision<Predicate<Operation>> endsGap = new Decision<>(_ -> true);

  /// Whether a missing packet terminates the message that is being received.
  public final Decision<Predicate<TransportPacket>> gapEndsMessage = new Decision<>(_ -> false);

  /// Whether a packet after a missing one is stored.
  public final Decision<Predicate<TransportPacket>> gapStores = new Decision<>(_ -> false);

  /// Whether rights that allow an operation are sufficient for it.
  public final Decision<BiPredicate<AccessRights, Operation>> rightsSuffice =
      new Decision<>((_, _) -> true);

  /// Measures receives.
  @FunctionalInterface
  public interface ReceiveRule {
    /// @param packet of a SEND
    int bytes(Operation packet, int posted);
  }

  /// The length of a receive that a responder assumes, from the posted one, in bytes.
  public final Decision<ReceiveRule> receiveBytes = new Decision<>((_, posted) -> posted);

  /// Whether a packet of a SEND is stored although it is refused because of a fault.
  public final Decision<Predicate<ResponderFault>> storesRefused = new Decision<>(_ -> false);

  /// The R_Keys that become invalid when a region is deregistered, from its R_Key.
  public final Decision<IntFunction<List<Integer>>> freedKeys = new Decision<>(List::of);

  /// Whether a response acknowledges earlier requests.
  public final Decision<Predicate<Syndrome>> acknowledges = new Decision<>(_ -> true);

  /// Whether the success of a request is reported.
  public final Decision<Predicate<SendRequest>> reportsSuccess = new Decision<>(_ -> true);

  /// What the end of a QP does to the others.
  public enum Spread {
    NOTHING,
    /// They end in error, too.
    ENDS,
    /// Their receives are flushed.
    FLUSHES_RECEIVES,
    /// Their requests are flushed.
    FLUSHES_REQUESTS
  }

  /// What the error of a QP does to the others.
  public final Decision<Supplier<Spread>> errorSpreads = new Decision<>(() -> Spread.NOTHING);

  /// What closing a QP does to the others.
  public final Decision<Supplier<Spread>> closeSpreads = new Decision<>(() -> Spread.NOTHING);

  /// The settings that a QP uses, from its own and those of the oldest one that is open.
  public final Decision<BinaryOperator<RcSettings>> settings = new Decision<>((own, _) -> own);

  /// Whether a QP uses the receives of the oldest one that is open.
  public final Decision<BooleanSupplier> sharesReceives = new Decision<>(() -> false);

  /// A conforming adapter.
  RepeatSeams() {}
}
