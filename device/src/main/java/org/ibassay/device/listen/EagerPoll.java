package org.ibassay.device.listen;

import java.util.function.IntUnaryOperator;
import org.ibassay.link.Clock;

/// Waits for datagrams, at first awake: who sleeps is woken by the system, which takes longer than
/// to answer a MAD, above all where an idle processor is to be roused first.
///
/// Between two looks it lets go of the processor, which its client may be waiting for. It takes
/// little from others: what a vain wait took, and that is long where others want the processor, is
/// followed by [#REST] times as long in which it goes to sleep at once. So no more than one part in
/// [#REST] of a processor is lost, and nothing while no datagrams come.
final class EagerPoll {
  /// Longer than a client takes from an answer to its next request.
  static final long AWAKE_NANOS = 50_000;

  /// How many times longer than a vain wait the rest after it is.
  static final long REST = 20;

  private static final long MILLI = 1_000_000;

  private final IntUnaryOperator poll;
  private final Runnable yield;
  private final Clock clock;
  private long restUntil;

  /// @param poll waits so many milliseconds, asleep; -1 for ever; 0 is a look
  /// @param yield lets others have the processor, if they want it
  EagerPoll(IntUnaryOperator poll, Runnable yield, Clock clock) {
    this.poll = poll;
    this.yield = yield;
    this.clock = clock;
    restUntil = clock.nanos();
  }

  /// Waits.
  ///
  /// @param millis how long; -1 for ever; 0 is a look
  /// @return what the last look said: how many are ready, negative for an error
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
