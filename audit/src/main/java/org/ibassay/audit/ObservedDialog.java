package org.ibassay.audit;

import org.ibassay.wire.Field;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.mad.MadHeader;
import org.jspecify.annotations.Nullable;

/// The messages of one connection, as far as they were seen. The active side is the sender of REQ;
/// if REQ was not seen, the first sender of DREQ.
final class ObservedDialog {
  /// From the active side to the passive side.
  final FlowKey active;

  @Nullable Sent req;
  @Nullable Sent rep;

  /// Whether another REP was sent for the same REQ, or for one with the same Communication ID.
  boolean hasOtherReply;

  @Nullable Sent rtu;
  @Nullable Sent rej;
  @Nullable Sent lap;

  /// Sent by the active side, and by the passive side.
  private final @Nullable Sent[] dreqs = new @Nullable Sent[2];

  ObservedDialog(FlowKey active) {
    this.active = active;
  }

  boolean isActive(FlowKey from) {
    return active.equals(from);
  }

  @Nullable Sent dreq(FlowKey from) {
    return dreqs[isActive(from) ? 0 : 1];
  }

  void dreq(FlowKey from, Sent sent) {
    dreqs[isActive(from) ? 0 : 1] = sent;
  }

  boolean isEnding() {
    return dreqs[0] != null || dreqs[1] != null || rej != null;
  }

  /// The Communication ID of the passive side; -1 before REP.
  long passiveId() {
    Sent reply = rep;
    return reply == null ? -1 : reply.message.get(CmMessage.LOCAL_ID);
  }

  /// Whether a side has a Communication ID.
  boolean has(FlowKey of, long id) {
    Sent request = req;
    return isActive(of)
        ? request != null && request.message.get(CmMessage.LOCAL_ID) == id
        : passiveId() == id;
  }

  /// The QP of a side; -1 if unknown.
  long qpn(boolean ofActive) {
    Sent named = ofActive ? req : rep;
    Field field = ofActive ? ConnectRequest.LOCAL_QPN : ConnectReply.LOCAL_QPN;
    return named == null ? -1 : named.message.get(field);
  }

  /// A message, and how often it was sent.
  static final class Sent {
    final CmMessage message;
    final Tally tally;
    final long frame;
    final int psn;
    long lastNanos;
    int times = 1;

    /// How often it may be resent at once, because the message that it answers was repeated.
    int owed;

    /// When it was answered; 0 if it was not.
    long answeredNanos;

    /// The time until which the receiver has requested patience.
    long patienceNanos;

    Sent(CmMessage message, Tally tally, AuditedPacket seen) {
      this.message = message;
      this.tally = tally;
      this.frame = seen.frame;
      this.psn = seen.psn;
      this.lastNanos = seen.nanos;
    }

    boolean hasTid(CmMessage other) {
      return tid() == other.header(MadHeader.TRANSACTION_ID);
    }

    long tid() {
      return message.header(MadHeader.TRANSACTION_ID);
    }

    void answered(long nanos) {
      if (answeredNanos == 0) {
        answeredNanos = nanos;
      }
    }
  }
}
