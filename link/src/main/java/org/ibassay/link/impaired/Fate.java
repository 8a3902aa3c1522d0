package org.ibassay.link.impaired;

import java.util.SplittableRandom;

/// Decides what becomes of each packet of a link, one after another. The same seed decides the
/// same, whatever the packets are.
final class Fate {
  private static final long LONGEST_HELD_BACK = 10_000_000;
  private static final long BETWEEN_LINKS = 0x9E37_79B9_7F4A_7C15L;
  private static final long[] LOST = {};

  private final Impairment impairment;
  private final SplittableRandom random;
  private int count;

  Fate(Impairment impairment, int link) {
    this.impairment = impairment;
    this.random = new SplittableRandom(impairment.seed() + link * BETWEEN_LINKS);
  }

  /// How much later each copy of the next packet comes, in nanoseconds; none when it is lost.
  long[] next() {
    count++;
    // All is drawn for every packet, so that one parameter does not move the fate of another.
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
