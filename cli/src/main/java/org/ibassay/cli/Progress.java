package org.ibassay.cli;

/// How far a test is. One that repeats several things, one after another, tells how far it is with
/// each; how many there are shows only as they come, so they are counted.
final class Progress {
  private int part;
  private long done;

  /// A test begins.
  void begin() {
    part = 1;
    done = 0;
  }

  /// What to say of it; never less than before.
  String at(long doneNow, long total) {
    if (doneNow < done) {
      part++;
    }
    done = doneNow;
    String percent = " %d%%".formatted(100 * doneNow / Math.max(1, total));
    return part == 1 ? percent : " part " + part + percent;
  }
}
