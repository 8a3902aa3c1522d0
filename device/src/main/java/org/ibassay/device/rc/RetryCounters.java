package org.ibassay.device.rc;

import org.ibassay.link.upper.RcSettings.Retries;

/// How often a requester's oldest request was retransmitted: after timeouts and sequence NAKs, and
/// after RNR NAKs (9.7.6).
final class RetryCounters {
  private final RcSeams seams;
  private final Retries allowed;
  private int tries;
  private int rnrTries;

  RetryCounters(RcSeams seams, Retries allowed) {
    this.seams = seams;
    this.allowed = allowed;
  }

  /// Counts a retry after a timeout or sequence NAK.
  ///
  /// @return false if no further retry is allowed
  boolean again() {
    int spent = seams.spent.part().applyAsInt(tries, rnrTries);
    boolean isAllowed = seams.ackRetry.part().again(spent, allowed.count());
    tries += isAllowed ? 1 : 0;
    return isAllowed;
  }

  /// Counts a retry after an RNR NAK.
  ///
  /// @return false if no further retry is allowed
  boolean againAfterRnr() {
    int spent = seams.spent.part().applyAsInt(rnrTries, tries);
    boolean isAllowed = seams.rnrRetry.part().again(spent, allowed.rnrCount());
    rnrTries += isAllowed ? 1 : 0;
    return isAllowed;
  }

  /// A response has made progress.
  void restart() {
    tries = seams.carriedTries.part().applyAsInt(tries);
    rnrTries = seams.carriedRnrTries.part().applyAsInt(rnrTries);
  }

  /// A response had a PSN that was acknowledged before.
  void afterOld() {
    tries = seams.again.triesAfterOld.part().applyAsInt(tries);
  }
}
