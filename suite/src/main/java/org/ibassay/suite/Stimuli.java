package org.ibassay.suite;

/// Which frame of the capture answers which: the last few frames. They are counted from 1; 0 stands
/// for none.
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

  /// Another connection begins: nothing was sent on it yet.
  void forget() {
    last = 0;
  }

  /// The last frame that was sent or received.
  long latest() {
    return latest;
  }

  /// A packet was received.
  ///
  /// @param stimulus frame that it answers; 0 where the tester sent nothing that it answers
  void came(long frame, long stimulus) {
    if (frame != 0) {
      latest = frame;
      answers[next] = frame;
      stimuli[next] = stimulus;
      next = (next + 1) % KEPT;
    }
  }

  /// The frame that a received one answers, 0 where that is not known. For 0, a check without a
  /// received packet, it is the frame that was sent last.
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
