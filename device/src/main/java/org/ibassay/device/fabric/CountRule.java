package org.ibassay.device.fabric;

import org.ibassay.device.fabric.PortCounts.Counter;

/// How a port counts: the seam of its counters.
@FunctionalInterface
public interface CountRule {
  /// Counters stay at their greatest value (16.1.3.5).
  CountRule SATURATING = CountRule::saturated;

  /// The value of a counter after it has counted.
  ///
  /// @param port its number; 0 for a switch's management port
  /// @param isExtended whether it is that of PortCountersExtended
  /// @param value so far, unsigned
  /// @param count to be added
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
