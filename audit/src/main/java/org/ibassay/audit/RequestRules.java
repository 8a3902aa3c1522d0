package org.ibassay.audit;

import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Psn;
import org.jspecify.annotations.Nullable;

/// Rules for the requests in a flow: their order, and what is retransmitted when.
///
/// The contents of a PSN do not change during a connection. If they do, the QP has restarted, and
/// earlier requests are dropped.
final class RequestRules {
  /// A greater distance between PSNs means two connections.
  private static final int FAR = 1 << 20;

  private static final long IDLE = 1_000_000_000;
  private static final long MICROSECOND = 1_000;
  private static final long MILLISECOND = 1_000_000;

  /// How long a requester may continue after a NAK: Linux Soft-RoCE in a guest took some
  /// milliseconds.
  private static final long REACTION = 100 * MILLISECOND;

  private final Doubts doubts;
  private final Losses losses;
  private final EarlyResponses early;
  private final CaptureClock clock;
  private final boolean complete;

  RequestRules(
      Doubts doubts, Losses losses, EarlyResponses early, CaptureClock clock, boolean complete) {
    this.doubts = doubts;
    this.losses = losses;
    this.early = early;
    this.clock = clock;
    this.complete = complete;
  }

  void take(Flow flow, AuditedPacket seen, @Nullable RequestFault fault) {
    Restart.consider(flow, seen, clock);
    Request old = flow.requests.at(seen.psn);
    if (old != null) {
      if (isSame(old, seen)) {
        again(flow, old, seen);
        return;
      }
      if (fault == RequestFault.INVALID_HEADER) {
        return;
      }
      if (old.fault == RequestFault.INVALID_HEADER) {
        goBack(flow, seen);
        boolean last = flow.newest == old;
        fill(flow, old, seen, fault);
        if (last) {
          MessageRules.follow(flow, old, seen, null);
        }
        return;
      }
      if (isPart(flow, old, seen)) {
        doubts.add(Doubt.READ_SPLIT);
        fill(flow, old, seen, fault).stretch = 0;
        return;
      }
      if (isOtherLength(flow, old, seen)) {
        flow.tally.failed(
            Rule.READ_RETRY,
            seen.frame,
            seen.psn,
            () -> "DMALen " + old.dmaLength + ", as before",
            () -> "DMALen " + seen.announced() + " in " + seen.text());
        again(flow, old, seen);
        return;
      }
      notRising(flow, old, seen);
      beginAnew(flow, seen);
    }
    Request newest = flow.newest;
    if (newest != null
        && (isFar(seen, newest)
            || (Psn.isBefore(seen.psn, newest.psn)
                && seen.operation != Operation.RDMA_READ_REQ
                && isIdle(flow, seen)))) {
      beginAnew(flow, seen);
    }
    early.request(flow, seen);
    confirmAhead(flow, seen);
    goBack(flow, seen);
    if (restOfRead(flow, seen, fault)) {
      return;
    }
    newest = flow.newest;
    if (newest == null) {
      flow.requestsBegin(seen.psn, seen.frame);
      Request made = fill(flow, flow.requests.place(seen.psn), seen, fault);
      MessageRules.follow(flow, made, seen, null);
      flow.newest = made;
    } else if (Psn.difference(seen.psn, newest.psn) > 0) {
      next(flow, newest, seen, fault);
    } else {
      if (flow.holes.fill(seen.psn) > 0 && seen.nanos - newest.firstNanos < MILLISECOND) {
        losses.outOfOrder();
      }
      Request made = fill(flow, flow.requests.place(seen.psn), seen, fault);
      made.stretch = 0;
    }
  }

  /// A message that continues with the PSN with which it began.
  private static void notRising(Flow flow, Request old, AuditedPacket seen) {
    if (old == flow.newest
        && old.operation != null
        && seen.operation != null
        && !old.operation.isEnd()
        && !seen.operation.isStart()
        && old.fault == null
        && old.operation.isSend() == seen.operation.isSend()) {
      flow.tally.failed(
          Rule.REQUEST_SEQUENCE,
          seen.frame,
          seen.psn,
          () -> "PSN " + Psn.next(seen.psn) + ", the next one",
          seen::text);
    }
  }

  private void beginAnew(Flow flow, AuditedPacket seen) {
    doubts.add(Doubt.ERA);
    Restart.count(flow, seen, losses);
    Restart pending = flow.restart;
    if (pending == null) {
      flow.mayBegin(seen.frame, seen.nanos);
      flow.beganAnew(seen.psn, seen.frame, seen.nanos);
    } else {
      flow.beganAnew(pending.latestPsn, pending.latestFrame, seen.nanos);
    }
    flow.tally.restart = null;
  }

