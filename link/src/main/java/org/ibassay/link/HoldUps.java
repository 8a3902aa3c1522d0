package org.ibassay.link;

/// Notices when the thread that does the I/O was not running although it should have been: garbage
/// collection, a busy machine, a guest that was paused. The link's clock went on meanwhile, so that
/// a deadline may be over without anybody having looked.
///
/// Simulated time does not go on by itself: there is nothing to notice.
public final class HoldUps {
  /// Less is the ordinary grain of a scheduler.
  static final long LEAST_NANOS = 10_000_000;

  /// How often in a row somebody who stalled may wait again.
  public static final int MOST_IN_A_ROW = 8;

  private final boolean simulated;
  private long longest;
  private long lookedAt = Long.MAX_VALUE;

  /// @param simulated whether time is
  public HoldUps(boolean simulated) {
    this.simulated = simulated;
  }

  /// From now on somebody waits; nobody did before.
  public void begin(long now) {
    lookedAt = now;
  }

  /// The wait is over.
  public void end() {
    lookedAt = Long.MAX_VALUE;
  }

  /// One look for what has come.
  ///
  /// @param begun when it began
  /// @param until for how long it was to wait at most
  /// @param now when it came back
  /// @return for how long the thread stalled since the last look began; 0 if not
  public long look(long begun, long until, long now) {
    if (simulated) {
      return 0;
    }
    long before = lookedAt == Long.MAX_VALUE ? 0 : begun - lookedAt;
    long within = now - Math.max(until, begun);
    long heldUp = Math.max(before, 0) + Math.max(within, 0);
    lookedAt = now;
    longest = Math.max(longest, heldUp);
    return heldUp < LEAST_NANOS ? 0 : heldUp;
  }

  /// Whether it took a part of a wait that matters: an eighth.
  public static boolean matters(long heldUp, long patience) {
    return heldUp >= patience / 8;
  }

  /// The longest one since [#forget], in nanoseconds.
  public long longest() {
    return longest;
  }

  /// Starts anew.
  public void forget() {
    longest = 0;
  }

  /// Held up again and again, nobody can tell who is late.
  public static LinkException tooOften() {
    return new LinkException(
        "the tester's machine does not let this program run: it stalled %d times in a row while"
                .formatted(MOST_IN_A_ROW)
            + " it waited for an answer; is the machine overloaded?");
  }
}
