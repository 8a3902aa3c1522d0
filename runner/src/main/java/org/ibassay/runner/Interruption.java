package org.ibassay.runner;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Ends a run early at the request of another thread, but never while it restores what a test
/// changed.
public final class Interruption {
  private final List<Interruption> inner = new ArrayList<>();
  private @Nullable Thread worker;
  private boolean requested;
  private boolean shielded;

  /// No request so far.
  public Interruption() {}

  /// Returns the interruption of a run on another thread, which ends with this one.
  public synchronized Interruption inner() {
    Interruption run = new Interruption();
    run.requested = requested;
    inner.add(run);
    return run;
  }

  /// Requests the end of the run: stops the current test and restores what it changed.
  public synchronized void request() {
    requested = true;
    if (worker != null && !shielded && !worker.equals(Thread.currentThread())) {
      worker.interrupt();
    }
    inner.forEach(Interruption::request);
  }

  /// Whether the end of the run was requested.
  public synchronized boolean isRequested() {
    return requested;
  }

  /// Whether a run has begun; if not, there is nothing to restore.
  public synchronized boolean hasRun() {
    return worker != null || inner.stream().anyMatch(Interruption::hasRun);
  }

  /// Allows interrupts of the calling thread. The thread itself checks for earlier requests.
  synchronized void attach() {
    worker = Thread.currentThread();
    shielded = false;
  }

  /// Forbids interrupts of the calling thread; a pending one is cleared and remembered here.
  synchronized void shield() {
    shielded = true;
    requested |= Thread.interrupted();
  }
}
