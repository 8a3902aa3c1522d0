package org.ibassay.cli;

import java.util.function.LongSupplier;

/// How far a test is. One that repeats several things, one after another, tells how far it is with
/// each; how many there are shows only as they come, so they are counted.
final class Progress {
  private static final long SECOND = 1_000_000_000L;
  private static final long MINUTE = 60;

  /// Less than that is no wait.
  private static final long SHORTEST = 2;

  private final LongSupplier nanos;
  private int part;
  private long done;
  private long begun;

  /// @param nanos the time
  Progress(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /// A test begins.
  void begin() {
    part = 1;
    done = 0;
    begun = nanos.getAsLong();
  }

  /// What to say of it; never less than before.
  String at(long doneNow, long total) {
    if (doneNow < done) {
      part++;
      begun = nanos.getAsLong();
    }
    done = doneNow;
    String percent = " %d%%".formatted(100 * doneNow / Math.max(1, total)) + left(total);
    return part == 1 ? percent : " part " + part + percent;
  }

  /// How long this part will take at the pace so far, once some of it is done.
  private String left(long total) {
    if (done == 0) {
      return "";
    }
    double took = nanos.getAsLong() - begun;
    long seconds = Math.round(took / done * (total - done) / SECOND);
    if (took < SECOND || seconds < SHORTEST) {
      return "";
    }
    return seconds < 2 * MINUTE
        ? ", %d s left".formatted(seconds)
        : ", %d min left".formatted(Math.round((double) seconds / MINUTE));
  }
}
