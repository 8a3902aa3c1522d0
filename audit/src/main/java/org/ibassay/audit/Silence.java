package org.ibassay.audit;

import org.ibassay.wire.packet.Psn;

/// Missing packets: judged only if the capture is complete.
final class Silence {
  /// The longest wait for a response, as in the live tests.
  private static final long PATIENCE_NANOS = 5_000_000_000L;

  private Silence() {}

  static void judge(Flow requester, long endNanos, Doubts doubts) {
    Flow responder = requester.partner;
    if (responder == null
        || requester.tally.hasRivals
        || requester.refusedNanos != 0
        || requester.wanted >= 0) {
      return;
    }
    requester.tally.restart = null; // findings count in any case now
    responder.tally.restart = null;
    requester.requests.forEach(request -> {
      if (requester.restart == null
          && request.lastFrame > responder.anewFrame
          && isDue(requester, request)
          && endNanos - request.lastNanos > PATIENCE_NANOS) {
        answered(responder, request, doubts);
      }
    });
    Request newest = requester.newest;
    if (newest != null
        && newest.fault == null
        && newest.isPlain()
        && isEnd(newest)
        && endNanos - newest.lastNanos > PATIENCE_NANOS) {
      if (requester.askedForAck) {
        requester.tally.passed(Rule.ACK_ASKED);
      } else {
        requester.tally.failed(
            Rule.ACK_ASKED,
            newest.firstFrame,
            newest.psn,
            () -> "AckReq = 1 in one of the packets",
            () -> "AckReq = 0 in all");
      }
    }
  }

  private static boolean isDue(Flow requester, Request request) {
    return request.fault == null
        && !requester.gapReported
        && requester.holes.isEmpty()
        && request.stretch != 0
        && request.rnrNanos <= request.lastNanos // an RNR NAK is a response
        && (request.ackRequested || !request.isPlain());
  }

  private static boolean isEnd(Request request) {
    return request.operation != null && request.operation.isEnd();
  }

  /// Whether the responder was active in the same connection afterward: it answered another
  /// request, or continued with its own.
  private static boolean isAlive(Flow responder, Request request) {
    return responder.responses.lastFrame > request.lastFrame
        || (responder.restart == null
            && responder.firstRequestFrame < request.lastFrame
            && responder.requestFrame > request.lastFrame);
  }

  private static void answered(Flow responder, Request request, Doubts doubts) {
    Flow.Responses responses = responder.responses;
    int pmtu = responder.pmtu();
    boolean whole =
        request.isRead()
            ? request.count(pmtu) == Request.UNKNOWN || request.progress >= request.count(pmtu)
            : request.answered
                || (request.isPlain()
                    && responses.any
                    && !Psn.isBefore(responses.highest, request.psn));
    if (whole && request.owedFrame <= responses.lastFrame) {
      responder.tally.passed(Rule.ANSWERED);
    } else if (!isAlive(responder, request)) {
      doubts.add(Doubt.GONE);
    } else {
      responder.tally.failed(
          Rule.ANSWERED,
          request.lastFrame,
          request.psn,
          () -> "a response within 5 s",
          () -> request.progress > 0 ? "no more than " + request.progress + " packets" : "none");
    }
  }
}
