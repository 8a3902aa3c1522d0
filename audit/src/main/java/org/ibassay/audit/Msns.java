package org.ibassay.audit;

import org.ibassay.wire.packet.Psn;

/// The initial MSN of a responder, as a range that its responses narrow down: each response counts
/// at least the messages up to its PSN, and at most those that were sent.
final class Msns {
  private boolean any;
  private int stretch;
  private int least;
  private int most;

  /// The highest MSN.
  private int latest = -1;

  private boolean moved;

  /// Whether the last response disagreed; the range before it follows.
  private boolean wasWrong;

  private int leastBefore;
  private int mostBefore;

  void clear() {
    any = false;
    latest = -1;
    moved = false;
    wasWrong = false;
  }

  /// Whether a response agrees with earlier ones: MSNs do not decrease, and do not count more
  /// messages than were sent.
  boolean allows(int msn, long sent, int ofStretch) {
    return (latest < 0 || Psn.difference(msn, latest) >= 0)
        && (!any || stretch != ofStretch || Psn.difference(Psn.add(msn, -sent), most) <= 0);
  }

  /// Whether the range is known.
  boolean isKnown(int ofStretch) {
    return any && stretch == ofStretch;
  }

  /// Records the MSN of any response.
  void saw(int msn) {
    moved |= latest >= 0 && msn != latest;
    if (latest < 0 || Psn.difference(msn, latest) > 0) {
      latest = msn; // a lower one belongs to another connection
    }
  }

  /// Records a response.
  ///
  /// @param completed number of messages up to its PSN, or -1 if it is for an older one
  /// @param sent number of messages so far
  /// @return whether it agrees with the others; a disagreeing response restarts the range, unless
  ///   the next one agrees with the range before it
  boolean agrees(int msn, long completed, long sent, int ofStretch) {
    int low = Psn.add(msn, -sent);
    int high = completed < 0 ? 0 : Psn.add(msn, -completed);
    if (!any || stretch != ofStretch) {
      any = completed >= 0;
      stretch = ofStretch;
      least = low;
      most = high;
      wasWrong = false;
      return true;
    }
    if (wasWrong) {
      wasWrong = false;
      boolean agreesAsBefore =
          Psn.difference(low, mostBefore) <= 0
              && (completed < 0 || Psn.difference(leastBefore, high) <= 0);
      if (agreesAsBefore) {
        least = leastBefore;
        most = mostBefore;
      }
    }
    int leastNow = least;
    int mostNow = most;
    if (Psn.difference(low, least) > 0) {
      least = low;
    }
    if (completed >= 0 && Psn.difference(high, most) < 0) {
      most = high;
    }
    if (Psn.difference(least, most) > 0) {
      wasWrong = completed >= 0;
      leastBefore = leastNow;
      mostBefore = mostNow;
      any = completed >= 0;
      least = low;
      most = high;
      return !moved && msn >= sent; // at the start, all may be duplicates
    }
    return true;
  }
}
