package org.ibassay.results.rejudge;

import java.time.Instant;
import java.time.InstantSource;
import org.ibassay.link.Clock;

/// The clock of a rejudgement: recorded time, which advances as the tests wait.
final class ReplayTime implements Clock, InstantSource {
  private final Instant started;
  private long now;
  private long passed;

  ReplayTime(Instant started) {
    this.started = started;
  }

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public Instant instant() {
    return started.plusNanos(passed);
  }

  /// Starts another device, whose clock may have restarted.
  void restart() {
    now = 0;
  }

  void advance(long to) {
    if (to > now) {
      passed += to - now;
      now = to;
    }
  }

  /// Continues at a time without any time having passed.
  void jump(long to) {
    now = Math.max(now, to);
  }
}
