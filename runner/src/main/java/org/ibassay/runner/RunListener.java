package org.ibassay.runner;

/// Receives the events of a run, on the run's own thread.
@FunctionalInterface
public interface RunListener {
  /// Processes an event.
  void on(RunEvent event);
}
