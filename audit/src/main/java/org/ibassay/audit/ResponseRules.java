package org.ibassay.audit;

import java.util.Deque;
import java.util.function.Supplier;
import org.ibassay.wire.packet.AtomicAckEth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Psn;

/// Rules for responses, compared with the requests of the other direction.
final class ResponseRules {
  private static final long AGAIN_NANOS = 1_000_000_000;

  private static final int MOST_AHEAD = 16;

  private final Doubts doubts;
  private final Losses losses;
  private final EarlyResponses early;
  private final boolean complete;
  private final NakRules naks;

  ResponseRules(Doubts doubts, Losses losses, EarlyResponses early, boolean complete) {
    this.doubts = doubts;
    this.losses = losses;
    this.early = early;
    this.complete = complete;
    this.naks = new NakRules(doubts, complete);
  }

  /// @param doubtful whether it may belong to another connection: then it violates no rule
  void take(Flow flow, Flow requester, AuditedPacket seen, boolean doubtful) {
    if (seen.packet.has(Header.AETH)) {
      Restart restart = requester.restart;
      if (restart != null && restart.isConfirmed(flow, requester, seen, complete)) {
        doubts.add(Doubt.ERA);
        Restart.count(requester, seen, losses);
        requester.beganAnew(restart.psn, restart.frame, seen.nanos);
      }
      flow.responses.msns.saw(seen.msn());
    }
    Restart pending = doubtful ? new Restart(seen) : requester.restart;
    flow.tally.restart = pending;
    requester.tally.restart = pending;
    if (seen.isPositive()) {
      positive(flow, requester, seen);
    } else {
      naks.take(flow, requester, seen);
    }
  }

  static void check(
      Flow flow, Rule rule, AuditedPacket seen, boolean holds, Supplier<String> expected) {
    if (holds) {
      flow.tally.passed(rule);
    } else {
      flow.tally.failed(rule, seen.frame, seen.psn, expected, seen::text);
    }
  }

  private void positive(Flow flow, Flow requester, AuditedPacket seen) {
    int pmtu = learnPmtu(flow, requester, seen);
    Flow.Responses responses = flow.responses;
    partition(flow, requester, seen);
    Request request = requester.requests.covering(seen.psn, pmtu);
    if (request == null) {
      unexplained(flow, requester, seen);
      return;
    }
    if (!isDue(request, seen)) {
      if (!isCreditUpdate(responses, seen)) {
        doubts.add(Doubt.AGAIN);
      }
      return;
    }
    if (request.psn == seen.psn && !accepts(flow, seen, request)) {
      return;
    }
    responses.lastFrame = seen.frame;
    if (request.isAtomic() && request.psn == seen.psn) {
      reported(flow, seen, request);
    }
    if (responses.isRepeated(seen.identity())) {
      request.answeredFrame = seen.frame;
      if (request.isRead() && seen.operation != null && seen.operation.isReadResponse()) {
        readResponse(flow, requester, seen, request, pmtu);
      }
      return;
    }
    responses.remember(seen.identity(), seen.nanos);
    int holes = requester.holes.fill(seen.psn);
    losses.found(holes);
    if (holes > 0 && complete) {
      gap(flow, requester, seen);
    }
    boolean right = kind(flow, requester, seen, request, pmtu);
    boolean fresh = order(flow, seen, request, right);
    if (seen.packet.has(Header.AETH)) {
      msn(flow, requester, seen, request, fresh);
    }
  }

  /// If the capture is complete, missing PSNs were not sent.
  private static void gap(Flow flow, Flow requester, AuditedPacket seen) {
    requester.tally.failed(
        Rule.CONTINUITY, seen.frame, seen.psn, () -> "PSNs without a gap before it", seen::text);
    check(flow, Rule.GAP, seen, false, () -> "a NAK for the PSNs that are missing before it");
  }

  /// An answered request has no further response, unless it was repeated by a packet that is
  /// missing in the capture.
  private static boolean isDue(Request request, AuditedPacket seen) {
    return request.isOwed()
        || (request.isRead() && Psn.difference(seen.psn, request.psn) >= request.progress);
  }

  /// An ACK may be repeated to report receives posted meanwhile (9.7.7.2).
  private static boolean isCreditUpdate(Flow.Responses responses, AuditedPacket seen) {
    return seen.operation == Operation.ACK && responses.any && seen.psn == responses.highest;
  }

  private static int learnPmtu(Flow flow, Flow requester, AuditedPacket seen) {
    if ((seen.operation == Operation.RDMA_READ_RESP_FIRST
            || seen.operation == Operation.RDMA_READ_RESP_MIDDLE)
        && seen.whole
        && flow.pmtu == 0
        && PathMtu.isLegal(seen.bytes)
        && isOfRead(requester, seen)) {
      flow.pmtu = seen.bytes;
    }
    return requester.pmtu != 0 ? requester.pmtu : flow.pmtu;
  }

