package org.ibassay.device.rc;

import org.ibassay.device.fabric.Fabric;

/// Does something once, later, unless it is stopped or started anew before.
public final class Timer {
  private final Fabric fabric;
  private final Runnable action;
  private int started;
  private boolean running;

  /// @param action what it does
  public Timer(Fabric fabric, Runnable action) {
    this.fabric = fabric;
    this.action = action;
  }

  /// Whether it is going to do it.
  public boolean isRunning() {
    return running;
  }

  /// Starts it, anew if it runs.
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

  /// Lets it not be done.
  public void stop() {
    running = false;
  }
}
