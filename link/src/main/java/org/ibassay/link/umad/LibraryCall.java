package org.ibassay.link.umad;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;

/// Calls of libibumad that may never return: a driver can hang, and a preloaded library waits for
/// its server. They run on a separate thread, because a native call cannot be canceled; the caller
/// can still time out and be interrupted.
final class LibraryCall {
  private static final long SHORTEST_NANOS = TimeUnit.SECONDS.toNanos(15);

  private LibraryCall() {}

  /// The function to call.
  @FunctionalInterface
  interface Body<T> {
    T call() throws LinkException;
  }

  /// Waits for the time that a response may take, at least 15 s.
  ///
  /// @param what what the call does, for the message
  /// @throws LinkException from the body, or if it does not return in time
  static <T> T await(String what, Timing timing, Body<T> body)
      throws LinkException, InterruptedException {
    return await(what, Math.max(SHORTEST_NANOS, timing.timeoutNanos()), body);
  }

  static <T> T await(String what, long nanos, Body<T> body)
      throws LinkException, InterruptedException {
    FutureTask<T> task = new FutureTask<>(body::call);
    Thread.ofPlatform().daemon().name("libibumad").start(task);
    try {
      return task.get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      LibraryExit.suspect();
      throw new LinkException(
          ("%s: libibumad did not return within %d s; its driver hangs, or the server of a preloaded"
                  + " library (libumad2sim) is not running")
              .formatted(what, TimeUnit.NANOSECONDS.toSeconds(nanos)),
          e);
    } catch (ExecutionException e) {
      throw thrown(e);
    }
  }

  private static LinkException thrown(ExecutionException e) {
    return switch (e.getCause()) {
      case LinkException own -> own;
      case RuntimeException own -> throw own;
      case Error own -> throw own;
      case null, default -> throw new IllegalStateException(e);
    };
  }
}
