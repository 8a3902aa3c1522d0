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

/// Where reliable connections can be made to depart from the specification. What stands here
/// conforms.
public final class RcSeams {

  /// Decides about a packet that failed a check.
  @FunctionalInterface
  public interface DropRule {
    /// @param qpn of the QP that would take the packet
    /// @param executed how many requests that has executed
    boolean drops(HeaderCheck failed, TransportPacket packet, int qpn, int executed);
  }

  /// Whether a packet is dropped that failed a check of its headers.
  public final Decision<DropRule> dropping = new Decision<>((_, _, _, _) -> true);

  /// Whether a packet is dropped that passes all checks.
  public final Decision<Predicate<TransportPacket>> refusing = new Decision<>(_ -> false);

  /// Whether the adapter still takes frames, when it gets one.
  public final Decision<Predicate<TransportPacket>> hears = new Decision<>(_ -> true);

  /// Whether the adapter and its host die of a packet.
  public final Decision<Predicate<TransportPacket>> dies = new Decision<>(_ -> false);

  /// Whether packets of a P_Key belong to the partition of a QP that has another, or the same one.
  public final Decision<BiPredicate<Integer, Integer>> partition =
      new Decision<>(HeaderChecks::isOfPartition);

  /// Decides about a request with a fault.
  @FunctionalInterface
  public interface NoticeRule {
    /// @param executed how many requests the QP has executed
    boolean notices(ResponderFault fault, TransportPacket request, int executed);
  }

  /// Whether a request's fault is noticed; otherwise it is executed as far as it can be.
  public final Decision<NoticeRule> noticing = new Decision<>((_, _, _) -> true);

  /// The NAK syndrome of each fault except receiver not ready.
  public final Decision<Function<ResponderFault, Syndrome>> naks =
      new Decision<>(fault -> new Syndrome.Nak(fault.nakCode()));

  /// Whether a fault leaves the QP alive.
  public final Decision<Predicate<ResponderFault>> survivable =
      new Decision<>(ResponderFault::isTransient);

  /// The syndrome of an RNR NAK, from the QP's timer code.
  public final Decision<IntUnaryOperator> rnrSyndrome =
      new Decision<>(timer -> new Syndrome.RnrNak(timer).value());

  /// Whether a missing packet is reported, when that was told already and nothing has come since.
  public final Decision<Predicate<Boolean>> tellsGap = new Decision<>(told -> !told);

  /// Whether a request is executed that follows one which had an RNR NAK.
  public final Decision<Predicate<Operation>> overtakesNotReady = new Decision<>(_ -> false);

  /// Compares PSNs.
  @FunctionalInterface
  public interface PsnDistance {
    /// @return less than 0 for a duplicate, more than 0 after a gap
    int of(int psn, int expected);
  }

  /// How far a request is from the one that the responder expects.
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

  /// MSN after a packet that was executed.
  public final Decision<MsnCount> msn =
      new Decision<>((msn, executed) -> executed.isEnd() ? Psn.next(msn) : msn);

  /// How a responder handles a duplicate request.
  public enum RepeatAction {
    ANSWER,
    /// As if it were new; the PSN that is expected stays.
    EXECUTE,
    IGNORE,
    /// As if it were new, and the next one is expected after it.
    GO_BACK
  }

  /// Decides about a request that has been executed already.
  @FunctionalInterface
  public interface RepeatRule {
    /// @param age how many PSNs it is before the one that is expected
    RepeatAction of(Operation operation, int age);
  }

  /// Decides how a duplicate is handled.
  public final Decision<RepeatRule> repeats = new Decision<>((_, _) -> RepeatAction.ANSWER);

  /// Whether a duplicate ends the message that has begun.
  public final Decision<Predicate<Operation>> breaksMessage = new Decision<>(_ -> false);

  /// PSN of the ACK for a duplicate, from the newest that it may have and from that of the newest
  /// request.
  public final Decision<IntBinaryOperator> repeatedAck = new Decision<>((allowed, _) -> allowed);

  /// Where in memory a request reaches, from its VA.
  public final Decision<LongUnaryOperator> address = new Decision<>(address -> address);

  /// Whether a READ or atomic without response is complete when a later request is acknowledged.
  public final Decision<Predicate<SendRequest>> completesUnanswered = new Decision<>(_ -> false);