  private static boolean isOfRead(Flow requester, AuditedPacket seen) {
    Request read = requester.requests.covering(seen.psn, requester.pmtu);
    return read != null && read.isRead() && isDue(read, seen);
  }

  /// The responder's partition is that of the requests it accepts.
  private static void partition(Flow flow, Flow requester, AuditedPacket seen) {
    if (requester.partition >= 0 && requester.partitionTwice) {
      int expected = requester.partition;
      int actual = seen.partition();
      if (expected == actual) {
        flow.tally.passed(Rule.PARTITION);
      } else {
        flow.tally.failed(
            Rule.PARTITION,
            seen.frame,
            seen.psn,
            () -> "the partition of the requests, 0x%04x".formatted(expected),
            () -> "0x%04x in %s".formatted(actual, seen.text()));
      }
    }
  }

  private void unexplained(Flow flow, Flow requester, AuditedPacket seen) {
    Request newest = requester.newest;
    if (newest != null && Psn.isBefore(newest.psn, seen.psn) && seen.packet.has(Header.AETH)) {
      Deque<Flow.Ahead> ahead = flow.responses.ahead;
      if (ahead.size() == MOST_AHEAD) {
        ahead.remove();
      }
      ahead.add(new Flow.Ahead(seen.psn, seen.nanos, seen.frame, seen.text()));
    }
    if (newest != null && Psn.isBefore(newest.psn, seen.psn)) {
      early.response(flow, seen);
    }
    flow.tally.unexplained();
    doubts.add(Doubt.UNEXPLAINED);
  }

  /// @return whether it was a request to acknowledge
  private boolean accepts(Flow flow, AuditedPacket seen, Request request) {
    RequestFault fault = request.fault;
    if (fault == null) {
      if (request.partition != flow.partition && flow.partition >= 0) {
        check(
            flow,
            Rule.DROPPED,
            seen,
            false,
            () -> "no response to partition 0x%04x".formatted(request.partition));
      }
      if (!request.answered) {
        losses.witnessed();
      }
      return true;
    }
    check(flow, fault.rule, seen, false, () -> "no acknowledge of " + fault.text);
    request.answered = true;
    return false;
  }

  private boolean kind(Flow flow, Flow requester, AuditedPacket seen, Request request, int pmtu) {
    Operation operation = seen.operation;
    if (operation != null && operation.isReadResponse()) {
      return readResponse(flow, requester, seen, request, pmtu);
    }
    boolean exact = request.psn == seen.psn;
    boolean right =
        operation == Operation.ATOMIC_ACK
            ? exact && request.isAtomic()
            // An ACK may repeat an earlier one.
            : request.answered || request.progress > 0 || (exact && !isAnsweredByItsOwn(request));
    check(
        flow,
        Rule.RESPONSE_KIND,
        seen,
        right,
        () -> "a response to " + OpCode.name(request.number));
    return right;
  }

  private static boolean isAnsweredByItsOwn(Request request) {
    return request.isRead()
        || request.isAtomic()
        || (request.operation != null && !request.isPlain());
  }

  /// Position and length follow from the READ. If a READ was repeated, either one applies.
  private boolean readResponse(
      Flow flow, Flow requester, AuditedPacket seen, Request request, int pmtu) {
    if (!request.isRead()) {
      if (!request.isExtended()) {
        check(
            flow,
            Rule.RESPONSE_KIND,
            seen,
            false,
            () -> "a response to " + OpCode.name(request.number));
      }
      return request.isExtended();
    }
    Request other = request.psn == seen.psn ? requester.requests.readBefore(seen.psn, pmtu) : null;
    boolean known = request.count(pmtu) != Request.UNKNOWN;
    if (!known) {
      boolean isWhole = seen.operation != Operation.RDMA_READ_RESP_ONLY || !seen.whole;
      check(
          flow,
          Rule.READ_RESPONSE,
          seen,
          isWhole || seen.bytes == request.dmaLength,
          () -> "an Only with all of the READ of " + request.dmaLength + " bytes");
      return true;
    }
    boolean right = agrees(seen, request, pmtu) || (other != null && agrees(seen, other, pmtu));
    if (right) {
      flow.tally.passed(Rule.READ_RESPONSE);
    } else {
      flow.tally.failed(
          Rule.READ_RESPONSE,
          seen.frame,
          seen.psn,
          request.psn,
          () -> expectedOfRead(seen, request, pmtu),
          seen::text);
    }
    return right;
  }

