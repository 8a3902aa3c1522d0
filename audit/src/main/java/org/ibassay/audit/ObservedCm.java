package org.ibassay.audit;

import org.ibassay.audit.ObservedDialog.Sent;
import org.ibassay.wire.cm.AlternatePathResponse;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.DisconnectReply;
import org.ibassay.wire.cm.DisconnectRequest;
import org.ibassay.wire.cm.LoadAlternatePath;
import org.ibassay.wire.cm.MsgRcptAck;
import org.ibassay.wire.cm.ReadyToUse;
import org.ibassay.wire.cm.ServiceIdResReq;
import org.ibassay.wire.cm.ServiceIdResReqResp;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;
import org.jspecify.annotations.Nullable;

/// Rules for communication management messages, compared with those that they answer.
///
/// A message with unknown ids may answer a message that is missing in the capture. Wrong ids are
/// therefore found only if the TransactionID or the other id identifies the message that is
/// answered, and nothing else has answered it.
final class ObservedCm {
  /// A REJ with this reason is about a message of a connection that does not exist.
  private static final int INVALID_ID = 6;

  private static final int INVALID_INSTANCE = 7;
  private static final int TIMEOUT = 4;
  private static final int NO_MESSAGE = 2;
  private static final int USERS_QP = 2;
  private static final int GROUP = 0xFF_FFFF;

  private final Losses losses;
  private final boolean complete;
  private final ObservedDialogs dialogs = new ObservedDialogs();
  private final ObservedRepetitions again;
  private final SaidConnections said;

  ObservedCm(Losses losses, SaidConnections said, boolean complete) {
    this.losses = losses;
    this.said = said;
    this.complete = complete;
    this.again = new ObservedRepetitions(complete);
  }

  /// Judges a datagram of 256 bytes to QP1.
  ///
  /// @param isTaken whether QP1 must handle its contents
  void take(Tally tally, FlowKey key, AuditedPacket seen, boolean isTaken) {
    CmMessage message = CmMessage.read(seen.packet.payload());
    if (message.header(MadHeader.MGMT_CLASS) != CmMessage.MGMT_CLASS) {
      return;
    }
    GmpAttribute kind = CmFields.kind(message);
    CmCase one = new CmCase(tally, key.hosts(false), key.hosts(true), seen, message);
    if (!isTaken || kind == null || !CmFields.check(tally, seen, message, kind)) {
      dialogs.drop(one);
      return;
    }
    if (message.is(ConnectRequest.ATTRIBUTE)) {
      request(one);
    } else if (message.is(ConnectReply.ATTRIBUTE)) {
      reply(one, key);
    } else if (message.is(ReadyToUse.ATTRIBUTE)) {
      ready(one);
    } else if (message.is(ConnectReject.ATTRIBUTE)) {
      reject(one);
    } else if (message.is(MsgRcptAck.ATTRIBUTE)) {
      patience(one);
    } else if (message.is(DisconnectRequest.ATTRIBUTE)) {
      disconnect(one);
    } else if (message.is(DisconnectReply.ATTRIBUTE)) {
      disconnected(one);
    } else if (message.is(ServiceIdResReq.ATTRIBUTE)) {
      dialogs.service(one.from(), one.sent());
    } else if (message.is(ServiceIdResReqResp.ATTRIBUTE)) {
      resolved(one);
    } else if (message.is(LoadAlternatePath.ATTRIBUTE)) {
      ObservedDialog dialog = dialogs.of(one.to(), message.get(CmMessage.REMOTE_ID));
      if (dialog != null) {
        dialog.lap = one.sent();
      }
    } else if (message.is(AlternatePathResponse.ATTRIBUTE)) {
      alternate(one);
    }
  }

  /// Completes the audit.
  void finish(long endNanos) {
    if (complete) {
      again.silence(dialogs, endNanos);
    }
  }

