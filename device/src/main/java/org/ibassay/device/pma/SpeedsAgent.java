package org.ibassay.device.pma;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.pm.PortExtendedSpeedsCounters;

/// Answers requests for PortExtendedSpeedsCounters. The links of simulated devices have no errors,
/// so only Sets change these counters.
final class SpeedsAgent {
  /// The counters in the order of the attribute, which is that of the bits of CounterSelect.
  private static final List<Place> PLACES = places();

  private final Variant variant;
  private final Map<Integer, long[]> counters = new HashMap<>();

  SpeedsAgent(Variant variant) {
    this.variant = variant;
  }

  /// Whether the device has the attribute.
  boolean has(int attribute) {
    return attribute == PortExtendedSpeedsCounters.ATTRIBUTE.id()
        && variant.is(SimParameter.PMA_SPEEDS);
  }

  /// Executes a request for existing ports.
  ///
  /// @param port PortSelect
  /// @param ports the numbers of the ports
  int execute(MemorySegment data, boolean isSet, int port, List<Integer> ports) {
    long selected = PortExtendedSpeedsCounters.COUNTER_SELECT.get(data, 0);
    boolean isWritten = variant.number(SimParameter.PMA_SET) == 0;
    for (int bit = 0; isSet && bit < PLACES.size(); bit++) {
      if (((selected >> bit) & 1) == 1) {
        for (int each : ports) {
          counters(each)[bit] = isWritten ? PLACES.get(bit).get(data) : 0;
        }
      }
    }
    data.fill((byte) 0);
    PortExtendedSpeedsCounters.PORT_SELECT.set(data, 0, port);
    PortExtendedSpeedsCounters.COUNTER_SELECT.set(data, 0, selected);
    for (int bit = 0; bit < PLACES.size(); bit++) {
      long sum = 0;
      for (int each : ports) {
        sum += counters.containsKey(each) ? counters(each)[bit] : 0;
      }
      PLACES.get(bit).set(data, sum);
    }
    return MadStatus.OK;
  }

  /// The counters of a port, in the bit order of CounterSelect.
  private long[] counters(int port) {
    return counters.computeIfAbsent(port, _ -> new long[PLACES.size()]);
  }

  private static List<Place> places() {
    List<Place> places = new ArrayList<>();
    for (Field field : PortExtendedSpeedsCounters.ATTRIBUTE.layout().fields()) {
      boolean isCounter =
          !field.equals(PortExtendedSpeedsCounters.PORT_SELECT)
              && !field.equals(PortExtendedSpeedsCounters.COUNTER_SELECT);
      for (int i = 0; isCounter && i < field.count(); i++) {
        places.add(new Place(field, i));
      }
    }
    return List.copyOf(places);
  }

  /// A counter's place in the attribute.
  private record Place(Field field, int index) {
    long get(MemorySegment data) {
      return field.get(data, 0, index);
    }

    void set(MemorySegment data, long value) {
      field.set(data, 0, index, Math.min(field.max(), value));
    }
  }
}
