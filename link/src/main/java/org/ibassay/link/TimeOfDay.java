package org.ibassay.link;

import java.time.Instant;

/// Real time, counted from 1970 and never set back: the time of day is read once, and a monotonic
/// clock measures from then on.
///
/// Only links in real time use it (`umad:`, `roce:`). A simulated DUT has the virtual time of its
/// fabric. Code above a link gets the time from the link, as a [Clock].
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
