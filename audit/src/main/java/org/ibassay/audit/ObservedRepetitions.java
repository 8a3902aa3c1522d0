package org.ibassay.audit;

import java.util.Arrays;
import org.ibassay.audit.ObservedDialog.Sent;
import org.ibassay.wire.Field;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.mad.MadHeader;

/// Rules for repeated messages, and for those without an answer.
final class ObservedRepetitions {
  private static final long UNIT_NANOS = 4_096;

  /// Time in which a message may cross its answer.
  private static final long REACTION = 100_000_000;

  /// Time within which an unanswered message is usually repeated.
  private static final long REPETITION = 1_000_000_000;

  /// The longest wait for an answer, as in the live tests.
  private static final long PATIENCE = 5_000_000_000L;

  private static final int TID_FROM = MadHeader.TRANSACTION_ID.bitOffset() / 8;
  private static final int TID_TO = TID_FROM + 8;

  private final boolean complete;

  ObservedRepetitions(boolean complete) {
    this.complete = complete;
  }

  /// The time that an exponent represents (12.6).
  static long nanos(long exponent) {
    return UNIT_NANOS << exponent;
  }

  /// The least time that is accepted for a nominal time: Linux uses 4.6 % less.
  static long least(long nanos) {
    return nanos * 19 / 20;
  }

  /// Whether a message is a repetition of one sent before: by its TransactionID, or by all other
  /// fields. If one of the two differs, the message has changed.
  ///
  /// @param rule requires that it has not changed
  boolean isSame(Sent before, CmCase now, Rule rule) {
    byte[] was = before.message.toArray();
    byte[] is = now.message().toArray();
    boolean sameTid = before.hasTid(now.message());
    boolean sameRest =
        Arrays.equals(was, 0, TID_FROM, is, 0, TID_FROM)
            && Arrays.equals(was, TID_TO, was.length, is, TID_TO, is.length);
    boolean sameIds =
        before.message.get(CmMessage.LOCAL_ID) == now.message().get(CmMessage.LOCAL_ID)
            && before.message.get(CmMessage.REMOTE_ID) == now.message().get(CmMessage.REMOTE_ID);
    if (!sameIds || (!sameTid && !(sameRest && isSoon(before, now)))) {
      return false;
    }
    now.check(rule, sameTid && sameRest, "as in frame " + before.frame);
    return true;
  }

  /// Whether it can only be a repetition, even with another TransactionID. If messages may be
  /// missing, it may belong to another connection with the same ids.
  private boolean isSoon(Sent before, CmCase now) {
    return complete
        && before.answeredNanos == 0
        && now.seen().nanos - before.lastNanos < REPETITION;
  }

  /// An answered message is not resent, unless it has crossed its answer.
  void later(Sent before, CmCase now, Rule rule) {
    if (before.answeredNanos != 0 && now.seen().nanos - before.answeredNanos > REACTION) {
      now.check(rule, false, "nothing more, as a response was received");
    }
  }

  /// Handles a DREQ that was sent before.
  void disconnecting(Sent before, CmCase now, ObservedDialog dialog) {
    later(before, now, Rule.CM_DREQ_ENDS);
    Sent req = dialog.req;
    if (req != null && dialog.isActive(now.from())) {
      early(before, now, Rule.CM_DREQ_EARLY, ConnectRequest.REMOTE_CM_RESPONSE_TIMEOUT, req);
    }
    before.times++;
    before.lastNanos = now.seen().nanos;
  }

  /// @param request specifies the time to wait
  void early(Sent before, CmCase now, Rule rule, Field timeout, Sent request) {
    if (before.lastNanos == 0 || now.seen().nanos == 0) {
      return;
    }
    long least = least(nanos(request.message.get(timeout)));
    long waited = now.seen().nanos - before.lastNanos;
    boolean isPatient = now.seen().nanos >= before.patienceNanos;
    now.check(rule, waited >= least && isPatient, "not before %.3f s have passed", least / 1e9);
  }

  /// @param request specifies the number of retries
  void count(Sent before, CmCase now, Rule rule, Sent request) {
    long most = request.message.get(ConnectRequest.MAX_CM_RETRIES);
    now.check(rule, before.times <= most, "no more than %d repetitions", most);
  }

  /// Judges the messages without an answer.
  void silence(ObservedDialogs dialogs, long endNanos) {
    for (Sent one : dialogs.dreqs()) {
      silence(one, endNanos, Rule.CM_DREQ_ANSWERED);
    }
    for (Sent one : dialogs.services()) {
      silence(one, endNanos, Rule.CM_SIDR_ANSWERED);
    }
  }

  private static void silence(Sent one, long endNanos, Rule rule) {
    Tally back = one.tally.back;
    if (back == null) {
      return; // there is no receiver
    }
    if (one.answeredNanos != 0) {
      back.passed(rule);
    } else if (endNanos - one.lastNanos > PATIENCE && back.lastNanos > one.lastNanos) {
      CmMessage message = one.message;
      back.failed(
          rule, one.frame, one.psn, () -> "a response to " + message, () -> "none within 5 s");
    }
  }
}
