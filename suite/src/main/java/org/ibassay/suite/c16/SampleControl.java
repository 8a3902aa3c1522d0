package org.ibassay.suite.c16;

import java.time.Duration;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.pm.PortSamplesControl;

/// PortSamplesControl as the DUT declares it.
///
/// @param read response of the DUT
record SampleControl(MadPacketSpec read) {
  /// Values of SampleStatus.
  static final int DONE = 0;

  static final int WAITING = 1;
  static final int RUNNING = 2;

  /// The number of counters in the attribute; a device may have fewer.
  static final int COUNTERS = 15;

  private static final int BITS_OF_MASK = 3;
  private static final int BITS_OF_LAST_MASKS = 15;

  /// A symbol of 10 bits at 2.5 Gb/s. No link has a longer one.
  private static final long SYMBOL_NANOS = 4;

  /// The counters that support the quantities of every device.
  List<Integer> counters() {
    return IntStream.range(0, COUNTERS).filter(i -> (mask(i) & 1) == 1).boxed().toList();
  }

  private long mask(int counter) {
    long first =
        (read.data(PortSamplesControl.COUNTER_MASK0)
                << PortSamplesControl.COUNTER_MASKS1_TO9.width())
            | read.data(PortSamplesControl.COUNTER_MASKS1_TO9);
    long masks = (first << BITS_OF_LAST_MASKS) | read.data(PortSamplesControl.COUNTER_MASKS10_TO14);
    return masks >> ((COUNTERS - 1 - counter) * BITS_OF_MASK);
  }

  /// The number of ticks that takes a duration at 2.5 Gb/s, and less on faster links.
  long ticks(Duration duration) {
    return Math.max(1, duration.toNanos() / tickNanos());
  }

  private long tickNanos() {
    return (read.data(PortSamplesControl.TICK) + 1) * SYMBOL_NANOS;
  }

  /// Returns a PerformanceSet that starts a sample.
  ///
  /// @param delay SampleStart
  /// @param interval SampleInterval
  /// @param quantities CounterSelect of the n-th of [#counters]
  MadPacketSpec set(int port, long delay, long interval, long tag, IntUnaryOperator quantities) {
    MadPacketSpec set =
        MadPacketSpec.performance(Method.SET, PortSamplesControl.ATTRIBUTE.id())
            .setData(PortSamplesControl.PORT_SELECT, port)
            .setData(PortSamplesControl.SAMPLE_START, delay)
            .setData(PortSamplesControl.SAMPLE_INTERVAL, interval)
            .setData(PortSamplesControl.TAG, tag);
    List<Integer> counters = counters();
    for (int n = 0; n < counters.size(); n++) {
      set.setData(PortSamplesControl.COUNTER_SELECT, counters.get(n), quantities.applyAsInt(n));
    }
    return set;
  }
}