  private static boolean isFar(AuditedPacket seen, Request newest) {
    int distance = Psn.difference(seen.psn, newest.psn);
    long most = newest.isRead() ? newest.dmaLength / PathMtu.LEAST + FAR : FAR;
    return distance > most || distance < -FAR;
  }

  /// Whether no request was received for longer than most retries take.
  private static boolean isIdle(Flow flow, AuditedPacket seen) {
    Request newest = flow.newest;
    return newest != null && seen.nanos - newest.lastNanos > IDLE;
  }

  private static boolean isSame(Request old, AuditedPacket seen) {
    return old.number == seen.number
        && (old.bytes == seen.bytes || !old.whole || !seen.whole)
        && old.address == seen.address()
        && old.dmaLength == seen.announced()
        && (old.fault == RequestFault.INVALID_HEADER) == isInvalid(seen);
  }

  private static boolean isInvalid(AuditedPacket seen) {
    return seen.invalid;
  }

  private static boolean isOtherLength(Flow flow, Request old, AuditedPacket seen) {
    return old.isRead()
        && flow.partner != null
        && old.psn != flow.firstPsn // there a QP that is used again may begin, too
        && !old.answered
        && old.number == seen.number
        && old.address == seen.address()
        && seen.announced() < old.dmaLength;
  }

  /// Whether it requests the first packets of a READ: the rules for this are unclear.
  private static boolean isPart(Flow flow, Request old, AuditedPacket seen) {
    int pmtu = flow.pmtu();
    return isOtherLength(flow, old, seen)
        && seen.announced() % (pmtu == 0 ? PathMtu.LEAST : pmtu) == 0;
  }

  private Request fill(
      Flow flow, Request request, AuditedPacket seen, @Nullable RequestFault fault) {
    request.psn = seen.psn;
    request.operation = seen.operation;
    request.number = seen.number;
    request.bytes = seen.bytes;
    request.whole = seen.whole;
    request.address = seen.address();
    request.dmaLength = seen.announced();
    request.ackRequested = seen.isAckRequested();
    request.partition = seen.partition();
    request.fault = fault;
    request.isRunt = seen.isRunt();
    request.firstFrame = seen.frame;
    request.firstNanos = seen.nanos;
    request.lastFrame = seen.frame;
    request.lastNanos = seen.nanos;
    request.answered = false;
    request.answeredFrame = 0;
    request.reportedNanos = 0;
    request.owedFrame = seen.frame;
    request.progress = 0;
    request.rnrNanos = 0;
    request.rnrWait = 0;
    request.stretch = flow.stretch;
    request.ends = flow.ends;
    flow.askedForAck |= request.ackRequested;
    if (request.isRead()) {
      Request newest = flow.newest;
      boolean follows = newest == null || Psn.difference(seen.psn, newest.psn) > 0;
      flow.requests.keepRead(request, follows);
    }
    return request;
  }

  /// Acknowledged requests are not retransmitted, unless the acknowledgment was lost.
  private void copied(Flow flow, Request request) {
    Flow other = flow.partner;
    boolean acknowledged =
        other != null
            && other.responses.any
            && !Psn.isBefore(other.responses.highest, request.psn)
            && !request.isRead();
    if (acknowledged || (request.answered && !request.isOwed())) {
      losses.copied();
    }
  }

  /// Handles a repetition of the same packet.
  private void again(Flow flow, Request request, AuditedPacket seen) {
    if (request.rnrWait > 0 && seen.nanos != 0) {
      rnrWait(flow, request, seen);
    }
    if (flow.wanted >= 0 && !Psn.isBefore(flow.wanted, seen.psn)) {
      flow.wanted = -1;
    }
    request.partition = seen.partition();
    copied(flow, request);
    if (complete || seen.nanos - request.lastNanos >= Flow.TWIN_NANOS) {
      request.owedFrame = seen.frame;
    } else {
      losses.twin();
    }
    request.lastFrame = seen.frame;
    request.lastNanos = seen.nanos;
    request.ackRequested |= seen.isAckRequested();
    flow.askedForAck |= request.ackRequested;
  }

  /// The RNR NAK may have been captured late, but not before its request was sent: so a wait is
  /// certainly too short only if it is too short from the request on.
  private void rnrWait(Flow flow, Request request, AuditedPacket seen) {
    long wait = request.rnrWait;
    long waited = seen.nanos - request.rnrNanos;
    // Two copies so close may be one packet that is duplicated in the capture.
    if (!complete && waited <= MILLISECOND && waited < wait) {
      return;
    }
    request.rnrWait = 0;
    long least = wait - wait / 100 - MICROSECOND;
    if (waited >= least) {
      flow.tally.passed(Rule.RNR_WAIT);
    } else if (clock.most(request.lastNanos, seen.nanos) >= least) {
      doubts.add(Doubt.CLOCK);
    } else {
      flow.tally.failed(
          Rule.RNR_WAIT,
          seen.frame,
          seen.psn,
          () -> "not before %.2f ms after the RNR NAK".formatted(wait / 1e6),
          () -> "%s after %.2f ms".formatted(seen.text(), waited / 1e6));
    }
  }

