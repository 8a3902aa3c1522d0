package org.ibassay.device.rc;

import org.ibassay.device.fabric.Fabric;

/// Runs an action once after a time, unless it is stopped or restarted before.
public final class Timer {
  private final Fabric fabric;
  private final Runnable action;
  private int started;
  private boolean running;

  /// @param action the action
  public Timer(Fabric fabric, Runnable action) {
    this.fabric = fabric;
    this.action = action;
  }

  /// Whether it is started.
  public boolean isRunning() {
    return running;
  }

  /// Starts or restarts it.
  public void start(long nanos) {
    int thisStart = ++started;
    running = true;
    fabric.after(
        nanos,
        () -> {
          if (running && thisStart == started) {
            running = false;
            action.run();
          }
        });
  }

  /// Stops it.
  public void stop() {
    running = false;
  }
}
