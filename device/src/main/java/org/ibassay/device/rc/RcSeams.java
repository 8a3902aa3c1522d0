package org.ibassay.device.rc;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.seam.Decision;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.PacketWriter;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.TransportPacket;

/// The seams of reliable connections. The defaults conform.
public final class RcSeams {

  /// Decides about a packet that failed a check.
  @FunctionalInterface
  public interface DropRule {
    /// @param qpn the QP that would receive the packet
    /// @param executed number of requests that this QP has executed
    boolean drops(HeaderCheck failed, TransportPacket packet, int qpn, int executed);
  }

  /// Whether a packet that failed a check of its headers is dropped.
  public final Decision<DropRule> dropping = new Decision<>((_, _, _, _) -> true);

  /// Whether a packet that passes all checks is dropped.
  public final Decision<Predicate<TransportPacket>> refusing = new Decision<>(_ -> false);

  /// Whether the adapter still receives frames, decided for each frame.
  public final Decision<Predicate<TransportPacket>> hears = new Decision<>(_ -> true);

  /// Whether a packet crashes the adapter and its host.
  public final Decision<Predicate<TransportPacket>> dies = new Decision<>(_ -> false);

  /// Whether a packet's P_Key belongs to the partition of the QP's P_Key.
  public final Decision<BiPredicate<Integer, Integer>> partition =
      new Decision<>(HeaderChecks::isOfPartition);

  /// Decides about a request with a fault.
  @FunctionalInterface
  public interface NoticeRule {
    /// @param executed number of requests that the QP has executed
    boolean notices(ResponderFault fault, TransportPacket request, int executed);
  }

  /// Whether a request's fault is detected; otherwise it is executed as far as possible.
  public final Decision<NoticeRule> noticing = new Decision<>((_, _, _) -> true);

  /// The NAK syndrome of each fault except receiver not ready.
  public final Decision<Function<ResponderFault, Syndrome>> naks =
      new Decision<>(fault -> new Syndrome.Nak(fault.nakCode()));

  /// Whether the QP stays usable after a fault.
  public final Decision<Predicate<ResponderFault>> survivable =
      new Decision<>(ResponderFault::isTransient);

  /// The syndrome of an RNR NAK, from the QP's timer code.
  public final Decision<IntUnaryOperator> rnrSyndrome =
      new Decision<>(timer -> new Syndrome.RnrNak(timer).value());

  /// Whether a missing packet is NAKed, depending on whether it was already NAKed and no expected
  /// packet was received since.
  public final Decision<Predicate<Boolean>> reportsGap = new Decision<>(reported -> !reported);

  /// Whether a request that follows one with an RNR NAK is executed.
  public final Decision<Predicate<Operation>> overtakesNotReady = new Decision<>(_ -> false);

  /// Compares PSNs.
  @FunctionalInterface
  public interface PsnDistance {
    /// @return negative for a duplicate, positive after a gap
    int of(int psn, int expected);
  }

  /// The distance of a request's PSN from the expected PSN.
  public final Decision<PsnDistance> distance = new Decision<>(Psn::difference);

  /// Counts PSNs.
  @FunctionalInterface
  public interface PsnCount {
    int after(int psn, int count);
  }

  /// The PSN that the responder expects after a request.
  public final Decision<PsnCount> expected = new Decision<>(Psn::add);

  /// Counts messages.
  @FunctionalInterface
  public interface MsnCount {
    int after(int msn, Operation executed);
  }

  /// The MSN after an executed packet.
  public final Decision<MsnCount> msn =
      new Decision<>((msn, executed) -> executed.isEnd() ? Psn.next(msn) : msn);

  /// How a responder handles a duplicate request.
  public enum RepeatAction {
    ANSWER,
    /// Executed like a new request; the expected PSN is unchanged.
    EXECUTE,
    IGNORE,
    /// Executed like a new request; the expected PSN follows it.
    GO_BACK
  }

  /// Decides about a request that has been executed already.
  @FunctionalInterface
  public interface RepeatRule {
    /// @param age number of PSNs before the expected PSN
    RepeatAction of(Operation operation, int age);
  }

  /// Decides how a duplicate is handled.
  public final Decision<RepeatRule> repeats = new Decision<>((_, _) -> RepeatAction.ANSWER);

  /// Whether a duplicate terminates the message that is being received.
  public final Decision<Predicate<Operation>> breaksMessage = new Decision<>(_ -> false);

  /// The PSN of the ACK for a duplicate, from the newest PSN allowed and that of the newest
  /// request.
  public final Decision<IntBinaryOperator> repeatedAck = new Decision<>((allowed, _) -> allowed);

  /// The memory address that a request accesses, from its VA.
  public final Decision<LongUnaryOperator> address = new Decision<>(address -> address);

  /// Whether a READ or atomic without a response completes when a later request is acknowledged.
  public final Decision<Predicate<SendRequest>> completesUnanswered = new Decision<>(_ -> false);

  /// The number of READs and atomics that can be replayed, from the limit of outstanding ones.
  public final Decision<IntUnaryOperator> remembered = new Decision<>(most -> most);