  private void request(CmCase one) {
    ObservedDialog dialog = dialogs.of(one.from(), one.message().get(CmMessage.LOCAL_ID));
    Sent known = dialog != null && dialog.isActive(one.from()) ? dialog.req : null;
    Sent before = ofSameAdapter(known, one);
    if (before != null && again.isSame(before, one, Rule.CM_REQ_AGAIN)) {
      again.later(before, one, Rule.CM_REQ_ENDS);
      again.early(
          before, one, Rule.CM_REQ_EARLY, ConnectRequest.REMOTE_CM_RESPONSE_TIMEOUT, before);
      again.count(before, one, Rule.CM_REQ_COUNT, before);
      before.times++;
      before.lastNanos = one.seen().nanos;
      if (dialog != null && dialog.rep != null) {
        dialog.rep.owed++; // REP may follow immediately
      }
      return;
    }
    ObservedDialog made = new ObservedDialog(one.from());
    made.req = one.sent();
    dialogs.put(one.from(), one.message().get(CmMessage.LOCAL_ID), made);
    dialogs.unanswered(one.from(), made.req.tid(), made);
  }

  /// A Communication ID is that of a channel adapter: others at the same address may use it, too.
  private static @Nullable Sent ofSameAdapter(@Nullable Sent before, CmCase now) {
    long guid = now.message().get(ConnectRequest.LOCAL_CA_GUID);
    return before != null && before.message.get(ConnectRequest.LOCAL_CA_GUID) == guid
        ? before
        : null;
  }

  private void reply(CmCase one, FlowKey key) {
    ObservedDialog dialog = dialogs.asked(one.to(), one.message().get(CmMessage.REMOTE_ID));
    if (dialog != null && dialog.rep != null) {
      replyAgain(one, dialog, dialog.rep);
      return;
    }
    boolean isNamed = dialog != null;
    ObservedDialog answered = isNamed ? dialog : dialogs.unanswered(one.to(), one.tid());
    Sent req = answered == null ? null : answered.req;
    if (answered == null
        || req == null
        || answered.rep != null
        || (!req.hasTid(one.message()) && (answered.rej != null || isLongAgo(req, one)))
        || dialogs.isOfAnother(one.to(), one.tid(), answered)) {
      noCause(one);
      return;
    }
    losses.cause();
    boolean isRight = isNamed && req.hasTid(one.message());
    one.check(Rule.CM_REP_IDS, isRight, "ids of the REQ in frame " + req.frame);
    if (!isNamed) {
      return; // its receiver ignores it
    }
    req.answered(one.seen().nanos);
    answered.rep = one.sent();
    dialogs.put(one.from(), one.message().get(CmMessage.LOCAL_ID), answered);
    if (CmFields.isRc(req.message)) {
      long qpn = one.message().get(ConnectReply.LOCAL_QPN);
      one.check(Rule.CM_REP_QPN, qpn >= USERS_QP && qpn != GROUP, "Local QPN of a QP");
      one.check(
          Rule.CM_REP_READS,
          one.message().get(ConnectReply.RESPONDER_RESOURCES)
                  <= req.message.get(ConnectRequest.INITIATOR_DEPTH)
              && one.message().get(ConnectReply.INITIATOR_DEPTH)
                  <= req.message.get(ConnectRequest.RESPONDER_RESOURCES),
          "Responder Resources and Initiator Depth of no more than REQ offers");
      if (isRight) {
        said.accept(key, req.message, one.message(), one.seen());
      }
    }
  }

  /// Whether REQ would have been resent since, so that a later REQ may be the one that is answered.
  private static boolean isLongAgo(Sent req, CmCase now) {
    long timeout = req.message.get(ConnectRequest.REMOTE_CM_RESPONSE_TIMEOUT);
    return now.seen().nanos - req.lastNanos > ObservedRepetitions.nanos(timeout);
  }

  private void replyAgain(CmCase one, ObservedDialog dialog, Sent before) {
    Sent req = dialog.req;
    if (req == null || !again.isSame(before, one, Rule.CM_REP_AGAIN)) {
      dialog.hasOtherReply = true;
      losses.noCause();
      return;
    }
    losses.cause();
    if (before.owed > 0) {
      before.owed--;
      return;
    }
    again.later(before, one, Rule.CM_REP_ENDS);
    again.early(before, one, Rule.CM_REP_EARLY, ConnectRequest.LOCAL_CM_RESPONSE_TIMEOUT, req);
    again.count(before, one, Rule.CM_REP_COUNT, req);
    before.times++;
    before.lastNanos = one.seen().nanos;
  }

