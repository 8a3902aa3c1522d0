package org.ibassay.suite.c16;

import java.util.List;
import java.util.function.ToLongFunction;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.pm.PortCounters;
import org.ibassay.wire.pm.PortCountersExtended;

/// An attribute with the counters of a port.
///
/// @param attribute PortCounters or PortCountersExtended
/// @param counters its counters that every device with the attribute has
record CounterAttribute(GmpAttribute attribute, List<PortCounter> counters) {
  static final CounterAttribute PLAIN =
      new CounterAttribute(PortCounters.ATTRIBUTE, PortCounter.PLAIN);

  static final CounterAttribute EXTENDED =
      new CounterAttribute(PortCountersExtended.ATTRIBUTE, PortCounter.EXTENDED);

  /// CounterSelect with a 1 for every counter.
  long all() {
    return (1L << counters.size()) - 1;
  }

  /// Returns a PerformanceSet.
  ///
  /// @param port PortSelect
  /// @param select CounterSelect
  /// @param value of each counter
  MadPacketSpec set(int port, long select, ToLongFunction<PortCounter> value) {
    MadPacketSpec set =
        MadPacketSpec.performance(Method.SET, attribute.id())
            .setData(PortCounters.PORT_SELECT, port)
            .setData(PortCounters.COUNTER_SELECT, select);
    for (PortCounter counter : counters) {
      set.setData(counter.field(), value.applyAsLong(counter));
    }
    return set;
  }

  /// Returns a PerformanceSet of all counters to values that were read.
  MadPacketSpec restore(int port, MadPacketSpec read) {
    return set(port, all(), counter -> read.data(counter.field()));
  }
}
