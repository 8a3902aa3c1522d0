package org.ibassay.suite;

/// Which frame of the capture was answered by which: the last few. Frames are counted from 1; 0
/// stands for none.
final class Stimuli {
  private static final int KEPT = 64;

  private final long[] answers = new long[KEPT];
  private final long[] stimuli = new long[KEPT];
  private int next;
  private long last;
  private long latest;

  /// The tester sent a packet.
  void sent(long frame) {
    last = frame;
    latest = frame;
  }

  /// What was sent belongs to a connection that is no more.
  void forget() {
    last = 0;
  }

  /// The last packet that was sent or came.
  long latest() {
    return latest;
  }

  /// A packet came.
  ///
  /// @param stimulus what it answers; 0 where that is nothing that the tester sent
  void came(long frame, long stimulus) {
    if (frame != 0) {
      latest = frame;
      answers[next] = frame;
      stimuli[next] = stimulus;
      next = (next + 1) % KEPT;
    }
  }

  /// What a packet answers. What is about no packet is about what was sent last.
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
