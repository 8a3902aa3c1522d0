package org.ibassay.runner;

/// Learns what happens in a run, on the run's own thread.
@FunctionalInterface
public interface RunListener {
  /// Takes the next event.
  void on(RunEvent event);
}
