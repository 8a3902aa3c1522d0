package org.ibassay.audit;

import java.util.function.Consumer;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;
import org.jspecify.annotations.Nullable;

/// Finds the two directions of a connection. The packets of a reliable connection do not contain
/// the sender's QP. The evidence is therefore a response: it belongs to the only flow in the
/// opposite direction between the same addresses that has an unanswered request with its PSN.
///
/// QPs and PSNs are reused. A pair is therefore searched again after one of the two flows may have
/// restarted, or another flow has begun since its last packet; it is accepted only if a single flow
/// can have sent the request. Until then, responses are not judged.
final class Pairing {
  /// Only this number of the latest flows is considered.
  private static final int MOST = 64;

  /// How far after a NAK's PSN the packet that caused it may be.
  private static final int NEAR = 256;

  private static final long SILENCE_NANOS = 1_000_000;

  /// Whether the last response may belong to several flows.
  boolean isAmbiguous;

  private final Consumer<Flow> ended;

  /// @param ended called with each flow before its connection is replaced by another
  Pairing(Consumer<Flow> ended) {
    this.ended = ended;
  }

  @Nullable Flow partner(Flow flow, AuditedPacket seen) {
    isAmbiguous = false;
    Flow current = flow.partner;
    if (current != null
        && isSettled(flow, current)
        && isOlder(flow.opposite.newest(), current.lastFrame)) {
      return current; // the usual case: no new flow
    }
    Flow found = search(flow, seen, current);
    if (found == null) {
      return null;
    }
    if (found != current) {
      join(flow, found);
    }
    flow.settledFrame = seen.frame;
    found.settledFrame = seen.frame;
    return found;
  }

  /// Returns the only flow that may have sent the request; the current partner if there is no other
  /// candidate.
  private @Nullable Flow search(Flow flow, AuditedPacket seen, @Nullable Flow current) {
    Flow best = current != null && mayAnswer(flow, seen, current) ? current : null;
    long since = current == null ? -1 : Math.min(current.lastSettled(), flow.lastSettled());
    boolean hasRival = false;
    int looked = 0;
    // Earlier flows began while the partner was known.
    for (Flow candidate = flow.opposite.newest();
        candidate != null && candidate.firstFrame >= since && looked < MOST;
        candidate = candidate.older) {
      looked++;
      if (candidate == current || candidate == flow || !isFree(flow, candidate)) {
        continue;
      }
      hasRival = true;
      if (!answers(seen, candidate)) {
        continue;
      }
      if (best == null || isPast(best, candidate)) {
        best = candidate;
      } else if (!isPast(candidate, best)) {
        doubt(flow, best, candidate);
      }
    }
    if (isAmbiguous) {
      return null;
    }
    boolean isCurrent = !hasRival || (best == null && current != null && isSettled(flow, current));
    return isCurrent ? current : best;
  }

  private static boolean isSettled(Flow one, Flow other) {
    return one.isSettled() && other.isSettled();
  }

  private static boolean isOlder(@Nullable Flow flow, long frame) {
    return flow == null || flow.firstFrame < frame;
  }

  /// Both existed at that time: it may answer either.
  private void doubt(Flow flow, Flow one, Flow other) {
    isAmbiguous = true;
    flow.tally.hasRivals = true;
    one.tally.hasRivals = true;
    other.tally.hasRivals = true;
  }

  /// Whether a flow was NAKed, or silent for long, before another one began: it gets no more
  /// responses.
  private static boolean isPast(Flow flow, Flow later) {
    return later.firstFrame > flow.lastFrame
        && ((flow.refusedNanos != 0 && flow.refusedFrame > flow.firstFrame)
            || later.firstNanos - flow.lastNanos > SILENCE_NANOS);
  }

  /// Whether a flow has no partner, may have restarted since, or ended before this one began.
  private static boolean isFree(Flow flow, Flow candidate) {
    Flow taken = candidate.partner;
    return !candidate.isOver
        && (taken == null
            || !candidate.isSettled()
            || !taken.isSettled()
            || taken.lastFrame < Math.max(flow.firstFrame, candidate.firstFrame));
  }

  /// Requests that the partner has sent since may be retransmissions: then an ACK may have any of
  /// their PSNs.
  private static boolean mayAnswer(Flow flow, AuditedPacket seen, Flow partner) {
    return answers(seen, partner)
        || (seen.operation == Operation.ACK
            && partner.requestFrame > flow.responses.lastFrame
            && partner.requests.covering(seen.psn, partner.pmtu()) != null);
  }

  private static boolean answers(AuditedPacket seen, Flow requester) {
    int pmtu = requester.isSettled() ? requester.pmtu() : 0;
    Request request = requester.requests.covering(seen.psn, pmtu);
    Operation operation = seen.operation;
    if (request == null) {
      return isSequenceNak(seen) && requester.newest != null && isNear(seen, requester.newest);
    }
    if (operation == null) {
      return false;
    }
    if (operation.isReadResponse()) {
      int index = Psn.difference(seen.psn, request.psn);
      return (request.isRead() && (index >= request.progress || request.isOwed()))
          || (request.isExtended() && request.isOwed());
    }
    return request.isOwed()
        && (!seen.isPositive() || request.isAtomic() == (operation == Operation.ATOMIC_ACK));
  }

  private static boolean isSequenceNak(AuditedPacket seen) {
    return seen.syndrome() == (Syndrome.NAK | Syndrome.Nak.PSN_SEQUENCE_ERROR);
  }

  private static boolean isNear(AuditedPacket seen, Request newest) {
    int distance = Psn.difference(newest.psn, seen.psn);
    return distance >= 0 && distance < NEAR;
  }

  private void join(Flow one, Flow other) {
    separate(one, other.firstFrame);
    separate(other, one.firstFrame);
    one.partner = other;
    other.partner = one;
    other.connection.join(one.tally, one.connection);
    one.connection = other.connection;
  }

  /// Ends the flow's previous connection.
  private void separate(Flow flow, long begin) {
    Flow before = flow.partner;
    if (before == null) {
      return;
    }
    ended.accept(flow);
    ended.accept(before);
    boolean goesOn = !before.isSettled();
    long begun = flow.isSettled() ? Math.min(before.lastFrame + 1, begin) : flow.firstFrame;
    before.partner = null;
    before.responses.clear();
    if (goesOn) {
      begin(before, before.firstFrame);
    } else {
      before.isOver = true;
    }
    flow.partner = null;
    flow.responses.clear();
    begin(flow, begun);
  }

  private static void begin(Flow flow, long from) {
    flow.forgetBefore(from);
    flow.anotherConnection();
  }
}