  /// How many READs and atomics can be answered again, from how many may be outstanding.
  public final Decision<IntUnaryOperator> remembered = new Decision<>(most -> most);

  /// Picks one of two values.
  @FunctionalInterface
  public interface ValueChoice {
    long of(long one, long other);
  }

  /// The value that a duplicate atomic returns, from the value returned before and the one in
  /// memory.
  public final Decision<ValueChoice> replayed = new Decision<>((told, _) -> told);

  /// The value that an atomic returns, from the values in memory before and after it.
  public final Decision<ValueChoice> original = new Decision<>((before, _) -> before);

  /// Computes the result of an atomic.
  @FunctionalInterface
  public interface AtomicRule {
    /// @param swap what to store, or to add
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

  /// The stored bytes of a SEND, RDMA WRITE or READ response.
  public final Decision<StoreRule> storing = new Decision<>((_, payload) -> payload);

  /// A packet of a response to a READ.
  ///
  /// @param address where in memory its first byte is
  /// @param index of the packet in the response
  /// @param skipped how many packets a repeated READ leaves out
  public record ReadPart(long address, int index, int skipped, int mtu) {}

  /// Finds a byte for a READ.
  @FunctionalInterface
  public interface ReadPlace {
    /// @param at of the byte in the packet
    long of(ReadPart part, int at);
  }

  /// Where in memory each byte of a response to a READ is taken from.
  public final Decision<ReadPlace> readPlace = new Decision<>((part, at) -> part.address() + at);

  /// Where in memory a packet of an RDMA WRITE goes, from where the message goes and from how many
  /// of its bytes lie before.
  public final Decision<LongBinaryOperator> writePlace = new Decision<>(Long::sum);

  /// Where in its receive a packet of a SEND goes, from how many bytes of the message lie before.
  public final Decision<LongUnaryOperator> sendPlace = new Decision<>(before -> before);

  /// Where in its buffer a requester stores a packet of a READ's response, from the packet's index
  /// and the path MTU.
  public final Decision<LongBinaryOperator> fetchedPlace =
      new Decision<>((index, mtu) -> index * mtu);

  /// Whether a request completes that is acknowledged by the response to a later one.
  public final Decision<Predicate<SendRequest>> completesImplied = new Decision<>(_ -> true);

  /// Whether a response disturbs the message that the QP is receiving, or a request the response
  /// that it is receiving.
  public final Decision<Predicate<Operation>> disturbs = new Decision<>(_ -> false);

  /// The bytes that a requester stores of a response.
  public final Decision<UnaryOperator<byte[]>> fetched = new Decision<>(data -> data);

  /// The length in bytes that a RETH's DMA length stands for.
  public final Decision<LongUnaryOperator> dmaLength = new Decision<>(length -> length);

  /// How long a region is taken for by peers' requests, from its length in bytes.
  public final Decision<IntUnaryOperator> regionBytes = new Decision<>(bytes -> bytes);

  /// The credit count of an acknowledge, from how many receives are posted.
  public final Decision<IntUnaryOperator> credits = new Decision<>(Credits::encode);

  /// Changes packets.
  @FunctionalInterface
  public interface PacketEdit {
    /// @return what is sent instead; nothing, or several packets
    List<OutgoingPacket> of(OutgoingPacket packet);
  }

  /// Responses, before they are queued.
  public final Decision<PacketEdit> responses = new Decision<>(List::of);

  /// Requests, when they are sent for the first time.
  public final Decision<PacketEdit> requests = new Decision<>(List::of);

  /// Requests, when they are sent again.
  public final Decision<PacketEdit> retries = new Decision<>(List::of);

  /// Puts responses in order.
  @FunctionalInterface
  public interface OrderRule {
    /// @param waiting what will be sent before, unless the next one overtakes
    /// @return the next one's place among them
    int place(List<OutgoingPacket> waiting, OutgoingPacket next);
  }

  /// The order of responses.
  public final Decision<OrderRule> order = new Decision<>((waiting, _) -> waiting.size());

  /// Carries packets.
  @FunctionalInterface
  public interface CarrierEdit {
    Envelope of(Envelope envelope, OutgoingPacket packet);
  }

  /// The headers below the BTH of a packet.
  public final Decision<CarrierEdit> carrying = new Decision<>((envelope, _) -> envelope);

