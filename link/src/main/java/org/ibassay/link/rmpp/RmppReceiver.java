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

/// The receiving side of one transfer: takes segments, returns acknowledgments and finally the
/// message.
///
/// Segments may be duplicated, and in any order within the window. Whatever the sender does, a
/// receiver stores no more than [RmppLimits#maxBytes] and a window, and ends after
/// [RmppLimits#totalNanos].
///
/// The caller keeps passing in MADs after the message is complete, because the last acknowledgment
/// may be lost.
public final class RmppReceiver extends RmppTransfer {
  private static final int MOST_TURNS = 8;

  private final MemorySegment first = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
  private final BitSet arrived = new BitSet();

  /// Provides the header of MADs sent back.
  private final MemorySegment answer;

  private byte[] message = new byte[RmppSegments.HEADER + 8 * RmppSegments.BYTES];

  /// The last segment up to which all were received.
  private int inOrder;

  private long windowLast = 1;

  /// Number of the last segment; 0 if unknown.
  private long last;

  private int lastBytes;
  private long declared;

  /// How often the change of direction was announced.
  private int turns;

  /// @param heard the first MAD received, of any type, which provides the header of MADs sent back;
  ///   pass it to [#accept], too
  /// @param now by the link's clock, in nanoseconds; in all methods
  public RmppReceiver(RmppLimits limits, MemorySegment heard, long now) {
    this(limits, now, RmppSegments.turned(heard));
  }

  private RmppReceiver(RmppLimits limits, long now, MemorySegment answer) {
    super(limits, answer, now);
    this.answer = answer;
  }

  /// Returns the message after it is complete, and releases it; duplicates of its segments are
  /// still acknowledged.
  public RmppMessage takeMessage() {
    if (state() != State.COMPLETE || message.length == 0) {
      throw new IllegalStateException("there is no message");
    }
    MemorySegment bytes = MemorySegment.ofArray(message);
    message = new byte[0];
    return new RmppMessage(bytes, (int) last, declared);
  }

  /// The first segment, 256 bytes; zeros until it is received.
  public MemorySegment firstSegment() {
    return first;
  }

  /// Rejects a message that is not expected.
  ///
  /// @param mad one of its MADs; not kept after the call
  /// @return an ABORT; empty if the MAD is not a segment
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

  /// Describes a contradiction between Last, SegmentNumber and PayloadLength; null if there is
  /// none.
  ///
  /// A first segment may declare more than is received until Last: by 13.6.3, a transfer ends with
  /// Last. [RmppMessage] has both lengths for a caller that judges this.
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

  /// A response with an error status has no data, whatever length it declares.
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

  /// A request in segments is acknowledged before its response begins. The side that becomes the
  /// receiver then announces the change of direction: an ACK of segment 0 opens the window for the
  /// first segment (13.6.3). A peer that acknowledges this ACK, too, gets a limited number of them.
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

  /// Also releases the data received.
  @Override
  void fail(RmppFailure why) {
    super.fail(why);
    message = new byte[0];
  }
}
