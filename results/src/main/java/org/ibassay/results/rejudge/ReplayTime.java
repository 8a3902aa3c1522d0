package org.ibassay.results.rejudge;

import java.time.Instant;
import java.time.InstantSource;
import org.ibassay.link.Clock;

/// The time of a rejudgement: recorded time, which passes as the tests let it.
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

  /// Another device begins, whose clock may have started anew.
  void restart() {
    now = 0;
  }

  void advance(long to) {
    if (to > now) {
      passed += to - now;
      now = to;
    }
  }

  /// Continues at a moment without any time having passed.
  void jump(long to) {
    now = Math.max(now, to);
  }
}