  /// Ends packets.
  @FunctionalInterface
  public interface PacketSeal {
    /// @return the packet's length, in bytes
    int end(PacketWriter writer, OutgoingPacket packet);
  }

  /// The last that is done to a packet's bytes.
  public final Decision<PacketSeal> sealing = new Decision<>((writer, _) -> writer.end());

  /// Changes completions.
  @FunctionalInterface
  public interface CompletionEdit {
    /// @return what is told instead; nothing, or several completions
    List<Completion> of(Queue queue, Completion completion);
  }

  /// Completions, as they are told.
  public final Decision<CompletionEdit> completions =
      new Decision<>((_, completion) -> List.of(completion));

  /// Completions of the send queue, as they are polled.
  public final Decision<UnaryOperator<List<Completion>>> polled = new Decision<>(polled -> polled);

  /// Whether a request is complete as soon as it is sent.
  public final Decision<Predicate<SendRequest>> completesWhenSent = new Decision<>(_ -> false);

  /// Whether a request is complete when the one before it is.
  public final Decision<Predicate<SendRequest>> completesWithLast = new Decision<>(_ -> false);

  /// The time until a request is sent again, in nanoseconds, from the least that it may be and from
  /// what the adapter would take.
  public final Decision<LongBinaryOperator> ackTimeout = new Decision<>((_, own) -> own);

  /// The time for which a requester heeds an RNR NAK, in nanoseconds, from what the NAK says.
  public final Decision<LongUnaryOperator> rnrWait = new Decision<>(least -> least);

  /// Decides whether to try again.
  @FunctionalInterface
  public interface RetryRule {
    boolean again(int tried, int allowed);
  }

  /// Whether a request that had no answer is sent again.
  public final Decision<RetryRule> ackRetry = new Decision<>((tried, allowed) -> tried < allowed);

  /// Whether a request that met no receive is sent again; 7 is for ever.
  public final Decision<RetryRule> rnrRetry =
      new Decision<>((tried, allowed) -> allowed == 7 || tried < allowed);

  /// How many tries a request has had, from its own and from those that the other counter counts:
  /// of RNR NAKs, or of answers that did not come.
  public final Decision<IntBinaryOperator> spent = new Decision<>((own, _) -> own);

  /// How many tries count after an answer has brought the requester on, from those before.
  public final Decision<IntUnaryOperator> carriedTries = new Decision<>(_ -> 0);

  /// How many tries after RNR NAKs count then.
  public final Decision<IntUnaryOperator> carriedRnrTries = new Decision<>(_ -> 0);

  /// Whether a requester notices what is wrong with a response; otherwise it takes it for right.
  public final Decision<BiPredicate<ResponseFault, OpCode>> noticingResponse =
      new Decision<>((_, _) -> true);

  /// How a requester interprets the Syndrome of a response.
  public final Decision<UnaryOperator<Syndrome>> meaning = new Decision<>(said -> said);

  /// Whether a requester heeds what an acknowledge says.
  public final Decision<Predicate<Syndrome>> heeds = new Decision<>(_ -> true);

  /// How a READ ends that is refused after its first response, from what the NAK says.
  public final Decision<UnaryOperator<Status>> refusedRest = new Decision<>(status -> status);

  /// How many RDMA READs and atomics a requester has outstanding, from the QP's limit.
  public final Decision<IntUnaryOperator> outstanding = new Decision<>(limit -> limit);

  /// Decides about a request with a fence.
  @FunctionalInterface
  public interface FenceRule {
    /// @param before a READ or atomic that is not complete
    /// @param answered how many packets of its response were received
    boolean waits(SendRequest fenced, SendRequest before, int answered);
  }

  /// Whether a request with a fence waits for a READ or atomic.
  public final Decision<FenceRule> fence = new Decision<>((_, _, _) -> true);

  /// Whether requests without a fence overtake one that waits.
  public final Decision<Predicate<SendRequest>> overtakesFence = new Decision<>(_ -> false);

  /// Picks what is sent.
  @FunctionalInterface
  public interface DataChoice {
    byte[] of(byte[] now, byte[] posted);
  }

  /// The payload of a fenced request, from what its memory holds when it starts and what it held
  /// when it was posted.
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

  /// Reads scatter/gather lists.
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
