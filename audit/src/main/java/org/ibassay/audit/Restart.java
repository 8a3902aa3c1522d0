package org.ibassay.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Psn;

/// A request that may be the first of another connection of the two QPs: a repeated one, or one out
/// of order, after a silence long enough to reconnect a QP. Findings since then are withheld until
/// responses decide: MSNs of a new connection begin with 0 (9.7.7.1).
final class Restart {
  /// Reconnecting a QP takes four changes of its state and two messages to its peer, so at least
  /// this time.
  static final long LEAST_NANOS = 100_000;

  private static final long SHORT_NANOS = 50_000_000;

  /// Limit of withheld findings; later ones are dropped.
  private static final int MOST = 64;

  final long frame;

  final int psn;

  /// The last one of such requests.
  long latestFrame;

  int latestPsn;

  private final List<Runnable> findings = new ArrayList<>();
  private int highest;
  private long ends;

  Restart(AuditedPacket seen) {
    frame = seen.frame;
    latestFrame = seen.frame;
    psn = seen.psn;
    latestPsn = seen.psn;
    highest = Psn.add(seen.psn, -1);
  }

  /// A request after a silence that does not follow the previous one may belong to a new
  /// connection.
  static void consider(Flow flow, AuditedPacket seen, CaptureClock clock) {
    Request newest = flow.newest;
    Flow other = flow.partner;
    flow.isRested = isRested(flow, seen, clock);
    if (newest == null) {
      if (other != null) {
        flow.mayBegin(seen.frame, seen.nanos);
      }
      if (other != null && isRested(other, seen, clock)) {
        other.pmtu = 0;
        flow.pmtu = 0;
      }
    } else if (flow.isRested
        && !seen.invalid
        && (seen.psn != flow.wanted || seen.psn == flow.firstPsn)
        && !goesOn(flow, seen, newest)
        && !isWithinRead(flow, seen)) {
      if (flow.restart == null) {
        flow.restart = new Restart(seen);
      } else {
        flow.restart.again(seen);
      }
      flow.mayBegin(seen.frame, seen.nanos);
    }
    flow.requestNanos = seen.nanos;
    flow.requestFrame = seen.frame;
    if (flow.restart != null) {
      flow.restart.take(seen);
    }
    flow.tally.restart = flow.restart;
    if (other != null) {
      other.tally.restart = flow.restart;
    }
  }

  /// Whether it is the next request of the same connection.
  private static boolean goesOn(Flow flow, AuditedPacket seen, Request newest) {
    Operation last = newest.operation;
    Operation next = seen.operation;
    boolean isInOrder = last == null || next == null || last.isEnd() == next.isStart();
    return isInOrder && newest.isFollowedBy(seen.psn, flow.pmtu());
  }

  /// Connections that end so soon may be a single one whose packets are duplicated in the capture.
  static void count(Flow flow, AuditedPacket seen, Losses losses) {
    Request newest = flow.newest;
    boolean isFrozen = newest != null && newest.psn == seen.psn; // more likely a stuck PSN
    if (!isFrozen && Math.abs(seen.nanos - flow.anewNanos) < SHORT_NANOS) {
      losses.copied();
    }
  }

  private static boolean isRested(Flow flow, AuditedPacket seen, CaptureClock clock) {
    return seen.nanos == 0 || clock.most(flow.requestNanos, seen.nanos) >= LEAST_NANOS;
  }

  /// Whether it requests the rest of a READ: no other connection begins with such a PSN.
  private static boolean isWithinRead(Flow flow, AuditedPacket seen) {
    int pmtu = flow.pmtu();
    if (seen.operation != Operation.RDMA_READ_REQ || pmtu == 0) {
      return false;
    }
    Request whole = flow.requests.readBefore(seen.psn, pmtu);
    return whole != null && whole.progress < whole.count(pmtu);
  }

  /// The restart may also be at this request.
  void again(AuditedPacket seen) {
    latestFrame = seen.frame;
    latestPsn = seen.psn;
    highest = Psn.add(seen.psn, -1);
  }

  /// Records a request.
  void take(AuditedPacket seen) {
    if (Psn.difference(seen.psn, highest) > 0) {
      highest = seen.psn;
      ends += seen.operation != null && !seen.operation.isEnd() ? 0 : 1;
    }
  }

  /// Whether the MSN shows that a requester has restarted. If it shows the opposite, the withheld
  /// findings count.
  boolean isConfirmed(Flow flow, Flow requester, AuditedPacket seen, boolean complete) {
    boolean asBefore = flow.responses.msns.allows(seen.msn(), requester.ends, requester.stretch);
    boolean anew = seen.msn() <= ends;
    if (!anew && (asBefore || complete)) {
      requester.restart = null;
      findings.forEach(Runnable::run);
    }
    return !asBefore && (anew || !complete);
  }

  /// @param finding called only if the finding is kept
  void hold(Supplier<Runnable> finding) {
    if (findings.size() < MOST) {
      findings.add(finding.get());
    }
  }
}
