package org.ibassay.device.rc;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.BinaryOperator;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.ibassay.device.rc.RcSeams.PacketEdit;
import org.ibassay.device.seam.Decision;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.TransportPacket;

/// Seams at which a QP can confuse packets, messages, regions, or QPs with each other.
public final class RepeatSeams {
  /// Solicited events of receives.
  public final EventSeams events = new EventSeams();

  /// Changes a frame before it is read.
  public final Decision<Consumer<MemorySegment>> arriving = new Decision<>(_ -> {});

  /// Whether a frame to the MAC address of another station is received.
  public final Decision<Predicate<TransportPacket>> takesFrame = new Decision<>(_ -> false);

  /// Whether the excess of a READ response that is too long is stored.
  public final Decision<Predicate<OpCode>> storesExcess = new Decision<>(_ -> false);

  /// What happens to a request whose local memory may not be accessed.
  public enum UnusableMemory {
    /// It completes in error, and the QP enters the error state.
    FAILS,
    /// It completes in error, and the QP stays in its state.
    SURVIVES,
    /// It completes with success and is not sent.
    SKIPPED,
    /// It is executed: what it sends are zeros, and what it reads is stored where that is possible.
    EXECUTED
  }

  /// Decides about a request whose local memory may not be accessed.
  public final Decision<Function<SendRequest, UnusableMemory>> unusable =
      new Decision<>(_ -> UnusableMemory.FAILS);

  /// Whether the data of a READ is stored in memory that may not be written to.
  public final Decision<BooleanSupplier> storesProtected = new Decision<>(() -> false);

  /// The path MTU by which a requester divides messages, from that of its QP.
  public final Decision<IntUnaryOperator> requestMtu = new Decision<>(mtu -> mtu);

  /// Counts the PSNs of a request.
  @FunctionalInterface
  public interface PsnUse {
    int of(SendRequest request, int packets);
  }

  /// The number of PSNs after which the next request starts.
  public final Decision<PsnUse> usedPsns = new Decision<>((_, packets) -> packets);

  /// Whether work of a queue is flushed when a request of the peer ends the QP.
  public final Decision<Predicate<Queue>> flushesByPeer = new Decision<>(_ -> true);

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

  /// Whether a SEND, WRITE or atomic is stored although it is refused because of a fault.
  public final Decision<BiPredicate<ResponderFault, Operation>> storesRefused =
      new Decision<>((_, _) -> false);

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

  /// Whether a fault is detected in a request that follows a missing one.
  public final Decision<Predicate<ResponderFault>> afterGap = new Decision<>(_ -> false);

  /// Whether a fault is detected in a duplicate request.
  public final Decision<Predicate<ResponderFault>> inDuplicate = new Decision<>(_ -> false);

  /// Whether a request is executed in the error state.
  public final Decision<Predicate<TransportPacket>> servesInError = new Decision<>(_ -> false);

  /// The number of tries so far, after a response with a PSN that was acknowledged before.
  public final Decision<IntUnaryOperator> triesAfterOld = new Decision<>(tries -> tries);

  /// How long memory stays unchanged after a request that changes it, in nanoseconds.
  public final Decision<ToLongFunction<Operation>> changesAfter = new Decision<>(_ -> 0);

  /// Whether a duplicate request uses up a receive.
  public final Decision<Predicate<Operation>> repeatTakesReceive = new Decision<>(_ -> false);

  /// Whether a duplicate request is not ready without a receive.
  public final Decision<Predicate<Operation>> repeatNeedsReceive = new Decision<>(_ -> false);

  /// Whether a duplicate request ends a gap, so that the NAK is sent again.
  public final Decision<Predicate<Operation>> repeatEndsGap = new Decision<>(_ -> false);

  /// Whether the data of a duplicate request is stored.
  public final Decision<Predicate<Operation>> repeatStores = new Decision<>(_ -> false);

  /// Whether a response with a PSN that was acknowledged before counts for the oldest request.
  public final Decision<Predicate<Syndrome>> countsForOldest = new Decision<>(_ -> false);

  /// Whether a duplicate of the response to a completed request is stored.
  public final Decision<Predicate<OpCode>> storesLate = new Decision<>(_ -> false);

  /// What a responder is waiting for before it executes further requests.
  public enum Awaited {
    NOTHING,
    /// A missing packet, which it has reported.
    PACKET,
    /// A receive, after an RNR NAK.
    RECEIVE
  }

  /// Whether a duplicate request is answered, from what the responder is waiting for.
  public final Decision<BiPredicate<Awaited, Operation>> repeatsWhile =
      new Decision<>((_, _) -> true);

  /// Decides how many READs and atomics a responder remembers when the state of the QP changes.
  @FunctionalInterface
  public interface KeptRule {
    /// @param to the new state, SQD or RTS
    /// @param known the number remembered so far
    int kept(State to, int known);
  }

  /// How many READs and atomics are still replayed after a transition to SQD, or from it to RTS.
  public final Decision<KeptRule> keptByModify = new Decision<>((_, known) -> known);

  /// Congestion notification packets before they are sent.
  public final Decision<PacketEdit> notices = new Decision<>(List::of);

  /// Whether a duplicate request counts as outstanding forever.
  public final Decision<Predicate<Operation>> repeatOccupies = new Decision<>(_ -> false);

  /// The number of READs and atomics that a responder accepts at a time, from the agreed one.
  public final Decision<IntUnaryOperator> readsAllowed = new Decision<>(agreed -> agreed);

  /// Whether responses that are not sent yet are dropped because of a fault in a later request.
  public final Decision<Predicate<ResponderFault>> dropsResponses = new Decision<>(_ -> false);

  /// Whether a request of length 0 needs a valid R_Key.
  public final Decision<Predicate<Operation>> emptyNeedsKey = new Decision<>(_ -> false);

  /// Whether a requester's ACK timer stops while it waits after an RNR NAK.
  public final Decision<BooleanSupplier> rnrStopsTimer = new Decision<>(() -> true);

  /// Whether a retry after a sequence NAK counts as one.
  public final Decision<BooleanSupplier> sequenceNakCounts = new Decision<>(() -> true);

  /// Where a request that was not sent is inserted among those that are flushed, as an index.
  public final Decision<ToIntFunction<List<SendRequest>>> flushPlace = new Decision<>(List::size);

  /// Whether a QP that is closed keeps serving its peer.
  public final Decision<BooleanSupplier> lingers = new Decision<>(() -> false);

  /// A conforming adapter.
  RepeatSeams() {}
}
