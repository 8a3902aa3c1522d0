package org.ibassay.suite.c16;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.pm.PortExtendedSpeedsCounters;

/// A counter of PortExtendedSpeedsCounters.
///
/// @param field its component of the attribute
/// @param index its lane
/// @param bit number of the bit of CounterSelect that selects it; above 63: not public
record SpeedsCounter(Field field, int index, int bit) {
  private static final int NO_BIT = 64;
  private static final int USUAL_LANES = 4;

  /// The counters whose bits are public, in the order of the bits. The source is ibutils2, whose
  /// packet layouts say of PM_PortExtendedSpeedsCounters that bits 38 to 63 are reserved.
  static final List<SpeedsCounter> ALL = all();

  /// Those of [#ALL] that a port with Reed-Solomon FEC has, too: libibmad has no others in its
  /// table for such ports.
  static final List<SpeedsCounter> WITH_RS_FEC =
      ALL.stream()
          .filter(counter ->
              !counter.field.equals(PortExtendedSpeedsCounters.ERROR_DETECTION_COUNTER_LANE)
                  && !counter.field.equals(
                      PortExtendedSpeedsCounters.FEC_UNCORRECTABLE_BLOCK_CTR_LANE))
          .toList();

  /// The counters that only a port with Reed-Solomon FEC has.
  static final List<SpeedsCounter> OF_RS_FEC =
      List.of(
          new SpeedsCounter(PortExtendedSpeedsCounters.PORT_FEC_CORRECTABLE_BLOCK_CTR, 0, NO_BIT),
          new SpeedsCounter(PortExtendedSpeedsCounters.PORT_FEC_UNCORRECTABLE_BLOCK_CTR, 0, NO_BIT),
          new SpeedsCounter(PortExtendedSpeedsCounters.PORT_FEC_CORRECTED_SYMBOL_CTR, 0, NO_BIT));

  private static final int LONG_WIDTH = 32;

  private static List<SpeedsCounter> all() {
    List<SpeedsCounter> all = new ArrayList<>();
    for (Field field :
        List.of(
            PortExtendedSpeedsCounters.SYNC_HEADER_ERROR_COUNTER,
            PortExtendedSpeedsCounters.UNKNOWN_BLOCK_COUNTER,
            PortExtendedSpeedsCounters.ERROR_DETECTION_COUNTER_LANE,
            PortExtendedSpeedsCounters.FEC_CORRECTABLE_BLOCK_CTR_LANE,
            PortExtendedSpeedsCounters.FEC_UNCORRECTABLE_BLOCK_CTR_LANE)) {
      for (int lane = 0; lane < field.count(); lane++) {
        all.add(new SpeedsCounter(field, lane, all.size()));
      }
    }
    return List.copyOf(all);
  }

  /// CounterSelect with a 1 for every counter of [#ALL].
  static long selectAll() {
    return (1L << ALL.size()) - 1;
  }

  /// Returns a PerformanceSet.
  ///
  /// @param port PortSelect
  /// @param select CounterSelect
  /// @param value of each counter
  static MadPacketSpec set(int port, long select, ToLongFunction<SpeedsCounter> value) {
    MadPacketSpec set =
        MadPacketSpec.performance(Method.SET, PortExtendedSpeedsCounters.ATTRIBUTE.id())
            .setData(PortExtendedSpeedsCounters.PORT_SELECT, port)
            .setData(PortExtendedSpeedsCounters.COUNTER_SELECT, select);
    for (List<SpeedsCounter> counters : List.of(ALL, OF_RS_FEC)) {
      for (SpeedsCounter counter : counters) {
        set.setData(counter.field, counter.index, value.applyAsLong(counter));
      }
    }
    return set;
  }

  /// The bit as a mask of CounterSelect.
  long mask() {
    return 1L << bit;
  }

  /// Whether it counts in 32 bits what a working link may have thousands of in a second.
  boolean isLong() {
    return field.width() == LONG_WIDTH;
  }

  /// Returns the counters without those of lanes that the port does not have.
  ///
  /// @param written response after a Set of all counters to other values than 0
  static List<SpeedsCounter> present(List<SpeedsCounter> counters, MadPacketSpec written) {
    return counters.stream()
        .filter(counter ->
            counter.index < USUAL_LANES
                || counters.stream()
                    .anyMatch(one -> one.index == counter.index && one.of(written) != 0))
        .toList();
  }

  /// Its value in a response.
  long of(MadPacketSpec read) {
    return read.data(field, index);
  }

  /// Its name for messages.
  String name() {
    return field.name() + (field.count() > 1 ? index : "");
  }
}
