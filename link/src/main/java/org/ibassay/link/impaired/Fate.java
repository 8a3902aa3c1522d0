package org.ibassay.link.impaired;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Decides the fate of each packet of a link. The same seed gives the same decisions in the same
/// test, whatever packets are sent and whatever preceded the test.
final class Fate {
  private static final long LONGEST_HELD_BACK = 10_000_000;
  private static final long BETWEEN_LINKS = 0x9E37_79B9_7F4A_7C15L;
  private static final long BETWEEN_TESTS = 0xBF58_476D_1CE4_E5B9L;
  private static final long[] LOST = {};

  private final Impairment impairment;
  private final long seed;
  private final AtomicReference<@Nullable String> begun = new AtomicReference<>();
  private SplittableRandom random;
  private int count;

  Fate(Impairment impairment, int link) {
    this.impairment = impairment;
    seed = impairment.seed() + link * BETWEEN_LINKS;
    random = new SplittableRandom(seed);
  }

  /// Starts a test; may be called by any thread.
  void begin(String test) {
    begun.set(test);
  }

  /// Whether a test has started since the last call; decisions then start over.
  boolean isAnew() {
    String test = begun.getAndSet(null);
    if (test != null) {
      random = new SplittableRandom(seed + test.hashCode() * BETWEEN_TESTS);
      count = 0;
    }
    return test != null;
  }

  /// Returns the delay of each copy of the next packet, in nanoseconds; empty if it is lost.
  long[] next() {
    count++;
    // Every value is drawn for every packet, so that one parameter does not affect the others.
    double lossDraw = random.nextDouble();
    double duplicateDraw = random.nextDouble();
    long first = later();
    long second = later();
    if (count == impairment.lose() || lossDraw < impairment.loss()) {
      return LOST;
    }
    return duplicateDraw < impairment.duplicate() ? new long[] {first, second} : new long[] {first};
  }

  private long later() {
    double reorderDraw = random.nextDouble();
    long heldBack = random.nextLong(1, LONGEST_HELD_BACK + 1);
    long delay = random.nextLong(impairment.delayNanos() + 1);
    return delay + (reorderDraw < impairment.reorder() ? heldBack : 0);
  }
}
