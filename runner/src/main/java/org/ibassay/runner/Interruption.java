package org.ibassay.runner;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Lets another thread end a run early, but never in the midst of putting back what a test changed.
public final class Interruption {
  private final List<Interruption> inner = new ArrayList<>();
  private @Nullable Thread worker;
  private boolean requested;
  private boolean shielded;

  /// Nothing asked for yet.
  public Interruption() {}

  /// One for a run on another thread, which ends early when this one is requested.
  public synchronized Interruption inner() {
    Interruption run = new Interruption();
    run.requested = requested;
    inner.add(run);
    return run;
  }

  /// Asks the run to end: the test under way is stopped, what it changed is put back.
  public synchronized void request() {
    requested = true;
    if (worker != null && !shielded && !worker.equals(Thread.currentThread())) {
      worker.interrupt();
    }
    inner.forEach(Interruption::request);
  }

  /// Whether the run was asked to end.
  public synchronized boolean isRequested() {
    return requested;
  }

  /// Whether a run has begun: else there is nothing to put back.
  public synchronized boolean hasRun() {
    return worker != null || inner.stream().anyMatch(Interruption::hasRun);
  }

  /// The calling thread may be stopped from now on; whether it was asked to stop before, it asks
  /// itself.
  synchronized void attach() {
    worker = Thread.currentThread();
    shielded = false;
  }

  /// The calling thread must not be stopped from now on; its interrupt is taken back, and kept
  /// here.
  synchronized void shield() {
    shielded = true;
    requested |= Thread.interrupted();
  }
}