  /// Selects one of two values.
  @FunctionalInterface
  public interface ValueChoice {
    long of(long one, long other);
  }

  /// The value that a duplicate atomic returns, from the value returned before and the one in
  /// memory.
  public final Decision<ValueChoice> replayed = new Decision<>((reported, _) -> reported);

  /// The value that an atomic returns, from the values in memory before and after it.
  public final Decision<ValueChoice> original = new Decision<>((before, _) -> before);

  /// Computes the result of an atomic.
  @FunctionalInterface
  public interface AtomicRule {
    /// @param swap the value to store, or to add
    long of(OpCode opCode, long before, long swap, long compare);
  }

  /// The value that an atomic stores.
  public final Decision<AtomicRule> atomic =
      new Decision<>((opCode, before, swap, compare) ->
          switch (opCode) {
            case RC_FETCHADD -> before + swap;
            default -> before == compare ? swap : before;
          });

  /// Whether the end of an RDMA WRITE completes a receive.
  public final Decision<Predicate<Operation>> takesReceive =
      new Decision<>(RequestChecks::needsReceive);

  /// Maps a payload to the bytes that are stored.
  @FunctionalInterface
  public interface StoreRule {
    byte[] of(Operation operation, byte[] payload);
  }

  /// The bytes of a SEND, RDMA WRITE or READ response that are stored.
  public final Decision<StoreRule> storing = new Decision<>((_, payload) -> payload);

  /// A packet of a READ response.
  ///
  /// @param address address of its first byte
  /// @param index of the packet in the response
  /// @param skipped number of packets that a repeated READ omits
  public record ReadPart(long address, int index, int skipped, int mtu) {}

  /// Computes the address of a byte of a READ response.
  @FunctionalInterface
  public interface ReadPlace {
    /// @param at offset of the byte in the packet
    long of(ReadPart part, int at);
  }

  /// The address from which each byte of a READ response is read.
  public final Decision<ReadPlace> readPlace = new Decision<>((part, at) -> part.address() + at);

  /// The address at which a packet of an RDMA WRITE is stored, from the address of the message and
  /// the number of bytes before the packet.
  public final Decision<LongBinaryOperator> writePlace = new Decision<>(Long::sum);

  /// The offset in its receive at which a packet of a SEND is stored, from the number of bytes of
  /// the message before it.
  public final Decision<LongUnaryOperator> sendPlace = new Decision<>(before -> before);

  /// The offset in its buffer at which a requester stores a packet of a READ response, from the
  /// packet's index and the path MTU.
  public final Decision<LongBinaryOperator> fetchedPlace =
      new Decision<>((index, mtu) -> index * mtu);

  /// Whether a request completes when the response to a later one acknowledges it.
  public final Decision<Predicate<SendRequest>> completesImplied = new Decision<>(_ -> true);

  /// Whether a response disturbs the message that the QP is receiving, or a request the response
  /// that it is receiving.
  public final Decision<Predicate<Operation>> disturbs = new Decision<>(_ -> false);

  /// The bytes that a requester stores of a response.
  public final Decision<UnaryOperator<byte[]>> fetched = new Decision<>(data -> data);

  /// The effective length in bytes, from the DMA length of a RETH.
  public final Decision<LongUnaryOperator> dmaLength = new Decision<>(length -> length);

  /// The effective length of a region for peers' requests, from its length in bytes.
  public final Decision<IntUnaryOperator> regionBytes = new Decision<>(bytes -> bytes);

  /// The credit count of an acknowledge packet, from the number of posted receives.
  public final Decision<IntUnaryOperator> credits = new Decision<>(Credits::encode);

  /// Changes packets.
  @FunctionalInterface
  public interface PacketEdit {
    /// @return the packets to send instead: none, one or several
    List<OutgoingPacket> of(OutgoingPacket packet);
  }

  /// Responses before they are queued.
  public final Decision<PacketEdit> responses = new Decision<>(List::of);

  /// Requests when they are first sent.
  public final Decision<PacketEdit> requests = new Decision<>(List::of);

  /// Requests when they are retransmitted.
  public final Decision<PacketEdit> retries = new Decision<>(List::of);

  /// Orders responses.
  @FunctionalInterface
  public interface OrderRule {
    /// @param waiting responses that will be sent before, unless the next one overtakes them
    /// @return index of the next one among them
    int place(List<OutgoingPacket> waiting, OutgoingPacket next);
  }

  /// The order of responses.
  public final Decision<OrderRule> order = new Decision<>((waiting, _) -> waiting.size());

  /// Changes the headers before the BTH.
  @FunctionalInterface
  public interface CarrierEdit {
    Envelope of(Envelope envelope, OutgoingPacket packet);
  }

  /// The headers before the BTH of a packet.
  public final Decision<CarrierEdit> carrying = new Decision<>((envelope, _) -> envelope);

  /// Completes packets.
  @FunctionalInterface
  public interface PacketSeal {
    /// @return length of the packet in bytes
    int end(PacketWriter writer, OutgoingPacket packet);
  }

