package org.ibassay.link;

import java.time.Instant;

/// Real time, counted from 1970 and never set back: the time of day is read once, and what passes
/// from then on is counted by a clock that nobody sets.
///
/// Only links to what runs in real time have it (`umad:`, `roce:`). A simulated DUT has the virtual
/// time of its fabric instead: it comes with the link, as a [Clock], and nothing above a link takes
/// this one.
public final class TimeOfDay {
  /// The clock of every real link.
  public static final Clock CLOCK = fromNow();

  private TimeOfDay() {}

  private static Clock fromNow() {
    Instant now = Instant.now();
    long start = now.getEpochSecond() * 1_000_000_000L + now.getNano() - System.nanoTime();
    return () -> start + System.nanoTime();
  }
}
