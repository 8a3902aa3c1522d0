package org.ibassay.suite.audit;

import java.util.List;
import java.util.function.Consumer;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;
import org.jspecify.annotations.Nullable;

/// Finds the two directions of a connection. A packet of a reliable connection does not tell its
/// sender's QP; so the evidence is a response: the one flow the other way round, between the same
/// addresses, that has an unanswered request with its PSN.
///
/// QPs are used again, and so are PSNs: a pair is given up for another one when one of the two was
/// over before the first packet of the new partner.
final class Pairing {
  /// Of many flows the latest are looked at.
  private static final int MOST = 64;

  /// How far behind a NAK's PSN the packet may be that led to it.
  private static final int NEAR = 256;

  private static final long SILENCE_NANOS = 1_000_000;

  /// Whether the last response may belong to several flows.
  boolean isAmbiguous;

  private final List<Connection> connections;
  private final Consumer<Flow> ended;

  /// @param ended sees each flow before its connection is given up for another
  Pairing(List<Connection> connections, Consumer<Flow> ended) {
    this.connections = connections;
    this.ended = ended;
  }

  @Nullable Flow partner(Flow flow, Seen seen) {
    isAmbiguous = false;
    Flow current = flow.partner;
    if (current != null && flow.opposite.getLast().firstFrame < current.lastFrame) {
      return current; // as mostly: nothing has begun meanwhile
    }
    Flow better = search(flow, seen, current);
    boolean mayBeOfCurrent = current != null && answers(seen, current);
    if (better != null && (current == null || !mayBeOfCurrent || isPast(current, better))) {
      join(flow, better);
      return better;
    }
    isAmbiguous |= mayBeOfCurrent && better != null;
    return current;
  }

  private @Nullable Flow search(Flow flow, Seen seen, @Nullable Flow current) {
    Flow best = null;
    int looked = 0;
    for (Flow candidate : flow.opposite.reversed()) {
      if (looked++ == MOST || (current != null && candidate.firstFrame < current.lastFrame)) {
        break; // those before it began while the partner was there
      }
      if (candidate == current
          || candidate == flow
          || !isFree(flow, candidate)
          || !answers(seen, candidate)) {
        continue;
      }
      if (best == null) {
        best = candidate;
      } else if (!isPast(candidate, best)) {
        isAmbiguous = true;
        return null; // both were there at that time: it may answer either
      }
    }
    return best;
  }

  /// Whether a flow was refused, or silent for long, before another one began: an answer to it does
  /// not come any more.
  private static boolean isPast(Flow flow, Flow later) {
    return later.firstFrame > flow.lastFrame
        && (flow.refusedNanos != 0 || later.firstNanos - flow.lastNanos > SILENCE_NANOS);
  }

  /// A flow that has a partner is free again when that was over before this one began.
  private static boolean isFree(Flow flow, Flow candidate) {
    Flow taken = candidate.partner;
    return !candidate.isOver
        && (taken == null || taken.lastFrame < Math.max(flow.firstFrame, candidate.firstFrame));
  }

  private static boolean answers(Seen seen, Flow requester) {
    Request request = requester.requests.covering(seen.psn, requester.pmtu());
    Operation operation = seen.operation;
    if (request == null) {
      return isSequenceNak(seen) && requester.newest != null && isNear(seen, requester.newest);
    }
    if (operation == null) {
      return false;
    }
    if (operation.isReadResponse()) {
      int index = Psn.difference(seen.psn, request.psn);
      return request.isRead() && (index >= request.progress || request.isOwed());
    }
    return request.isOwed()
        && (!seen.isPositive() || request.isAtomic() == (operation == Operation.ATOMIC_ACK));
  }

  private static boolean isSequenceNak(Seen seen) {
    return seen.syndrome() == (Syndrome.NAK | Syndrome.Nak.PSN_SEQUENCE_ERROR);
  }

  private static boolean isNear(Seen seen, Request newest) {
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
    before.partner = null;
    before.isOver = true;
    flow.partner = null;
    long end = Math.min(before.lastFrame, begin - 1);
    flow.requests.forgetUntil(end);
    Request newest = flow.newest;
    if (newest != null && newest.lastFrame <= end) {
      flow.newest = null;
    }
    flow.responses.clear();
    flow.message.forget();
    flow.pmtu = 0;
    flow.holes.clear();
    flow.stretch++;
    flow.wanted = -1;
    flow.refusedNanos = 0;
    flow.toldOfGap = false;
    flow.restart = null;
    flow.tally = flow.tally.anew();
    flow.connection = new Connection(flow.tally);
    connections.add(flow.connection);
  }
}
