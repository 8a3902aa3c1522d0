package org.ibassay.device.rc;

import java.util.List;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UpperTester.Queue;
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
  public interface Dropping {
    /// @param qpn of the QP that would take the packet
    boolean drops(HeaderCheck failed, TransportPacket packet, int qpn);
  }

  /// Whether a packet is dropped that failed a check of its headers.
  public final Seam<Dropping> dropping = new Seam<>((_, _, _) -> true);

  /// Decides about a request with a fault.
  @FunctionalInterface
  public interface Noticing {
    boolean notices(ResponderFault fault, TransportPacket request);
  }

  /// Whether a request's fault is noticed; otherwise it is executed as far as it can be.
  public final Seam<Noticing> noticing = new Seam<>((_, _) -> true);

  /// What is told about a fault, but for one that has an RNR NAK.
  public final Seam<Function<ResponderFault, Syndrome>> naks =
      new Seam<>(fault -> new Syndrome.Nak(fault.nakCode()));

  /// Whether a fault leaves the QP alive.
  public final Seam<Predicate<ResponderFault>> survivable = new Seam<>(ResponderFault::isTransient);

  /// The syndrome of an RNR NAK, from the QP's timer code.
  public final Seam<IntUnaryOperator> rnrSyndrome =
      new Seam<>(timer -> new Syndrome.RnrNak(timer).value());

  /// Whether a missing packet is told, when that was told already and nothing has come since.
  public final Seam<Predicate<Boolean>> tellsGap = new Seam<>(told -> !told);

  /// Counts PSNs.
  @FunctionalInterface
  public interface Counting {
    int after(int psn, int count);
  }

  /// The PSN that the responder expects behind a request.
  public final Seam<Counting> expected = new Seam<>(Psn::add);

  /// Counts messages.
  @FunctionalInterface
  public interface MessageCounting {
    int after(int msn, Operation executed);
  }

  /// MSN behind a packet that was executed.
  public final Seam<MessageCounting> msn =
      new Seam<>((msn, executed) -> executed.isEnd() ? Psn.next(msn) : msn);

  /// What is done about a request that has been executed already.
  public enum Repeat {
    ANSWER,
    EXECUTE,
    IGNORE
  }

  /// What is done about a duplicate.
  public final Seam<Function<Operation, Repeat>> repeats = new Seam<>(_ -> Repeat.ANSWER);

  /// Picks one of two values.
  @FunctionalInterface
  public interface Picking {
    long of(long one, long other);
  }

  /// What a duplicate atomic is told: from what was told before and what stands there now.
  public final Seam<Picking> replayed = new Seam<>((told, _) -> told);

  /// What an atomic is told: from what stood there before and what stands there now.
  public final Seam<Picking> original = new Seam<>((before, _) -> before);

  /// What an atomic does.
  @FunctionalInterface
  public interface Atomic {
    /// @param swap what to store, or to add
    long of(OpCode opCode, long before, long swap, long compare);
  }

  /// What an atomic stores.
  public final Seam<Atomic> atomic =
      new Seam<>((opCode, before, swap, compare) ->
          switch (opCode) {
            case RC_FETCHADD -> before + swap;
            default -> before == compare ? swap : before;
          });

  /// What is stored of a payload.
  @FunctionalInterface
  public interface Storing {
    byte[] of(Operation operation, byte[] payload);
  }

  /// What is stored of a SEND's or RDMA WRITE's payload, and of a READ's response.
  public final Seam<Storing> storing = new Seam<>((_, payload) -> payload);

  /// What a requester stores of the data that a response brought.
  public final Seam<UnaryOperator<byte[]>> fetched = new Seam<>(data -> data);

  /// What a RETH's DMA length means, in bytes.
  public final Seam<LongUnaryOperator> dmaLength = new Seam<>(length -> length);

  /// How long a region is taken for by peers' requests, from its length in bytes.
  public final Seam<IntUnaryOperator> regionBytes = new Seam<>(bytes -> bytes);

  /// The credit count of an acknowledge, from how many receives are posted.
  public final Seam<IntUnaryOperator> credits = new Seam<>(Credits::encode);

  /// Changes packets.
  @FunctionalInterface
  public interface Editing {
    /// @return what is sent instead; nothing, or several packets
    List<Outgoing> of(Outgoing packet);
  }

  /// Responses, before they are queued.
  public final Seam<Editing> responses = new Seam<>(List::of);

  /// Requests, when they are sent for the first time.
  public final Seam<Editing> requests = new Seam<>(List::of);

  /// Requests, when they are sent again.
  public final Seam<Editing> retries = new Seam<>(List::of);

  /// Puts responses in order.
  @FunctionalInterface
  public interface Ordering {
    /// @param waiting what will be sent before, unless the next one overtakes
    /// @return the next one's place among them
    int place(List<Outgoing> waiting, Outgoing next);
  }

  /// The order of responses.
  public final Seam<Ordering> order = new Seam<>((waiting, _) -> waiting.size());

  /// Ends packets.
  @FunctionalInterface
  public interface Sealing {
    /// @return the packet's length, in bytes
    int end(PacketWriter writer, Outgoing packet);
  }

  /// The last that is done to a packet's bytes.
  public final Seam<Sealing> sealing = new Seam<>((writer, _) -> writer.end());

  /// Changes completions.
  @FunctionalInterface
  public interface Completing {
    /// @return what is told instead; nothing, or several completions
    List<Completion> of(Queue queue, Completion completion);
  }

  /// Completions, as they are told.
  public final Seam<Completing> completions = new Seam<>((_, completion) -> List.of(completion));

  /// Whether a request is complete as soon as it is sent.
  public final Seam<Predicate<SendRequest>> completesWhenSent = new Seam<>(_ -> false);

  /// Whether a request is complete when the one before it is.
  public final Seam<Predicate<SendRequest>> completesWithLast = new Seam<>(_ -> false);

  /// The time until a request is sent again, in nanoseconds, from the least that it may be and from
  /// what the adapter would take.
  public final Seam<LongBinaryOperator> ackTimeout = new Seam<>((_, own) -> own);

  /// The time for which a requester heeds an RNR NAK, in nanoseconds, from what the NAK says.
  public final Seam<LongUnaryOperator> rnrWait = new Seam<>(least -> least);

  /// Decides whether to try again.
  @FunctionalInterface
  public interface Retrying {
    boolean again(int tried, int allowed);
  }

  /// Whether a request that had no answer is sent again.
  public final Seam<Retrying> ackRetry = new Seam<>((tried, allowed) -> tried < allowed);

  /// Whether a request that met no receive is sent again; 7 is for ever.
  public final Seam<Retrying> rnrRetry =
      new Seam<>((tried, allowed) -> allowed == 7 || tried < allowed);

  /// Whether a requester heeds what an acknowledge says.
  public final Seam<Predicate<Syndrome>> heeds = new Seam<>(_ -> true);

  /// How a READ ends that is refused behind its first response, from what the NAK says.
  public final Seam<UnaryOperator<Status>> refusedRest = new Seam<>(status -> status);

  /// How many RDMA READs and atomics a requester has outstanding, from the QP's limit.
  public final Seam<IntUnaryOperator> outstanding = new Seam<>(limit -> limit);

  /// A conforming adapter.
  public RcSeams() {}
}