  private void ready(CmCase one) {
    ObservedDialog exact = dialogs.between(one);
    ObservedDialog named =
        exact != null ? exact : dialogs.asked(one.from(), one.message().get(CmMessage.LOCAL_ID));
    ObservedDialog dialog = named != null ? named : dialogs.accepted(one);
    dialog = dialog != null ? dialog : dialogs.unreadied(one);
    Sent req = dialog == null ? null : dialog.req;
    if (dialog == null || req == null) {
      losses.noCause();
      return;
    }
    Sent rep = dialog.rep;
    if (dialogs.isOfAnother(one.from(), one.tid(), dialog)) {
      losses.noCause();
      return;
    }
    if (rep == null) {
      if (complete) {
        one.check(Rule.CM_RTU_CAUSE, dialog.rej != null, "RTU after REP only");
      }
      losses.noCause();
      return;
    }
    losses.cause();
    if (dialog.rtu != null) {
      again.isSame(dialog.rtu, one, Rule.CM_RTU_AGAIN);
      return;
    }
    boolean isRight =
        named != null
            && req.hasTid(one.message())
            && one.message().get(CmMessage.REMOTE_ID) == dialog.passiveId();
    one.check(
        Rule.CM_RTU_IDS,
        isRight || dialog.hasOtherReply,
        "ids of REQ and of the REP in frame " + rep.frame);
    if (isRight) {
      dialog.rtu = one.sent();
      rep.answered(one.seen().nanos);
    }
  }

  private void reject(CmCase one) {
    long reason = one.message().get(ConnectReject.REASON);
    ObservedDialog named = dialogs.of(one.to(), one.message().get(CmMessage.REMOTE_ID));
    ObservedDialog dialog = named != null ? named : dialogs.unanswered(one.to(), one.tid());
    Sent req = dialog == null ? null : dialog.req;
    if (dialog == null) {
      dropped(one);
    }
    if (dialog == null || req == null) {
      return;
    }
    boolean isOfUnknown = reason == INVALID_INSTANCE || reason == INVALID_ID;
    boolean ofReq = dialog.isActive(one.to());
    if (!ofReq && one.message().get(CmMessage.LOCAL_ID) != req.message.get(CmMessage.LOCAL_ID)) {
      return; // belongs to another connection
    }
    boolean isLate =
        dialogs.isOfAnother(one.to(), one.tid(), dialog)
            || (!req.hasTid(one.message()) && isLongAgo(req, one));
    if (ofReq && !isOfUnknown && !isLate && dialog.rep == null && dialog.rej == null) {
      losses.cause();
      boolean isRight = named != null && req.hasTid(one.message());
      one.check(Rule.CM_REJ_IDS, isRight, "ids of the REQ in frame " + req.frame);
      long kind = one.message().get(ConnectReject.MESSAGE_REJECTED);
      // A side that gives up waiting for RTU has sent REP, which may be missing in the capture.
      one.check(Rule.CM_REJECTED, kind == 0 || reason == TIMEOUT, "Message REJected 0, REQ");
    }
    Sent rejected = ofReq ? req : dialog.rep;
    if (named != null && rejected != null) {
      if (!isOfUnknown) {
        rejected.answered(one.seen().nanos);
      }
      dialog.rej = one.sent();
    }
  }

  private void patience(CmCase one) {
    ObservedDialog dialog = dialogs.of(one.to(), one.message().get(CmMessage.REMOTE_ID));
    if (dialog == null || one.message().get(MsgRcptAck.MESSAGE_MRAED) >= NO_MESSAGE) {
      return;
    }
    Sent delayed = dialog.isActive(one.to()) ? dialog.req : dialog.rep;
    if (delayed != null) {
      long nanos = ObservedRepetitions.nanos(one.message().get(MsgRcptAck.SERVICE_TIMEOUT));
      delayed.patienceNanos = one.seen().nanos + ObservedRepetitions.least(nanos);
    }
  }

