package org.ibassay.link.rmpp;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.RmppStatus;
import org.jspecify.annotations.Nullable;

/// What both sides of a transfer have in common.
///
/// A transfer ends when the message is complete, when either side terminates it, after
/// [RmppLimits#retries] consecutive timeouts, or after [RmppLimits#totalNanos].
///
/// The caller ensures that all MADs belong to one transaction: same TransactionID, class and
/// method.
public abstract sealed class RmppTransfer permits RmppReceiver, RmppSender {
  /// The state of a transfer.
  public enum State {
    RUNNING,
    /// The receiver has the whole message.
    COMPLETE,
    /// The receiver will not get the message.
    FAILED
  }

  /// Timeouts and limits.
  final RmppLimits limits;

  /// Provides the header of MADs sent.
  private final MemorySegment header;

  private final long end;
  private State state = State.RUNNING;
  private @Nullable RmppFailure failure;
  private long deadline;
  private int silences;

  RmppTransfer(RmppLimits limits, MemorySegment header, long now) {
    this.limits = limits;
    this.header = header;
    this.end = now + limits.totalNanos();
    this.deadline = now + limits.silenceNanos();
  }

  /// The state.
  public final State state() {
    return state;
  }

  /// Why there is no message; null unless [State#FAILED].
  public final @Nullable RmppFailure failure() {
    return failure;
  }

  /// The time at which to call [#expire]; [Long#MAX_VALUE] if nothing is awaited.
  public final long deadline() {
    return isRunning() ? Math.min(deadline, end) : Long.MAX_VALUE;
  }

  /// Accepts a MAD with an active RMPP header.
  ///
  /// @param mad 256 bytes; not kept after the call
  /// @return the MADs to send to the other side, in order
  public final List<MemorySegment> accept(MemorySegment mad, long now) {
    if (state == State.FAILED) {
      return List.of();
    }
    long version = RmppHeader.RMPP_VERSION.get(mad, 0);
    if (version != RmppHeader.VERSION) {
      return abort(RmppStatus.UNSUPPORTED_VERSION, "RMPPVersion is " + version);
    }
    return switch ((int) RmppHeader.TYPE.get(mad, 0)) {
      case RmppHeader.TYPE_DATA -> segment(mad, now);
      case RmppHeader.TYPE_ACK -> acknowledgement(mad, now);
      case RmppHeader.TYPE_STOP -> brokenOff(mad, "STOP");
      case RmppHeader.TYPE_ABORT -> brokenOff(mad, "ABORT");
      default -> abort(RmppStatus.BAD_TYPE, "RMPPType is " + RmppHeader.TYPE.get(mad, 0));
    };
  }

  /// Handles a timeout, if it is due.
  ///
  /// @return the MADs to send to the other side
  public final List<MemorySegment> expire(long now) {
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
    return again();
  }

  /// Handles a segment.
  abstract List<MemorySegment> segment(MemorySegment mad, long now);

  /// Handles an acknowledgment.
  abstract List<MemorySegment> acknowledgement(MemorySegment mad, long now);

  /// Returns the MADs to resend after a timeout.
  abstract List<MemorySegment> again();

  /// The progress of the transfer, for messages.
  abstract String progress();

  final boolean isRunning() {
    return state == State.RUNNING;
  }

  /// Restarts the timeout.
  final void waitFrom(long now) {
    deadline = now + limits.silenceNanos();
  }

  /// Resets the number of consecutive timeouts after progress.
  final void forgetSilences() {
    silences = 0;
  }

  final void complete() {
    state = State.COMPLETE;
  }

  final List<MemorySegment> abort(int status, String detail) {
    return breakOff(RmppHeader.TYPE_ABORT, status, detail);
  }

  /// Terminates the transfer, if it is still running.
  ///
  /// @param type STOP or ABORT
  final List<MemorySegment> breakOff(int type, int status, String detail) {
    if (!isRunning()) {
      return List.of();
    }
    fail(new RmppFailure(false, status, detail));
    return List.of(RmppSegments.end(header, type, status));
  }

  private List<MemorySegment> brokenOff(MemorySegment mad, String how) {
    if (isRunning()) {
      String detail = how + " after " + progress();
      fail(new RmppFailure(true, (int) RmppHeader.STATUS.get(mad, 0), detail));
    }
    return List.of();
  }

  void fail(RmppFailure why) {
    state = State.FAILED;
    failure = why;
  }
}
