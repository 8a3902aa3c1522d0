package org.ibassay.link.umad;

import java.time.Instant;
import org.ibassay.link.Clock;

/// Real time, counted from 1970, but never set back: the time of day is read once.
final class TimeOfDay {
  static final Clock CLOCK = fromNow();

  private TimeOfDay() {}

  private static Clock fromNow() {
    Instant now = Instant.now();
    long start = now.getEpochSecond() * 1_000_000_000L + now.getNano() - System.nanoTime();
    return () -> start + System.nanoTime();
  }
}
