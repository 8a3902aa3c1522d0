package org.ibassay.suite;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.ibassay.link.LinkException;
import org.ibassay.link.mad.MadPort;
import org.jspecify.annotations.Nullable;

/// A page's loop. Runs several iterations at a time on virtual threads, while the calling thread
/// does their I/O. Checks are reported in the order of the iterations.
final class Repetition {
  private final int from;
  private final int step;
  private final int count;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger workers;
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicReference<@Nullable Throwable> trouble = new AtomicReference<>();
  private final @Nullable Body[] bodies;

  Repetition(int from, int to, int window) {
    this.from = from;
    this.step = to < from ? -1 : 1;
    this.count = Math.abs(to - from) + 1;
    this.workers = new AtomicInteger(Math.min(window, count));
    this.bodies = new @Nullable Body[count];
  }

  /// @param newBody creates the state of an iteration
  /// @param current thread-local that holds the state of the thread's iteration
  void run(
      MadPort port,
      IntFunction<Body> newBody,
      ThreadLocal<@Nullable Body> current,
      Iteration iteration,
      CheckLog log,
      TestContext.Progress progress)
      throws TestException {
    int threads = workers.get();
    for (int i = 0; i < threads; i++) {
      Thread.ofVirtual().start(() -> work(newBody, current, iteration));
    }
    try {
      serve(port, progress);
    } finally {
      for (Body body : bodies) {
        if (body != null) {
          log.addAll(body.log);
        }
      }
    }
    rethrow(trouble.get());
  }

  private void serve(MadPort port, TestContext.Progress progress) throws TestException {
    try {
      port.serve(() -> {
        progress.at(done.get(), count);
        return workers.get() == 0;
      });
    } catch (LinkException e) {
      throw TestException.of(e);
    } catch (InterruptedException e) {
      throw TestException.interrupted();
    }
  }

  private void work(
      IntFunction<Body> newBody, ThreadLocal<@Nullable Body> current, Iteration iteration) {
    try {
      for (int i = next.getAndIncrement();
          i < count && trouble.get() == null;
          i = next.getAndIncrement()) {
        int index = from + step * i;
        Body body = newBody.apply(index);
        bodies[i] = body;
        current.set(body);
        iteration.run(index);
        done.incrementAndGet();
      }
    } catch (TestException | RuntimeException | Error e) {
      trouble.compareAndSet(null, e);
    } finally {
      current.remove();
      workers.decrementAndGet();
    }
  }

  private static void rethrow(@Nullable Throwable first) throws TestException {
    switch (first) {
      case TestException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case null, default -> {}
    }
  }
}
