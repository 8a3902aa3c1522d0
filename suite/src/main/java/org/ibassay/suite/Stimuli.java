package org.ibassay.suite;

/// Remembers which frame of the capture each of the last received frames answers. Frames are
/// numbered from 1; 0 stands for none.
final class Stimuli {
  private static final int KEPT = 64;

  private final long[] answers = new long[KEPT];
  private final long[] stimuli = new long[KEPT];
  private int next;
  private long last;
  private long latest;

  /// Records a packet sent by the tester.
  void sent(long frame) {
    last = frame;
    latest = frame;
  }

  /// Starts a new connection, on which nothing has been sent.
  void forget() {
    last = 0;
  }

  /// The last frame sent or received.
  long latest() {
    return latest;
  }

  /// Records a received packet.
  ///
  /// @param stimulus frame that it answers; 0 if it answers none
  void received(long frame, long stimulus) {
    if (frame != 0) {
      latest = frame;
      answers[next] = frame;
      stimuli[next] = stimulus;
      next = (next + 1) % KEPT;
    }
  }

  /// The frame that a received one answers; 0 if unknown. For 0, which stands for a missing packet,
  /// the last frame sent.
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
