package org.ibassay.suite.c14;

import java.time.Duration;
import java.util.Locale;
import org.ibassay.suite.TestException;

/// The length of a lease, to a sixteenth of its period. Each measurement checks it once, because
/// reading the port with the right key ends the lease.
final class LeaseLength {
  private static final int PARTS = 16;

  private final Duration part;
  private final int most;
  private int notOver;
  private int over;

  /// Checks whether a lease is over.
  @FunctionalInterface
  interface Look {
    /// @param wait time since the lease began
    boolean isOver(Duration wait) throws TestException;
  }

  /// @param period lease period that was set
  /// @param periods most periods to wait
  LeaseLength(Duration period, int periods) {
    this.part = period.dividedBy(PARTS);
    this.most = periods * PARTS;
    this.over = most;
  }

  /// Measures at the latest time first, then by binary search.
  void find(Look look) throws TestException {
    if (!look.isOver(part.multipliedBy(most))) {
      notOver = most;
      return;
    }
    while (over - notOver > 1) {
      int middle = (notOver + over) / 2;
      if (look.isOver(part.multipliedBy(middle))) {
        over = middle;
      } else {
        notOver = middle;
      }
    }
  }

  /// Whether the lease may have ended between two times.
  boolean isWithin(Duration soonest, Duration latest) {
    return notOver < most
        && part.multipliedBy(over).compareTo(soonest) >= 0
        && part.multipliedBy(notOver).compareTo(latest) <= 0;
  }

  @Override
  public String toString() {
    return notOver == most
        ? "not cleared within %s s".formatted(seconds(most))
        : "cleared %s to %s s after it".formatted(seconds(notOver), seconds(over));
  }

  private String seconds(int parts) {
    double seconds = part.multipliedBy(parts).toMillis() / 1000.0;
    return String.format(Locale.ROOT, "%.2f", seconds);
  }
}