  private void disconnect(CmCase one) {
    long local = one.message().get(CmMessage.LOCAL_ID);
    long remote = one.message().get(CmMessage.REMOTE_ID);
    ObservedDialog exact = dialogs.between(one);
    ObservedDialog own = exact != null ? exact : dialogs.of(one.from(), local);
    ObservedDialog peers = exact != null ? exact : dialogs.of(one.to(), remote);
    ObservedDialog dialog = own != null ? own : peers;
    if (dialog == null || (own != null && peers != null && !ObservedDialogs.isSame(own, peers))) {
      dialog = dialogs.begin(one, local, remote);
    }
    Sent before = dialog.dreq(one.from());
    if (before != null && again.isSame(before, one, Rule.CM_DREQ_AGAIN)) {
      again.disconnecting(before, one, dialog);
      return;
    }
    if (dialog.req != null && dialog.rep != null && !dialog.isEnding()) {
      losses.cause();
      long qpn = dialog.qpn(!dialog.isActive(one.from()));
      boolean isForQp = one.message().get(DisconnectRequest.REMOTE_QPN_EECN) == qpn;
      boolean isRight = isForQp && ObservedDialogs.isSame(own, peers);
      one.check(Rule.CM_DREQ_IDS, isRight, "ids of the connection, and Remote QPN 0x%x", qpn);
      if (!isForQp) {
        dialogs.ignorable(one);
        return;
      }
    } else if (own != null && peers == null && dialog.isEnding()) {
      dialog = dialogs.begin(one, local, remote);
    }
    dialog.dreq(one.from(), one.sent());
    dialogs.unended(one, dialog);
  }

  private void disconnected(CmCase one) {
    long local = one.message().get(CmMessage.LOCAL_ID);
    long remote = one.message().get(CmMessage.REMOTE_ID);
    ObservedDialog exact = dialogs.between(one);
    ObservedDialog named = exact != null ? exact : dialogs.of(one.to(), remote);
    Sent dreq = named == null ? null : named.dreq(one.to());
    ObservedDialog dialog = dreq != null ? named : dialogs.unended(one.to(), one.tid());
    dreq = dialog == null ? null : dialog.dreq(one.to());
    if (dreq == null && dialogs.wasEnded(one)) {
      losses.cause();
      return;
    }
    if (dreq == null) {
      noCause(one);
      boolean isKnown = named != null || dialogs.of(one.from(), local) != null;
      if (complete && (isKnown || dialogs.wasNamed(one))) {
        one.check(Rule.CM_DREP_CAUSE, false, "DREP after DREQ only");
      }
      return;
    }
    losses.cause();
    if (dreq.answeredNanos == 0) {
      boolean isRight =
          remote == dreq.message.get(CmMessage.LOCAL_ID)
              && local == dreq.message.get(CmMessage.REMOTE_ID)
              && dreq.hasTid(one.message());
      one.check(Rule.CM_DREP_IDS, isRight, "ids of the DREQ in frame " + dreq.frame);
    }
    dreq.answered(one.seen().nanos);
  }

  /// Handles an answer to a message that was not seen, or that should be dropped.
  private void noCause(CmCase one) {
    losses.noCause();
    dropped(one);
  }

  private void dropped(CmCase one) {
    if (complete && dialogs.wasDropped(one)) {
      one.check(Rule.CM_DROPPED, false, "no response to a datagram that is to be dropped");
    }
  }

  private void resolved(CmCase one) {
    long id = one.message().get(ServiceIdResReqResp.REQUEST_ID);
    Sent named = dialogs.service(one.to(), id);
    Sent asked = named != null ? named : dialogs.serviceByTid(one.to(), one.tid());
    if (asked == null) {
      noCause(one);
      return;
    }
    losses.cause();
    if (asked.answeredNanos == 0) {
      boolean isRight =
          named != null
              && asked.hasTid(one.message())
              && one.message().get(ServiceIdResReqResp.SERVICE_ID)
                  == asked.message.get(ServiceIdResReq.SERVICE_ID);
      one.check(Rule.CM_SIDR_IDS, isRight, "ids of the SIDR_REQ in frame " + asked.frame);
    }
    asked.answered(one.seen().nanos);
  }

  private void alternate(CmCase one) {
    ObservedDialog dialog = dialogs.of(one.to(), one.message().get(CmMessage.REMOTE_ID));
    dialog =
        dialog != null ? dialog : dialogs.of(one.from(), one.message().get(CmMessage.LOCAL_ID));
    dialog = dialog != null ? dialog : dialogs.of(one.to(), one.message().get(CmMessage.LOCAL_ID));
    Sent lap = dialog == null ? null : dialog.lap;
    if (lap == null) {
      losses.noCause();
      return;
    }
    losses.cause();
    boolean isRight =
        one.message().get(CmMessage.REMOTE_ID) == lap.message.get(CmMessage.LOCAL_ID)
            && one.message().get(CmMessage.LOCAL_ID) == lap.message.get(CmMessage.REMOTE_ID)
            && lap.hasTid(one.message());
    one.check(Rule.CM_APR_IDS, isRight, "ids of the LAP in frame " + lap.frame);
  }
}
