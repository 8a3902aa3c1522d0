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
/// The caller goes on handing in what comes when the message is whole, because the last
/// acknowledgement may get lost.
public final class RmppReceiver extends RmppTransfer {
  private static final int MOST_TURNS = 8;

  private final MemorySegment first = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
  private final BitSet arrived = new BitSet();

  /// Gives the header of what goes back.
  private final MemorySegment answer;

  private byte[] message = new byte[RmppSegments.HEADER + 8 * RmppSegments.BYTES];

  /// The last segment up to which all are here.
  private int inOrder;

  private long windowLast = 1;

  /// The number of the last segment; 0 while that is not known.
  private long last;

  private int lastBytes;
  private long declared;

  /// How often the direction was said to turn.
  private int turns;

  /// @param heard the first MAD received, whatever it is: it gives the header of what goes back;
  ///   [#accept] takes it in
  /// @param now by the link's clock, in nanoseconds, here and below
  public RmppReceiver(RmppLimits limits, MemorySegment heard, long now) {
    this(limits, now, RmppSegments.turned(heard));
  }

  private RmppReceiver(RmppLimits limits, long now, MemorySegment answer) {
    super(limits, answer, now);
    this.answer = answer;
  }

  /// Hands over the message, once it is complete, and forgets it; duplicates of its segments are
  /// still acknowledged.
  public RmppMessage takeMessage() {
    if (state() != State.COMPLETE || message.length == 0) {
      throw new IllegalStateException("there is no message");
    }
    MemorySegment bytes = MemorySegment.ofArray(message);
    message = new byte[0];
    return new RmppMessage(bytes, (int) last, declared);
  }

  /// The first segment, 256 bytes; zeros before it was received.
  public MemorySegment firstSegment() {
    return first;
  }

  /// Refuses a message that nobody waits for.
  ///
  /// @param mad one of its MADs; not kept after the call
  /// @return an ABORT, or nothing where no segment was received
  public static List<MemorySegment> refuse(MemorySegment mad) {
    return RmppHeader.TYPE.get(mad, 0) == RmppHeader.TYPE_DATA
        ? List.of(
            RmppSegments.end(
                RmppSegments.turned(mad), RmppHeader.TYPE_ABORT, RmppStatus.UNSPECIFIED))
        : List.of();
  }

  @Override
  List<MemorySegment> segment(MemorySegment mad, long now) {
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
    if (state() == State.COMPLETE || number <= inOrder) {
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
      return breakOff(
          RmppHeader.TYPE_STOP,
          RmppStatus.RESOURCES_EXHAUSTED,
          "the message is longer than " + limits.maxBytes() + " bytes");
    }
    store(mad, number);
    forgetSilences();
    waitFrom(now);
    if (inOrder == last) {
      assemble();
      complete();
    } else if (inOrder < windowLast) {
      return List.of();
    }
    windowLast = Math.max(windowLast, (long) inOrder + limits.window());
    return List.of(ack());
  }

  /// Which of Last, SegmentNumber and PayloadLength contradict each other; null if none do.
  ///
  /// A first segment that declared more than was received until Last is not refused (13.6.3 has a
  /// transfer end with Last); who wants to judge it finds both lengths here.
  private @Nullable String contradiction(MemorySegment mad, int number) {
    if (RmppHeader.LAST.get(mad, 0) == 0) {
      if (last != 0 && number > last) {
        return "segment " + number + " follows the last, " + last;
      }
      return declared != 0 && (long) number * RmppSegments.FULL >= declared
          ? "segment " + number + " reaches the length declared, " + declared + ", without Last"
          : null;
    }
    long length = RmppHeader.PAYLOAD_LENGTH.get(mad, 0);
    if (last != 0 || arrived.length() > number) {
      return "segment " + number + " has Last, but later segments exist";
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

  private void assemble() {
    int bytes = RmppSegments.HEADER + (int) (last - 1) * RmppSegments.BYTES + lastBytes;
    message = Arrays.copyOf(message, bytes);
    MemorySegment.copy(first, 0, MemorySegment.ofArray(message), 0, RmppSegments.HEADER);
  }

  private MemorySegment ack() {
    return RmppSegments.ack(answer, inOrder, windowLast);
  }

  @Override
  String progress() {
    return inOrder + (inOrder == 1 ? " segment" : " segments") + " in order";
  }

  /// A request in segments is acknowledged before its answer begins. The receiver-to-be says then
  /// that the direction turns: an ACK of segment 0 opens the window for the first one (13.6.3).
  /// Whoever acknowledges that, too, is not answered for ever.
  @Override
  List<MemorySegment> acknowledgement(MemorySegment mad, long now) {
    if (!isRunning() || inOrder > 0 || turns == MOST_TURNS) {
      return List.of();
    }
    turns++;
    return List.of(ack());
  }

  @Override
  List<MemorySegment> again() {
    return inOrder == 0 && turns == 0 ? List.of() : List.of(ack());
  }

  /// Forgets what was received.
  @Override
  void fail(RmppFailure why) {
    super.fail(why);
    message = new byte[0];
  }
}
