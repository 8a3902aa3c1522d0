package org.ibassay.link.rmpp;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.RmppStatus;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// The receiving side of one transfer: segments in, acknowledgements out, in the end the message.
///
/// Segments may come twice and in any order within the window. Whatever a sender does, a receiver
/// holds no more than [RmppLimits#maxBytes] and a window, and ends by [RmppLimits#totalNanos].
///
/// The caller sees to it that all MADs are of one transaction: the same TransactionID, class and
/// method; and it goes on handing in what comes when the message is whole, because the last
/// acknowledgement may get lost.
public final class RmppReceiver {
  /// How it stands.
  public enum State {
    RECEIVING,
    /// The message is there.
    COMPLETE,
    /// There will be none.
    FAILED
  }

  private final RmppLimits limits;
  private final long end;
  private final MemorySegment first = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
  private final BitSet arrived = new BitSet();

  /// Gives the header of what goes back.
  private final MemorySegment answer;

  private byte[] message = new byte[RmppSegments.HEADER + 8 * RmppSegments.BYTES];

  private State state = State.RECEIVING;
  private @Nullable RmppFailure failure;
  private long deadline;
  private int silences;

  /// The last segment up to which all are here.
  private int inOrder;

  private long windowLast = 1;

  /// The number of the last segment; 0 while that is not known.
  private long last;

  private int lastBytes;
  private long declared;

  /// @param heard the first MAD that came, whatever it is: it gives the header of what goes back;
  ///   [#accept] takes it in
  /// @param now by the link's clock, in nanoseconds, here and below
  public RmppReceiver(RmppLimits limits, MemorySegment heard, long now) {
    this.answer = RmppSegments.turned(heard);
    this.limits = limits;
    this.end = now + limits.totalNanos();
    this.deadline = now + limits.silenceNanos();
  }

  /// How it stands.
  public State state() {
    return state;
  }

  /// Why there is no message; null unless it [State#FAILED].
  public @Nullable RmppFailure failure() {
    return failure;
  }

  /// When [#expire] wants to be called; [Long#MAX_VALUE] when nothing is waited for.
  public long deadline() {
    return state == State.RECEIVING ? Math.min(deadline, end) : Long.MAX_VALUE;
  }

  /// Hands over the message, once it is complete, and forgets it; duplicates of its segments are
  /// still acknowledged.
  public RmppMessage takeMessage() {
    if (state != State.COMPLETE || message.length == 0) {
      throw new IllegalStateException("there is no message");
    }
    MemorySegment bytes = MemorySegment.ofArray(message);
    message = new byte[0];
    return new RmppMessage(bytes, (int) last, declared);
  }

  /// The first segment, 256 bytes; zeros before it came.
  public MemorySegment firstSegment() {
    return first;
  }

  /// Takes a MAD with an active RMPP header.
  ///
  /// @param mad 256 bytes; not kept after the call
  /// @return what is to be sent to the other side, in this order
  public List<MemorySegment> accept(MemorySegment mad, long now) {
    if (state == State.FAILED) {
      return List.of();
    }
    if (RmppHeader.RMPP_VERSION.get(mad, 0) != RmppHeader.VERSION) {
      return abort(
          RmppStatus.UNSUPPORTED_VERSION, "RMPPVersion is " + RmppHeader.RMPP_VERSION.get(mad, 0));
    }
    return switch ((int) RmppHeader.TYPE.get(mad, 0)) {
      case RmppHeader.TYPE_DATA -> segment(mad, now);
      case RmppHeader.TYPE_STOP -> brokenOff(mad, "STOP");
      case RmppHeader.TYPE_ABORT -> brokenOff(mad, "ABORT");
      case RmppHeader.TYPE_ACK -> List.of();
      default -> abort(RmppStatus.BAD_TYPE, "RMPPType is " + RmppHeader.TYPE.get(mad, 0));
    };
  }

  /// Does what is due when nothing came.
  ///
  /// @return what is to be sent to the other side
  public List<MemorySegment> expire(long now) {
    if (now < deadline()) {
      return List.of();
    }
    if (now >= end) {
      return abort(RmppStatus.TOTAL_TIME_TOO_LONG, progress() + " in the whole time");
    }
    if (++silences > limits.retries()) {
      return abort(RmppStatus.TOO_MANY_RETRIES, progress() + ", then silence");
    }
    deadline = now + limits.silenceNanos();
    return inOrder == 0 ? List.of() : List.of(ack());
  }

  /// What tells a sender that nobody wants its message.
  ///
  /// @param mad one of its MADs; not kept after the call
  /// @return an ABORT, or nothing where no segment came
  public static List<MemorySegment> refuse(MemorySegment mad) {
    return RmppHeader.TYPE.get(mad, 0) == RmppHeader.TYPE_DATA
        ? List.of(
            RmppSegments.end(
                RmppSegments.turned(mad), RmppHeader.TYPE_ABORT, RmppStatus.UNSPECIFIED))
        : List.of();
  }

