package org.ibassay.audit;

import java.util.function.Consumer;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;
import org.jspecify.annotations.Nullable;

/// Finds the two directions of a connection. A packet of a reliable connection does not tell its
/// sender's QP; so the evidence is a response: the one flow the other way round, between the same
/// addresses, that has an unanswered request with its PSN.
///
/// QPs are used again, and so are PSNs. So a pair is looked at anew once one of the two may have
/// begun anew, or another flow has begun since its last packet; and only where one flow alone can
/// have asked for a response, it is the one. Until then responses are not judged.
final class Pairing {
  /// Of many flows the latest are looked at.
  private static final int MOST = 64;

  /// How far after a NAK's PSN the packet may be that led to it.
  private static final int NEAR = 256;

  private static final long SILENCE_NANOS = 1_000_000;

  /// Whether the last response may belong to several flows.
  boolean isAmbiguous;

  private final Consumer<Flow> ended;

  /// @param ended sees each flow before its connection is given up for another
  Pairing(Consumer<Flow> ended) {
    this.ended = ended;
  }

  @Nullable Flow partner(Flow flow, AuditedPacket seen) {
    isAmbiguous = false;
    Flow current = flow.partner;
    if (current != null
        && isSettled(flow, current)
        && isOlder(flow.opposite.newest(), current.lastFrame)) {
      return current; // as mostly: nothing has begun meanwhile
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

  /// The one flow that may have asked for a response; the current partner where there is no other
  /// that could be.
  private @Nullable Flow search(Flow flow, AuditedPacket seen, @Nullable Flow current) {
    Flow best = current != null && mayAnswer(flow, seen, current) ? current : null;
    long since = current == null ? -1 : Math.min(current.lastSettled(), flow.lastSettled());
    boolean hasRival = false;
    int looked = 0;
    // Those before it began while the partner was there.
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

  /// Both were there at that time: it may answer either.
  private void doubt(Flow flow, Flow one, Flow other) {
    isAmbiguous = true;
    flow.tally.hasRivals = true;
    one.tally.hasRivals = true;
    other.tally.hasRivals = true;
  }

  /// Whether a flow was refused, or silent for long, before another one began: an answer to it does
  /// not come any more.
  private static boolean isPast(Flow flow, Flow later) {
    return later.firstFrame > flow.lastFrame
        && ((flow.refusedNanos != 0 && flow.refusedFrame > flow.firstFrame)
            || later.firstNanos - flow.lastNanos > SILENCE_NANOS);
  }

  /// A flow that has a partner is free again when it may have begun anew since, or when that was
  /// over before this one began.
  private static boolean isFree(Flow flow, Flow candidate) {
    Flow taken = candidate.partner;
    return !candidate.isOver
        && (taken == null
            || !candidate.isSettled()
            || !taken.isSettled()
            || taken.lastFrame < Math.max(flow.firstFrame, candidate.firstFrame));
  }

  /// Packets that its partner has sent since may have been sent before: then an ACK may name any of
  /// them.
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

  /// Ends what a flow had before.
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
