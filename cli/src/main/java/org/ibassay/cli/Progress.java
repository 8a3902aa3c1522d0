package org.ibassay.cli;

import java.time.Duration;
import java.util.function.LongSupplier;

/// The progress of a run and its test. A test with several repetitions in sequence reports each of
/// them; their number is not known in advance, so they are counted.
final class Progress {
  private static final long SECOND = 1_000_000_000L;
  private static final long MINUTE = 60;

  /// Shorter waits are not displayed.
  private static final long SHORTEST = 2;

  private final LongSupplier nanos;
  private long runBegun;
  private long shown;
  private int tests;
  private int ended;
  private int part;
  private long done;
  private long begun;

  /// @param nanos a clock
  Progress(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /// The run begins.
  ///
  /// @param all number of tests
  void beginRun(int all) {
    tests = all;
    runBegun = nanos.getAsLong();
    shown = runBegun;
  }

  /// Whether a minute has passed since this was last true, or since the run began.
  boolean isDue() {
    long now = nanos.getAsLong();
    if (now - shown < MINUTE * SECOND) {
      return false;
    }
    shown = now;
    return true;
  }

  /// A test has ended.
  void end() {
    ended++;
  }

  /// Formats the progress of the run: the number of its test, and the time so far.
  String ofRun() {
    Duration took = Duration.ofNanos(nanos.getAsLong() - runBegun);
    String elapsed = took.toSeconds() < SHORTEST ? "" : ", " + ConsoleReport.time(took);
    return " (%d of %d%s)".formatted(ended + 1, Math.max(tests, ended + 1), elapsed);
  }

  /// A test begins.
  void begin() {
    part = 1;
    done = 0;
    begun = nanos.getAsLong();
  }

  /// Returns the progress text; its numbers never decrease.
  String at(long doneNow, long total) {
    if (doneNow < done) {
      part++;
      begun = nanos.getAsLong();
    }
    done = doneNow;
    String percent = " %d%%".formatted(100 * doneNow / Math.max(1, total)) + left(total);
    return part == 1 ? percent : " part " + part + percent;
  }

  /// Formats the estimated remaining time of this part, after some of it is done.
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
