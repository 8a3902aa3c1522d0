package org.ibassay.cli;

import org.ibassay.runner.RunEvent;
import org.ibassay.runner.RunListener;
import org.jspecify.annotations.Nullable;

/// A report that prints the result of the run only when it is released: "pass" must not be printed
/// before the results are on the disk.
final class HeldReport implements RunListener {
  private final RunListener report;
  private RunEvent.@Nullable RunEnded ended;

  HeldReport(RunListener report) {
    this.report = report;
  }

  @Override
  public void on(RunEvent event) {
    if (event instanceof RunEvent.RunEnded last) {
      ended = last;
    } else {
      report.on(event);
    }
  }

  void release() {
    if (ended != null) {
      report.on(ended);
      ended = null;
    }
  }
}
