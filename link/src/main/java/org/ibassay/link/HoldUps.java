package org.ibassay.link;

/// Detects stalls of the I/O thread: garbage collection, a busy machine, a paused guest. Since the
/// link's clock advances during a stall, a deadline may pass without anyone checking for packets.
///
/// Simulated time does not advance during a stall, so there is nothing to detect.
public final class HoldUps {
  /// Shorter stalls are normal scheduling delays.
  static final long LEAST_NANOS = 10_000_000;

  /// How often in a row a wait may be extended because of a stall.
  public static final int MOST_IN_A_ROW = 8;

  private final boolean simulated;
  private long longest;
  private long lookedAt = Long.MAX_VALUE;

  /// @param simulated whether time is simulated
  public HoldUps(boolean simulated) {
    this.simulated = simulated;
  }

  /// A wait begins.
  public void begin(long now) {
    lookedAt = now;
  }

  /// The wait has ended.
  public void end() {
    lookedAt = Long.MAX_VALUE;
  }

  /// Records one call that waited for packets.
  ///
  /// @param begun time at which it began
  /// @param until time until which it was to wait at most
  /// @param now time at which it returned
  /// @return how long the thread stalled since the previous call began; 0 if it did not
  public long look(long begun, long until, long now) {
    if (simulated) {
      return 0;
    }
    long before = lookedAt == Long.MAX_VALUE ? 0 : begun - lookedAt;
    long within = now - Math.max(until, begun);
    long stalled = Math.max(before, 0) + Math.max(within, 0);
    lookedAt = now;
    longest = Math.max(longest, stalled);
    return stalled < LEAST_NANOS ? 0 : stalled;
  }

  /// Whether a stall took a significant part of a wait: an eighth.
  public static boolean matters(long stalled, long patience) {
    return stalled >= patience / 8;
  }

  /// The longest stall since [#forget], in nanoseconds.
  public long longest() {
    return longest;
  }

  /// Clears the longest stall.
  public void forget() {
    longest = 0;
  }

  /// If stalls do not end, late responses cannot be attributed.
  public static LinkException tooOften() {
    return new LinkException(
        "the tester's machine does not let this program run: it stalled %d times in a row while"
                .formatted(MOST_IN_A_ROW)
            + " it waited for an answer; is the machine overloaded?");
  }
}
