package org.ibassay.device.rc;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.ibassay.device.seam.Decision;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.TransportPacket;

/// Where a QP can be made to confuse packets, messages, regions, or QPs with each other.
public final class RepeatSeams {
  /// Whether a missing packet is reported, by the one that follows it.
  public final Decision<Predicate<TransportPacket>> reportsGap = new Decision<>(_ -> true);

  /// Whether a request that was expected ends a gap, so that the next gap is reported, too.
  public final Decision<Predicate<Operation>> endsGap = new Decision<>(_ -> true);

  /// Whether a missing packet ends the message that has begun.
  public final Decision<Predicate<TransportPacket>> gapEndsMessage = new Decision<>(_ -> false);

  /// Whether a packet after a missing one is stored.
  public final Decision<Predicate<TransportPacket>> gapStores = new Decision<>(_ -> false);

  /// Whether rights that allow an operation are enough for it.
  public final Decision<BiPredicate<AccessRights, Operation>> rightsSuffice =
      new Decision<>((_, _) -> true);

  /// The R_Keys that open nothing any more when the region of one is deregistered.
  public final Decision<IntFunction<List<Integer>>> freedKeys = new Decision<>(List::of);

  /// Whether a response acknowledges the requests before it.
  public final Decision<Predicate<Syndrome>> acknowledges = new Decision<>(_ -> true);

  /// Whether the success of a request is reported.
  public final Decision<Predicate<SendRequest>> reportsSuccess = new Decision<>(_ -> true);

  /// Whether an error of a QP ends all others.
  public final Decision<BooleanSupplier> errorSpreads = new Decision<>(() -> false);

  /// A conforming adapter.
  RepeatSeams() {}
}
