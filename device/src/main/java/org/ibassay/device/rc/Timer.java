package org.ibassay.device.rc;

import org.ibassay.device.fabric.Fabric;

/// Does something once, later, unless it is stopped or started anew before.
final class Timer {
  private final Fabric fabric;
  private final Runnable action;
  private int started;
  private boolean running;

  Timer(Fabric fabric, Runnable action) {
    this.fabric = fabric;
    this.action = action;
  }

  boolean isRunning() {
    return running;
  }

  void start(long nanos) {
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

  void stop() {
    running = false;
  }
}
