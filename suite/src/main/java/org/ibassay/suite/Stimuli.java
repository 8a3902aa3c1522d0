package org.ibassay.suite;

/// Which frame of the capture was answered by which: the last few. Frames are counted from 1; 0
/// stands for none.
final class Stimuli {
  private static final int KEPT = 64;

  private final long[] answers = new long[KEPT];
  private final long[] stimuli = new long[KEPT];
  private int next;
  private long last;

  /// The tester sent a packet.
  void sent(long frame) {
    last = frame;
  }

  /// What came answers what was sent last, as far as the tester can tell.
  void answered(long frame) {
    if (frame != 0) {
      answers[next] = frame;
      stimuli[next] = last;
      next = (next + 1) % KEPT;
    }
  }

  /// What an answer answers. An answer that did not come would have answered the last one sent.
  long of(long answer) {
    if (answer == 0) {
      return last;
    }
    for (int i = 1; i <= KEPT; i++) {
      int at = Math.floorMod(next - i, KEPT);
      if (answers[at] == answer) {
        return stimuli[at];
      }
    }
    return 0;
  }
}
