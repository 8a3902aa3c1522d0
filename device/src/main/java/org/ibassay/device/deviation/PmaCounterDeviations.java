package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.PmaEdits.counts;
import static org.ibassay.device.deviation.PmaEdits.responses;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ibassay.device.fabric.PortCounts.Counter;
import org.ibassay.device.pma.PmaCall;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.pm.PmClassPortInfo;
import org.ibassay.wire.pm.PortCounters;
import org.ibassay.wire.sa.ClassPortInfo;

/// Deviations of performance management in single counters of PortCounters, and in single
/// components of ClassPortInfo.
final class PmaCounterDeviations {
  /// The index of the parameter's word for a device whose Set clears.
  private static final int CLEARS = 1;

  private PmaCounterDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>();
    for (Counter counter : Counter.values()) {
      // The response to a Set changes the counters of data sent.
      if (counter != Counter.XMIT_DATA && counter != Counter.XMIT_PACKETS) {
        all.add(storedInverted(counter));
      }
      all.add(grows(counter));
    }
    all.add(wraps(Counter.RCV_DATA));
    all.add(wraps(Counter.XMIT_PACKETS));
    all.add(clearsWith(Counter.RCV_DATA, Counter.XMIT_DATA));
    all.add(clearsWith(Counter.XMIT_PACKETS, Counter.RCV_PACKETS));
    all.add(clearsWith(Counter.SYMBOL_ERRORS, Counter.XMIT_PACKETS));
    for (Field field : PmClassPortInfo.ATTRIBUTE.layout().fields()) {
      if (!field.isWide() && !field.equals(ClassPortInfo.RESP_TIME_VALUE)) {
        all.add(takes(field));
      }
    }
    return List.copyOf(all);
  }

  private static String name(Counter counter) {
    return counter.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static DeviationSpec storedInverted(Counter counter) {
    return PmaDeviations.of(
        name(counter) + "-low-bit-inverted",
        "stores counter %d of CounterSelect with its lowest bit inverted".formatted(counter.bit()),
        responses(
            c -> PmaEdits.isSetOf(c, counter),
            c -> counts(c, 0).set(counter, counts(c, 0).plain(counter) ^ 1)));
  }

  private static DeviationSpec grows(Counter counter) {
    return PmaDeviations.of(
            name(counter) + "-grows",
            "counts counter %d of CounterSelect at all ports with each Get"
                .formatted(counter.bit()),
            responses(c -> c.isGet(PortCounters.ATTRIBUTE), c -> growAll(c, counter)))
        .on(SimParameter.PORTS, 4)
        .on(SimParameter.CABLED, 1);
  }

  private static DeviationSpec clearsWith(Counter selected, Counter other) {
    return PmaDeviations.of(
            "%s-clears-%s".formatted(name(selected), name(other)),
            "clears counter %d of CounterSelect with counter %d"
                .formatted(other.bit(), selected.bit()),
            responses(c -> PmaEdits.isSetOf(c, selected), c -> counts(c, 0).set(other, 0)))
        .on(SimParameter.PMA_SET, CLEARS);
  }

  private static void growAll(PmaCall call, Counter counter) {
    for (int port = 1; port <= call.node().ports(); port++) {
      call.node().counts(port).add(counter, 1);
    }
  }

  private static DeviationSpec wraps(Counter counter) {
    return PmaDeviations.of(
        name(counter) + "-wraps",
        "lets counter %d of CounterSelect wrap".formatted(counter.bit()),
        seams ->
            seams.performance.counting.deviate(under ->
                (port, counted, isExtended, value, count) ->
                    counted == counter && !isExtended
                        ? (value + count) & counter.most()
                        : under.next(port, counted, isExtended, value, count)));
  }

  private static DeviationSpec takes(Field field) {
    return PmaDeviations.of(
        "info-takes-" + field.name().toLowerCase(Locale.ROOT).replace("_", ""),
        "copies %s from a Get of ClassPortInfo".formatted(field.name()),
        responses(
            c -> PmaEdits.isInfo(c) && c.asked(ClassPortInfo.BASE_VERSION) != 0,
            c -> c.put(field, c.asked(field))));
  }
}
