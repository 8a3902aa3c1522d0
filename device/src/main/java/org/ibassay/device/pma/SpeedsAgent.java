package org.ibassay.device.pma;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.pm.PortExtendedSpeedsCounters;

/// Answers requests for PortExtendedSpeedsCounters. The links of simulated devices have no errors,
/// so only Sets change these counters.
final class SpeedsAgent {
  /// The counters in the order of the attribute, which is that of the bits of CounterSelect. Those
  /// of the last three are not public.
  private static final List<Place> PLACES = places();

  private static final Set<Field> WITHOUT_RS_FEC =
      Set.of(
          PortExtendedSpeedsCounters.ERROR_DETECTION_COUNTER_LANE,
          PortExtendedSpeedsCounters.FEC_UNCORRECTABLE_BLOCK_CTR_LANE);

  private static final Set<Field> OF_RS_FEC =
      Set.of(
          PortExtendedSpeedsCounters.PORT_FEC_CORRECTABLE_BLOCK_CTR,
          PortExtendedSpeedsCounters.PORT_FEC_UNCORRECTABLE_BLOCK_CTR,
          PortExtendedSpeedsCounters.PORT_FEC_CORRECTED_SYMBOL_CTR);

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
      if (((selected >> bit) & 1) == 1 && has(PLACES.get(bit))) {
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

  /// Whether the device has a counter: libibmad has two tables, with and without Reed-Solomon FEC.
  private boolean has(Place place) {
    Set<Field> others = variant.is(SimParameter.PMA_RS_FEC) ? WITHOUT_RS_FEC : OF_RS_FEC;
    return !others.contains(place.field);
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
