package org.ibassay.link;

import java.time.Instant;

/// Real time, counted from 1970, but never set back: the time of day is read once.
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
