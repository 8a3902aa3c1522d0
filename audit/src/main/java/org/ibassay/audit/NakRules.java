package org.ibassay.audit;

import static org.ibassay.audit.ResponseRules.check;

import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.Syndrome.Nak;

/// Rules for NAKs and RNR NAKs, compared with the requests that they answer.
final class NakRules {
  private final Doubts doubts;
  private final boolean complete;

  NakRules(Doubts doubts, boolean complete) {
    this.doubts = doubts;
    this.complete = complete;
  }

  void take(Flow flow, Flow requester, AuditedPacket seen) {
    boolean repeated = flow.responses.isRepeated(seen.identity());
    flow.responses.remember(seen.identity(), seen.nanos);
    Request request = requester.requests.covering(seen.psn, requester.pmtu());
    if (seen.operation != Operation.ACK) {
      check(flow, Rule.READ_RESPONSE, seen, false, () -> "an ACK");
      return;
    }
    if (requester.newest == null) {
      return; // the start of the connection is unknown
    }
    if (request != null && request.psn == seen.psn) {
      refused(flow, seen, request);
    }
    switch (Syndrome.of(seen.syndrome())) {
      case Syndrome.RnrNak rnr -> {
        if (request != null && request.psn == seen.psn && request.rnrNanos < request.lastNanos) {
          request.rnrNanos = seen.nanos;
          request.rnrWait = seen.nanos == 0 ? 0 : rnr.nanos();
        }
        want(requester, seen);
      }
      case Nak nak when nak.code() == Nak.PSN_SEQUENCE_ERROR -> {
        sequenceNak(flow, requester, seen, repeated);
        requester.gapReported = true;
        want(requester, seen);
      }
      case Nak _ -> {
        if (requester.refusedNanos == 0) {
          requester.refusedNanos = seen.nanos;
          requester.refusedFrame = seen.frame;
        }
      }
      case Syndrome.Ack _, Syndrome.Reserved _ -> {
        // judged by its actual cause
      }
    }
  }

  private static void want(Flow requester, AuditedPacket seen) {
    if (requester.wanted < 0) {
      requester.wanted = seen.psn;
      requester.wantedNanos = seen.nanos;
    }
  }

  private static void refused(Flow flow, AuditedPacket seen, Request request) {
    RequestFault fault = request.fault;
    boolean access = Syndrome.of(seen.syndrome()).equals(new Nak(Nak.REMOTE_ACCESS_ERROR));
    if (fault == RequestFault.INVALID_HEADER && request.isRunt && !access) {
      return; // dropped or refused, as in the live tests
    }
    if (fault == RequestFault.INVALID_HEADER) {
      check(flow, Rule.DROPPED, seen, false, () -> "no response to a packet that is to be dropped");
    } else if (fault != null) {
      // A SEND specifies no memory, so it cannot cause an access error.
      boolean right = !access || request.operation == null || !request.operation.isSend();
      check(flow, fault.rule, seen, right, () -> "NAK, invalid request, of " + fault.text);
    } else if (request.dmaLength == 0 && request.operation != Operation.FLUSH) {
      // A FLUSH of no bytes may be for a whole region, by its R_Key.
      check(flow, Rule.NO_ACCESS, seen, !access, () -> "no access error: no memory is reached");
    }
  }

  /// It has the missing PSN: a later request must have been received, and this one not answered.
  private void sequenceNak(Flow flow, Flow requester, AuditedPacket seen, boolean repeated) {
    Request newest = requester.newest;
    Flow.Responses responses = flow.responses;
    if (newest == null) {
      return;
    }
    boolean isUsedAgain = flow.anewFrame > 0 || requester.anewFrame > 0;
    if (!complete
        && isUsedAgain
        && Math.abs(Psn.difference(newest.psn, seen.psn)) > RecentRequests.MOST) {
      doubts.add(Doubt.UNEXPLAINED);
      return;
    }
    boolean isBeforeNewest = Psn.isBefore(seen.psn, newest.psn);
    if (repeated && isBeforeNewest && !complete) {
      doubts.add(Doubt.AGAIN); // possibly a duplicate
      return;
    }
    if (repeated && requester.wanted == seen.psn) {
      check(flow, Rule.SEQUENCE_NAK, seen, false, () -> "to be reported once");
      return;
    }
    if (responses.any && !Psn.isBefore(responses.highest, seen.psn)) {
      if (mayBeSwapped(flow, requester, newest, seen)) {
        doubts.add(Doubt.DELAYED);
        return;
      }
      int highest = responses.highest;
      check(
          flow,
          Rule.SEQUENCE_NAK,
          seen,
          false,
          () -> "a PSN after " + highest + ", which was acknowledged");
      return;
    }
    check(
        flow,
        Rule.SEQUENCE_NAK,
        seen,
        isBeforeNewest,
        () -> "something after that PSN: the last one sent was " + newest.psn);
  }

  private boolean mayBeSwapped(Flow flow, Flow requester, Request newest, AuditedPacket seen) {
    Request request = requester.requests.covering(seen.psn, requester.pmtu());
    long ends = request == null ? 0 : request.endsBefore();
    return Psn.difference(newest.psn, seen.psn) <= RecentRequests.MOST
        && Swaps.mayBe(flow, seen, request, ends, complete);
  }
}
