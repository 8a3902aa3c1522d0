package org.ibassay.runner;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.ibassay.suite.Page;
import org.ibassay.suite.TestContext;

/// Reports the progress of a test to a listener, at most about ten times a second.
final class ReportedProgress implements TestContext.Progress {
  private static final Duration BETWEEN = Duration.ofMillis(100);

  private final Page page;
  private final InstantSource time;
  private final RunListener listener;
  private Instant next;

  ReportedProgress(Page page, InstantSource time, RunListener listener) {
    this.page = page;
    this.time = time;
    this.listener = listener;
    this.next = time.instant().plus(BETWEEN);
  }

  @Override
  public void at(long done, long total) {
    Instant now = time.instant();
    if (!now.isBefore(next)) {
      next = now.plus(BETWEEN);
      listener.on(new RunEvent.Progress(page, done, total));
    }
  }

  @Override
  public void waiting(Duration duration) {
    listener.on(new RunEvent.Waiting(page, duration));
  }
}