  /// Completes a packet's bytes, as the last step before it is sent.
  public final Decision<PacketSeal> sealing = new Decision<>((writer, _) -> writer.end());

  /// Changes completions.
  @FunctionalInterface
  public interface CompletionEdit {
    /// @return the completions to report instead: none, one or several
    List<Completion> of(Queue queue, Completion completion);
  }

  /// Completions before they are reported.
  public final Decision<CompletionEdit> completions =
      new Decision<>((_, completion) -> List.of(completion));

  /// Completions of the send queue as polled.
  public final Decision<UnaryOperator<List<Completion>>> polled = new Decision<>(polled -> polled);

  /// Whether a request completes as soon as it is sent.
  public final Decision<Predicate<SendRequest>> completesWhenSent = new Decision<>(_ -> false);

  /// Whether a request completes when the preceding one does.
  public final Decision<Predicate<SendRequest>> completesWithLast = new Decision<>(_ -> false);

  /// The time until a request is retransmitted, in nanoseconds, from the minimum allowed and the
  /// adapter's own choice.
  public final Decision<LongBinaryOperator> ackTimeout = new Decision<>((_, own) -> own);

  /// The time that a requester waits after an RNR NAK, in nanoseconds, from the NAK's timer.
  public final Decision<LongUnaryOperator> rnrWait = new Decision<>(least -> least);

  /// Decides whether to retry.
  @FunctionalInterface
  public interface RetryRule {
    boolean again(int tried, int allowed);
  }

  /// Whether a request without a response is retransmitted.
  public final Decision<RetryRule> ackRetry = new Decision<>((tried, allowed) -> tried < allowed);

  /// Whether a request is retransmitted after an RNR NAK; 7 is infinite.
  public final Decision<RetryRule> rnrRetry =
      new Decision<>((tried, allowed) -> allowed == 7 || tried < allowed);

  /// The number of retries used by a request, from its own counter and the other one: of RNR NAKs,
  /// or of timeouts.
  public final Decision<IntBinaryOperator> spent = new Decision<>((own, _) -> own);

  /// The retry count after a response has made progress, from the count before.
  public final Decision<IntUnaryOperator> carriedTries = new Decision<>(_ -> 0);

  /// The RNR retry count after a response has made progress.
  public final Decision<IntUnaryOperator> carriedRnrTries = new Decision<>(_ -> 0);

  /// Whether a requester detects an error in a response; otherwise it accepts the response.
  public final Decision<BiPredicate<ResponseFault, OpCode>> noticingResponse =
      new Decision<>((_, _) -> true);

  /// How a requester interprets the Syndrome of a response.
  public final Decision<UnaryOperator<Syndrome>> meaning = new Decision<>(said -> said);

  /// Whether a requester acts on an acknowledgment.
  public final Decision<Predicate<Syndrome>> heeds = new Decision<>(_ -> true);

  /// The status of a READ that is NAKed after its first response, from the NAK.
  public final Decision<UnaryOperator<Status>> refusedRest = new Decision<>(status -> status);

  /// The number of RDMA READs and atomics that a requester has outstanding, from the QP's limit.
  public final Decision<IntUnaryOperator> outstanding = new Decision<>(limit -> limit);

  /// Decides about a request with a fence.
  @FunctionalInterface
  public interface FenceRule {
    /// @param before a READ or atomic that is not complete
    /// @param answered number of packets of its response received
    boolean waits(SendRequest fenced, SendRequest before, int answered);
  }

  /// Whether a request with a fence waits for a READ or atomic.
  public final Decision<FenceRule> fence = new Decision<>((_, _, _) -> true);

  /// Whether requests without a fence overtake one that waits.
  public final Decision<Predicate<SendRequest>> overtakesFence = new Decision<>(_ -> false);

  /// Selects the data to send.
  @FunctionalInterface
  public interface DataChoice {
    byte[] of(byte[] now, byte[] posted);
  }

  /// The payload of a fenced request, from the contents of its memory when it starts and when it
  /// was posted.
  public final Decision<DataChoice> fencedData = new Decision<>((now, _) -> now);

  /// The use of a scatter/gather list.
  public enum ListUse {
    /// The payload of a SEND or RDMA WRITE is gathered.
    SENT,
    /// The data of a READ response is scattered.
    READ,
    /// The payload of the peer's SEND is scattered.
    RECEIVE
  }

  /// Interprets scatter/gather lists.
  @FunctionalInterface
  public interface ListRule {
    Buffer of(ListUse use, Buffer list);
  }

  /// How an adapter interprets a scatter/gather list.
  public final Decision<ListRule> lists = new Decision<>((_, list) -> list);

  /// Memory windows, shared receives, a drained send queue.
  public final WindowSeams windows = new WindowSeams();

  /// Packets, messages, regions, and QPs that are confused with each other.
  public final RepeatSeams again = new RepeatSeams();

  /// A conforming adapter.
  public RcSeams() {}
}
