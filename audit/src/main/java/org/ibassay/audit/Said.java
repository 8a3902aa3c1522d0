package org.ibassay.audit;

import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Psn;
import org.jspecify.annotations.Nullable;

/// Parameters from communication management for the packets from one host to one QP: their first
/// PSN, and limits.
final class Said {
  private final long frame;
  private final int firstPsn;
  private final int pmtu;
  private final int reads;
  private boolean hasBegun;

  /// @param frame frame of REP
  /// @param pmtu in bytes; 0 if undefined
  /// @param reads limit of outstanding READs and atomics
  Said(long frame, int firstPsn, int pmtu, int reads) {
    this.frame = frame;
    this.firstPsn = firstPsn;
    this.pmtu = pmtu;
    this.reads = reads;
  }

  /// Returns what still holds after a restart of its QP: everything, if nothing was sent yet.
  @Nullable Said anew() {
    return hasBegun ? null : this;
  }

  /// Judges a packet that its receiver does not drop.
  ///
  /// @param complete whether no packet is missing
  void check(Tally tally, AuditedPacket seen, Doubts doubts, boolean complete) {
    Operation operation = seen.operation;
    if (operation == null) {
      return;
    }
    if (!hasBegun && !operation.isResponse()) {
      hasBegun = true;
      begins(tally, seen, doubts, complete);
    }
    boolean isFull = !operation.isEnd() && operation != Operation.RDMA_READ_REQ;
    if (pmtu == 0 || !seen.whole || (!isFull && seen.bytes <= pmtu)) {
      return;
    }
    if (seen.bytes == pmtu) {
      tally.passed(Rule.SAID_PATH_MTU);
    } else {
      tally.failed(
          Rule.SAID_PATH_MTU,
          seen.frame,
          seen.psn,
          () -> "a path MTU of %d bytes, as in the REP of frame %d".formatted(pmtu, frame),
          seen::text);
    }
  }

  /// Packets may be missing at the beginning, but none has a PSN before the first.
  private void begins(Tally tally, AuditedPacket seen, Doubts doubts, boolean complete) {
    if (seen.psn == firstPsn) {
      tally.passed(Rule.FIRST_PSN);
    } else if (complete || Psn.isBefore(seen.psn, firstPsn)) {
      tally.failed(
          Rule.FIRST_PSN,
          seen.frame,
          seen.psn,
          () -> "PSN %d, as REQ and the REP of frame %d say".formatted(firstPsn, frame),
          seen::text);
    } else {
      doubts.add(Doubt.NOT_COMPLETE);
    }
  }

  /// Judges a READ or an atomic, only if the capture is complete.
  void reads(Flow flow, AuditedPacket seen) {
    Flow other = flow.partner;
    int[] open = {0};
    flow.requests.forEach(one -> open[0] += isOpen(one, other, flow.pmtu()) ? 1 : 0);
    int count = open[0];
    if (count <= reads) {
      flow.tally.passed(Rule.READS);
    } else {
      flow.tally.failed(
          Rule.READS,
          seen.frame,
          seen.psn,
          () -> "at most %d READs and atomics under way".formatted(reads),
          () -> count + " with " + seen.text());
    }
  }

  private static boolean isOpen(Request one, @Nullable Flow other, int pmtu) {
    if (!one.isRead() && !one.isAtomic()) {
      return false;
    }
    boolean isPassed =
        other != null
            && other.responses.any
            && Psn.isBefore(one.psn, other.responses.highest)
            && !one.isRead();
    int count = one.count(pmtu);
    return !isPassed && (!one.answered || (count != Request.UNKNOWN && one.progress < count));
  }
}