  /// Handles a request whose response was captured before it: on the wire, that is impossible.
  private static void confirmAhead(Flow flow, AuditedPacket seen) {
    Flow other = flow.partner;
    if (other == null || other.responses.ahead.isEmpty()) {
      return;
    }
    for (Flow.Ahead ahead : other.responses.ahead) {
      if (ahead.psn() == seen.psn
          && seen.nanos - ahead.nanos() > EarlyResponses.OUT_OF_STEP_NANOS) {
        other.tally.failed(
            Rule.RESPONSE_PSN,
            ahead.frame(),
            seen.psn,
            () -> "the PSN of a request that was sent",
            () -> ahead.text() + ", sent only in frame " + seen.frame);
      }
    }
    other.responses.ahead.removeIf(ahead -> ahead.psn() == seen.psn);
  }

  /// After a NAK or RNR NAK, nothing new is sent before the requested PSN; judged only if the
  /// capture is complete.
  private static void goBack(Flow flow, AuditedPacket seen) {
    if (flow.refusedNanos != 0 && seen.nanos - flow.refusedNanos > REACTION) {
      flow.tally.failed(
          Rule.ERROR_STATE,
          seen.frame,
          seen.psn,
          () -> "no request after the one that was NAKed",
          seen::text);
      return;
    }
    if (flow.wanted < 0) {
      return;
    }
    if (!Psn.isBefore(flow.wanted, seen.psn)) {
      flow.wanted = -1;
    } else if (seen.nanos - flow.wantedNanos > REACTION) {
      int wanted = flow.wanted;
      flow.wanted = -1;
      flow.tally.failed(
          Rule.GO_BACK,
          seen.frame,
          seen.psn,
          () -> "PSN " + wanted + " once more, which was NAKed",
          seen::text);
    }
  }

  /// A READ for the part that another READ has not received.
  private boolean restOfRead(Flow flow, AuditedPacket seen, @Nullable RequestFault fault) {
    int pmtu = flow.pmtu();
    if (seen.operation != Operation.RDMA_READ_REQ || pmtu == 0) {
      return false;
    }
    Request whole = flow.requests.readBefore(seen.psn, pmtu);
    if (whole == null) {
      return false;
    }
    long gone = (long) Psn.difference(seen.psn, whole.psn) * pmtu;
    long address = whole.address + gone;
    long length = whole.dmaLength - gone;
    if (seen.address() == address && seen.announced() == length) {
      flow.tally.passed(Rule.READ_RETRY);
    } else if (whole.progress >= whole.count(pmtu)
        || isIdle(flow, seen)
        || !whole.reads(seen.address())) {
      beginAnew(flow, seen); // the READ was complete, or this is no part of it
      return false;
    } else {
      flow.tally.failed(
          Rule.READ_RETRY,
          seen.frame,
          seen.psn,
          () -> "VA 0x%x, DMALen %d, the rest of the READ".formatted(address, length),
          () -> "VA 0x%x, DMALen %d".formatted(seen.address(), seen.announced()));
    }
    Request made = fill(flow, flow.requests.place(seen.psn), seen, fault);
    made.stretch = 0;
    return true;
  }

  /// Whether it may request the rest of the preceding READ, whose response packets have an unknown
  /// length.
  private static boolean mayBeRest(Request read, AuditedPacket seen, int pmtu) {
    long gone = seen.address() - read.address;
    return read.count(pmtu) == Request.UNKNOWN
        && gone > 0
        && gone == read.dmaLength - seen.announced();
  }

  private void next(Flow flow, Request newest, AuditedPacket seen, @Nullable RequestFault fault) {
    int distance = Psn.difference(seen.psn, newest.psn);
    int count = newest.count(flow.pmtu());
    boolean follows =
        newest.isFollowedBy(seen.psn, flow.pmtu()) && !mayBeRest(newest, seen, flow.pmtu());
    Request before = newest;
    if (!follows) {
      if (count != Request.UNKNOWN && distance > count) {
        flow.holes.add(Psn.add(newest.psn, count));
      }
      flow.stretch++;
      flow.message.forget();
      before = null;
    }
    // A packet that a receiver drops is not part of a message.
    boolean known = before != null && before.fault != RequestFault.INVALID_HEADER;
    Operation earlier = known && before != null ? before.operation : null;
    Request made = fill(flow, flow.requests.place(seen.psn), seen, fault);
    made.stretch = flow.stretch;
    MessageRules.follow(flow, made, seen, earlier);
    flow.newest = made;
  }
}
