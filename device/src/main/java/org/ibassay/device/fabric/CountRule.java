package org.ibassay.device.fabric;

import org.ibassay.device.fabric.PortCounts.Counter;

/// How a port counts: the seam of its counters.
@FunctionalInterface
public interface CountRule {
  /// Counters stop at their maximum (16.1.3.5).
  CountRule SATURATING = CountRule::saturated;

  /// Returns the next value of a counter.
  ///
  /// @param port port number; 0 for a switch's management port
  /// @param isExtended whether the counter is in PortCountersExtended
  /// @param value current value, unsigned
  /// @param count the number to add
  long next(int port, Counter counter, boolean isExtended, long value, long count);

  private static long saturated(
      int port, Counter counter, boolean isExtended, long value, long count) {
    long sum = value + count;
    if (isExtended) {
      return Long.compareUnsigned(sum, value) < 0 ? -1 : sum;
    }
    return Math.min(counter.most(), sum);
  }
}
