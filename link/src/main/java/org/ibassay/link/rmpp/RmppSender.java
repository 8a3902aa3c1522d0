package org.ibassay.link.rmpp;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.RmppStatus;
import org.jspecify.annotations.Nullable;

/// The sending side of one transfer: acknowledgements in, segments out.
///
/// The first segment goes alone; the receiver's acknowledgements open the window. What is not
/// acknowledged in time goes again, from the first segment that is missing to the window's end.
public final class RmppSender {
  /// How it stands.
  public enum State {
    SENDING,
    /// The receiver has it all.
    DELIVERED,
    /// It never will.
    FAILED
  }

  private final MemorySegment message;
  private final RmppLimits limits;
  private final int count;
  private final long end;
  private State state = State.SENDING;
  private @Nullable RmppFailure failure;
  private long deadline;
  private int silences;
  private int sent;
  private long acknowledged;
  private long windowLast = 1;

  /// @param message header, 56 bytes with TransactionID, method and all, and behind it the data;
  ///   not copied
  /// @param now by the link's clock, in nanoseconds, here and below
  public RmppSender(MemorySegment message, RmppLimits limits, long now) {
    this.message = message;
    this.limits = limits;
    this.count = RmppSegments.count(message.byteSize() - RmppSegments.HEADER);
    this.end = now + limits.totalNanos();
    this.deadline = now + limits.silenceNanos();
  }

  /// How it stands.
  public State state() {
    return state;
  }

  /// Why it failed; null unless it [State#FAILED].
  public @Nullable RmppFailure failure() {
    return failure;
  }

  /// When [#expire] wants to be called; [Long#MAX_VALUE] when nothing is waited for.
  public long deadline() {
    return state == State.SENDING ? Math.min(deadline, end) : Long.MAX_VALUE;
  }

  /// The first segment.
  public List<MemorySegment> start() {
    return upToWindow();
  }

  /// Takes a MAD with an active RMPP header that belongs to this transfer.
  ///
  /// @return what is to be sent to the other side, in this order
  public List<MemorySegment> accept(MemorySegment mad, long now) {
    if (state != State.SENDING) {
      return List.of();
    }
    if (RmppHeader.RMPP_VERSION.get(mad, 0) != RmppHeader.VERSION) {
      return abort(
          RmppStatus.UNSUPPORTED_VERSION, "RMPPVersion is " + RmppHeader.RMPP_VERSION.get(mad, 0));
    }
    return switch ((int) RmppHeader.TYPE.get(mad, 0)) {
      case RmppHeader.TYPE_ACK -> acknowledgement(mad, now);
      case RmppHeader.TYPE_STOP -> brokenOff(mad, "STOP");
      case RmppHeader.TYPE_ABORT -> brokenOff(mad, "ABORT");
      case RmppHeader.TYPE_DATA -> List.of();
      default -> abort(RmppStatus.BAD_TYPE, "RMPPType is " + RmppHeader.TYPE.get(mad, 0));
    };
  }

  /// Does what is due when no acknowledgement came.
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
    sent = (int) acknowledged;
    return upToWindow();
  }

  private List<MemorySegment> acknowledgement(MemorySegment mad, long now) {
    long number = RmppHeader.SEGMENT_NUMBER.get(mad, 0);
    long newLast = RmppHeader.NEW_WINDOW_LAST.get(mad, 0);
    if (RmppHeader.STATUS.get(mad, 0) != RmppStatus.NORMAL) {
      return abort(
          RmppStatus.ILLEGAL_STATUS, "an ACK has RMPPStatus " + RmppHeader.STATUS.get(mad, 0));
    }
    if (newLast < number) {
      return abort(
          RmppStatus.NEW_WINDOW_LAST_TOO_SMALL,
          "an ACK of segment " + number + " has NewWindowLast " + newLast);
    }
    if (number > Math.min(windowLast, count)) {
      return abort(
          RmppStatus.SEGMENT_NUMBER_TOO_BIG,
          "segment " + number + " was acknowledged and never sent");
    }
    if (number <= acknowledged && newLast <= windowLast) {
      // Said before: on the way too long, or twice. To send again for it would breed duplicates.
      return List.of();
    }
    if (number > acknowledged) {
      acknowledged = number;
      silences = 0;
    }
    deadline = now + limits.silenceNanos();
    windowLast = Math.max(windowLast, newLast);
    sent = Math.max(sent, (int) acknowledged);
    if (acknowledged == count) {
      state = State.DELIVERED;
      return List.of();
    }
    return upToWindow();
  }

  private List<MemorySegment> upToWindow() {
    List<MemorySegment> segments = new ArrayList<>();
    while (sent < Math.min(count, windowLast)) {
      segments.add(RmppSegments.data(message, ++sent));
    }
    return segments;
  }

  private String progress() {
    return acknowledged + " of " + count + " segments acknowledged";
  }

  private List<MemorySegment> brokenOff(MemorySegment mad, String how) {
    fail(true, (int) RmppHeader.STATUS.get(mad, 0), how + " after " + progress());
    return List.of();
  }

  private List<MemorySegment> abort(int status, String detail) {
    fail(false, status, detail);
    return List.of(RmppSegments.end(message, RmppHeader.TYPE_ABORT, status));
  }

  private void fail(boolean byPeer, int status, String detail) {
    state = State.FAILED;
    failure = new RmppFailure(byPeer, status, detail);
  }
}