  private List<MemorySegment> segment(MemorySegment mad, long now) {
    long number = RmppHeader.SEGMENT_NUMBER.get(mad, 0);
    boolean isFirst = RmppHeader.FIRST.get(mad, 0) == 1;
    if (RmppHeader.STATUS.get(mad, 0) != RmppStatus.NORMAL) {
      return abort(
          RmppStatus.ILLEGAL_STATUS,
          "segment " + number + " has RMPPStatus " + RmppHeader.STATUS.get(mad, 0));
    }
    if (number == 0 || (number == 1) != isFirst) {
      return abort(
          RmppStatus.FIRST_AND_SEGMENT_NUMBER,
          "segment " + number + (isFirst ? " has First" : " has no First"));
    }
    if (state == State.COMPLETE || number <= inOrder) {
      return List.of(ack());
    }
    if (number > windowLast || arrived.get((int) number)) {
      return List.of();
    }
    return place(mad, (int) number, now);
  }

  private List<MemorySegment> place(MemorySegment mad, int number, long now) {
    if (number == 1) {
      MemorySegment.copy(mad, 0, first, 0, Smp.BYTES_OF_MAD);
      declared = RmppHeader.PAYLOAD_LENGTH.get(mad, 0);
    }
    String contradiction = contradiction(mad, number);
    if (contradiction != null) {
      return abort(RmppStatus.LAST_AND_PAYLOAD_LENGTH, contradiction);
    }
    if ((long) number * RmppSegments.BYTES > limits.maxBytes()) {
      return giveUp(
          RmppHeader.TYPE_STOP,
          RmppStatus.RESOURCES_EXHAUSTED,
          "the message is longer than " + limits.maxBytes() + " bytes");
    }
    store(mad, number);
    silences = 0;
    deadline = now + limits.silenceNanos();
    if (inOrder == last) {
      complete();
    } else if (inOrder < windowLast) {
      return List.of();
    }
    windowLast = Math.max(windowLast, (long) inOrder + limits.window());
    return List.of(ack());
  }

  /// What does not fit together in Last, SegmentNumber and PayloadLength; null if all is well.
  ///
  /// A first segment that declared more than came until Last is not refused (13.6.3 has a transfer
  /// end with Last); who wants to judge it finds both lengths here.
  private @Nullable String contradiction(MemorySegment mad, int number) {
    if (RmppHeader.LAST.get(mad, 0) == 0) {
      if (last != 0 && number > last) {
        return "segment " + number + " comes behind the last, " + last;
      }
      return declared != 0 && (long) number * RmppSegments.FULL >= declared
          ? "segment " + number + " reaches the length declared, " + declared + ", without Last"
          : null;
    }
    long length = RmppHeader.PAYLOAD_LENGTH.get(mad, 0);
    if (last != 0 || arrived.length() > number) {
      return "segment " + number + " has Last, and there are others behind it";
    }
    return length > RmppSegments.FULL || (length < RmppSegments.COUNTED_HEADER && !isRefusal(mad))
        ? "segment " + number + " has Last and PayloadLength " + length
        : null;
  }

  /// An answer that only carries a status has no data, whatever it says of its length.
  private static boolean isRefusal(MemorySegment mad) {
    return MadHeader.STATUS.get(mad, 0) != 0;
  }

  private void store(MemorySegment mad, int number) {
    int at = RmppSegments.HEADER + (number - 1) * RmppSegments.BYTES;
    if (message.length < at + RmppSegments.BYTES) {
      int most = RmppSegments.HEADER + limits.maxBytes();
      int enough = Math.max(at + RmppSegments.BYTES, Math.min(2 * message.length, most));
      message = Arrays.copyOf(message, enough);
    }
    MemorySegment.copy(
        mad, RmppSegments.HEADER, MemorySegment.ofArray(message), at, RmppSegments.BYTES);
    arrived.set(number);
    inOrder = arrived.nextClearBit(1) - 1;
    if (RmppHeader.LAST.get(mad, 0) == 1) {
      last = number;
      long length = RmppHeader.PAYLOAD_LENGTH.get(mad, 0);
      lastBytes = (int) Math.max(0, length - RmppSegments.COUNTED_HEADER);
    }
  }

  private void complete() {
    int bytes = RmppSegments.HEADER + (int) (last - 1) * RmppSegments.BYTES + lastBytes;
    message = Arrays.copyOf(message, bytes);
    MemorySegment.copy(first, 0, MemorySegment.ofArray(message), 0, RmppSegments.HEADER);
    state = State.COMPLETE;
  }

  private MemorySegment ack() {
    return RmppSegments.ack(answer, inOrder, windowLast);
  }

  private String progress() {
    return inOrder + (inOrder == 1 ? " segment" : " segments") + " in order";
  }

  private List<MemorySegment> brokenOff(MemorySegment mad, String how) {
    if (state == State.RECEIVING) {
      fail(
          new RmppFailure(true, (int) RmppHeader.STATUS.get(mad, 0), how + " after " + progress()));
    }
    return List.of();
  }

  private List<MemorySegment> giveUp(int type, int status, String detail) {
    if (state == State.COMPLETE) {
      return List.of();
    }
    fail(new RmppFailure(false, status, detail));
    return List.of(RmppSegments.end(answer, type, status));
  }

  private List<MemorySegment> abort(int status, String detail) {
    return giveUp(RmppHeader.TYPE_ABORT, status, detail);
  }

  private void fail(RmppFailure why) {
    state = State.FAILED;
    failure = why;
    message = new byte[0];
  }
}