  private static boolean agrees(AuditedPacket seen, Request read, int pmtu) {
    return seen.operation == position(seen, read, pmtu)
        && (!seen.whole || seen.bytes == length(seen, read, pmtu));
  }

  private static Operation position(AuditedPacket seen, Request read, int pmtu) {
    int count = Math.max(1, read.count(pmtu));
    int index = Psn.difference(seen.psn, read.psn);
    if (count == 1) {
      return Operation.RDMA_READ_RESP_ONLY;
    }
    return index == 0
        ? Operation.RDMA_READ_RESP_FIRST
        : index == count - 1 ? Operation.RDMA_READ_RESP_LAST : Operation.RDMA_READ_RESP_MIDDLE;
  }

  private static long length(AuditedPacket seen, Request read, int pmtu) {
    long index = Psn.difference(seen.psn, read.psn);
    return pmtu == 0 ? read.dmaLength : Math.min(pmtu, read.dmaLength - index * pmtu);
  }

  private static String expectedOfRead(AuditedPacket seen, Request read, int pmtu) {
    return "%s of %d bytes, for the READ of %d with PSN %d"
        .formatted(
            position(seen, read, pmtu).text(), length(seen, read, pmtu), read.dmaLength, read.psn);
  }

  /// @return whether it is the first response to its request, or a later one to the same request
  private boolean order(Flow flow, AuditedPacket seen, Request request, boolean right) {
    Flow.Responses responses = flow.responses;
    int index = Psn.difference(seen.psn, request.psn);
    boolean first = request.isRead() ? index >= request.progress : !request.answered;
    boolean isAfterHighest = !responses.any || Psn.isBefore(responses.highest, seen.psn);
    if (first) {
      boolean sentSince = request.lastFrame > responses.highestFrame;
      if (isAfterHighest || sentSince) {
        flow.tally.passed(Rule.RESPONSE_ORDER);
      } else if (Swaps.mayBe(flow, seen, request, request.ends, complete)) {
        doubts.add(Doubt.DELAYED);
      } else {
        late(flow, seen, responses.highest);
      }
      if (right && request.isRead() && index > request.progress && !sentSince) {
        losses.found(1);
      }
    }
    request.answered = true;
    request.answeredFrame = seen.frame;
    request.progress = Math.max(request.progress, index + 1);
    if (isAfterHighest) {
      responses.any = true;
      responses.highest = seen.psn;
      responses.highestFrame = seen.frame;
      responses.highestNanos = seen.nanos;
      responses.highestEnds = request.ends;
      if (seen.packet.has(Header.AETH)) {
        responses.highestMsn = seen.msn();
      }
    }
    return first && isAfterHighest;
  }

  /// Not long after the first response: after a restart, a QP may send the same request.
  private static void reported(Flow flow, AuditedPacket seen, Request request) {
    if (!seen.packet.has(Header.ATOMIC_ACK_ETH)) {
      return;
    }
    long value = seen.packet.get(Header.ATOMIC_ACK_ETH, AtomicAckEth.ORIG_REM_DT);
    if (request.reportedNanos == 0 || seen.nanos - request.reportedNanos > AGAIN_NANOS) {
      request.reported = value;
      request.reportedNanos = seen.nanos;
    } else if (request.reported == value) {
      flow.tally.passed(Rule.ATOMIC_AGAIN);
    } else {
      long before = request.reported;
      flow.tally.failed(
          Rule.ATOMIC_AGAIN,
          seen.frame,
          seen.psn,
          () -> "OrigRemDt 0x%x, as reported before".formatted(before),
          () -> "OrigRemDt 0x%x in %s".formatted(value, seen.text()));
    }
  }

  private static void late(Flow flow, AuditedPacket seen, int highest) {
    check(flow, Rule.RESPONSE_ORDER, seen, false, () -> "before the response with PSN " + highest);
  }

  private static void msn(
      Flow flow, Flow requester, AuditedPacket seen, Request request, boolean fresh) {
    if (request.stretch != requester.stretch || request.stretch == 0) {
      return;
    }
    boolean notYet = seen.operation == Operation.RDMA_READ_RESP_FIRST;
    long completed = fresh ? request.ends - (notYet ? 1 : 0) : -1;
    int stretch = requester.stretch;
    Msns msns = flow.responses.msns;
    boolean isFirst = !msns.isKnown(stretch);
    boolean agrees = msns.agrees(seen.msn(), completed, requester.ends, stretch);
    if (!isFirst) {
      check(
          flow, Rule.MSN, seen, agrees, () -> "an MSN that counts the messages, as the others do");
    }
  }
}
