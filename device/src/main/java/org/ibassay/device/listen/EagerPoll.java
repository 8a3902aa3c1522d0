package org.ibassay.device.listen;

import java.util.function.IntUnaryOperator;
import org.ibassay.link.Clock;

/// Waits for datagrams, at first by polling: waking a sleeping thread takes the system longer than
/// responding to a MAD, especially on an idle processor.
///
/// Between two polls it yields the processor, which its client may need. It takes little time from
/// other threads: each unsuccessful wait is followed by [#REST] times its duration, which is long
/// if others need the processor, in which it sleeps at once. So it wastes at most one part in
/// [#REST] of a processor, and nothing while no datagrams are received.
final class EagerPoll {
  /// Longer than a client takes from a response to its next request.
  static final long AWAKE_NANOS = 50_000;

  /// The duration of the rest, as a multiple of the unsuccessful wait.
  static final long REST = 20;

  private static final long MILLI = 1_000_000;

  private final IntUnaryOperator poll;
  private final Runnable yield;
  private final Clock clock;
  private long restUntil;

  /// @param poll waits, asleep, for a number of milliseconds; -1 for no limit; 0 only polls
  /// @param yield yields the processor to other threads
  EagerPoll(IntUnaryOperator poll, Runnable yield, Clock clock) {
    this.poll = poll;
    this.yield = yield;
    this.clock = clock;
    restUntil = clock.nanos();
  }

  /// Waits.
  ///
  /// @param millis how long; -1 for no limit; 0 only polls
  /// @return the result of the last poll: how many sockets are ready, negative for an error
  int await(int millis) {
    long start = clock.nanos();
    if (millis == 0 || start - restUntil < 0) {
      return poll.applyAsInt(millis);
    }
    long patience = millis < 0 ? AWAKE_NANOS : Math.min(AWAKE_NANOS, millis * MILLI);
    int ready = poll.applyAsInt(0);
    long waited = clock.nanos() - start;
    while (ready == 0 && waited < patience) {
      yield.run();
      ready = poll.applyAsInt(0);
      waited = clock.nanos() - start;
    }
    if (waited >= patience) {
      restUntil = start + waited + waited * REST;
    }
    return ready == 0 ? poll.applyAsInt(millis) : ready;
  }
}
