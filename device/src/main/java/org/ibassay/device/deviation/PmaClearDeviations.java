package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.PmaEdits.requests;
import static org.ibassay.device.deviation.PmaEdits.responses;
import static org.ibassay.device.variant.NodeKind.CA;
import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.wire.pm.PortCounters.COUNTER_SELECT;
import static org.ibassay.wire.pm.PortCounters.PORT_SELECT;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.device.fabric.PortCounts;
import org.ibassay.device.fabric.PortCounts.Counter;
import org.ibassay.device.pma.PmaCall;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.pm.PortCounters;

/// Deviations of performance management that clears a counter that is set, in which ports' counters
/// it clears.
final class PmaClearDeviations {
  private static final long ACTIVE = 2;
  private static final long SOME_LID = 17;
  private static final int ALL_PORTS = 255;
  private static final int CLEAR = 1;

  private static final Map<Field, Counter> TRAFFIC =
      Map.of(
          PortCounters.PORT_XMIT_DATA,
          Counter.XMIT_DATA,
          PortCounters.PORT_RCV_DATA,
          Counter.RCV_DATA,
          PortCounters.PORT_XMIT_PKTS,
          Counter.XMIT_PACKETS,
          PortCounters.PORT_RCV_PKTS,
          Counter.RCV_PACKETS);

  private PmaClearDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        of(
            "all-ports-clears-last",
            "clears only its last port where PortSelect is 255",
            kept(PmaClearDeviations::isSetOfAll, Set.of(Counter.values()), port -> !port.isLast())),
        of(
            "all-ports-data-kept",
            "does not clear PortRcvData where PortSelect is 255",
            kept(PmaClearDeviations::isSetOfAll, Set.of(Counter.RCV_DATA), _ -> true)),
        of(
            "all-ports-packets-kept",
            "does not clear PortXmitPkts where PortSelect is 255",
            kept(PmaClearDeviations::isSetOfAll, Set.of(Counter.XMIT_PACKETS), _ -> true)),
        of(
            "all-ports-clears-all",
            "clears all counters where PortSelect is 255, whatever CounterSelect specifies",
            requests(
                PmaClearDeviations::isSetOfAll,
                c -> c.put(COUNTER_SELECT, c.isSet(PortCounters.ATTRIBUTE) ? 0xFFFF : 0xFF))),
        of(
            "set-clears-other-ports",
            "clears the counters of all other ports with a Set of one",
            responses(
                c -> PmaEdits.isSet(c) && isDone(c) && !isSetOfAll(c),
                PmaClearDeviations::clearOthers)),
        on(
            Set.of(SWITCH),
            "set-clears-neighbor",
            "clears the counters of the next port, too",
            responses(
                c -> PmaEdits.isSet(c) && isDone(c) && !isSetOfAll(c),
                c -> PmaEdits.clear(PmaEdits.counts(c, 1)))),
        of(
            "set-clears-first-port",
            "clears the packet counters of port 1 with a Set of another port",
            responses(
                c -> PmaEdits.isSet(c) && isDone(c) && c.asked(PORT_SELECT) > 1 && !isSetOfAll(c),
                c -> c.node().counts(1).set(Counter.RCV_PACKETS, 0))),
        of(
            "set-answers-old",
            "answers a Set with the counters before it",
            PmaClearDeviations::answerOld),
        of(
            "set-answers-old-data",
            "answers a Set with PortRcvData before it",
            seams -> answerOld(seams, Set.of(PortCounters.PORT_RCV_DATA))),
        of(
            "rejected-set-clears-all-ports",
            "clears the counters of all ports with a Set of a port that it lacks",
            responses(c -> PmaEdits.isSet(c) && !isDone(c), PmaClearDeviations::clearAll)),
        of(
            "rejected-set-clears-data",
            "clears PortXmitData of port 1 with a Set of a port above 128 that it lacks",
            responses(
                c -> PmaEdits.isSet(c) && !isDone(c) && c.asked(PORT_SELECT) > 128,
                c -> c.node().counts(1).set(Counter.XMIT_DATA, 0))),
        on(
            Set.of(CA),
            "port-0-clears-all-ports",
            "clears the counters of all ports with a Set of port 0, which it rejects",
            responses(
                c -> PmaEdits.isSet(c) && c.asked(PORT_SELECT) == 0,
                PmaClearDeviations::clearAll)));
  }

  private static DeviationSpec of(String name, String summary, Consumer<Seams> effect) {
    return on(Set.of(CA, SWITCH), name, summary, effect);
  }

  private static DeviationSpec on(
      Set<NodeKind> kinds, String name, String summary, Consumer<Seams> effect) {
    return DeviationSpec.of("pmaclear." + name, summary, kinds, effect)
        .on(SimParameter.PORT_STATE, ACTIVE)
        .on(SimParameter.LID, SOME_LID)
        .on(SimParameter.PMA_ALL_PORTS, 1)
        .on(SimParameter.PMA_EXTENDED, 1)
        .on(SimParameter.PMA_SET, CLEAR);
  }

  private static boolean isSetOfAll(PmaCall call) {
    return PmaEdits.isSet(call) && call.asked(PORT_SELECT) == ALL_PORTS;
  }

  private static boolean isDone(PmaCall call) {
    return MadStatus.CODE.get(call.mad(), 0) == MadStatus.OK;
  }

  private static void answerOld(Seams seams) {
    answerOld(seams, TRAFFIC.keySet());
  }

  private static void answerOld(Seams seams, Set<Field> shown) {
    Map<Field, Long> before = new HashMap<>();
    Predicate<PmaCall> which =
        c -> c.isSet(PortCounters.ATTRIBUTE) && c.asked(PORT_SELECT) <= c.node().ports();
    requests(
            which,
            c ->
                TRAFFIC.forEach((field, counter) -> {
                  if (shown.contains(field)) {
                    before.put(field, PmaEdits.counts(c, 0).plain(counter));
                  }
                }))
        .accept(seams);
    responses(c -> which.test(c) && isDone(c), c -> before.forEach(c::put)).accept(seams);
  }

  private static void clearOthers(PmaCall call) {
    for (int port = 1; port <= call.node().ports(); port++) {
      if (port != call.asked(PORT_SELECT)) {
        PmaEdits.clear(call.node().counts(port));
      }
    }
  }

  private static void clearAll(PmaCall call) {
    for (int port = 1; port <= call.node().ports(); port++) {
      PmaEdits.clear(call.node().counts(port));
    }
  }

  /// A port of a device.
  private record Numbered(int number, int ports) {
    boolean isLast() {
      return number == ports;
    }
  }

  /// Some requests keep some counters of some ports, of PortCounters.
  private static Consumer<Seams> kept(
      Predicate<PmaCall> which, Set<Counter> counters, Predicate<Numbered> ports) {
    return seams -> {
      Map<PortCounts, Map<Counter, Long>> before = new HashMap<>();
      requests(
              which,
              call -> {
                before.clear();
                for (int port = 1; port <= call.node().ports(); port++) {
                  if (ports.test(new Numbered(port, call.node().ports()))) {
                    PortCounts counts = call.node().counts(port);
                    Map<Counter, Long> values = new HashMap<>();
                    counters.forEach(counter -> values.put(counter, counts.plain(counter)));
                    before.put(counts, values);
                  }
                }
              })
          .accept(seams);
      responses(which, _ -> before.forEach((counts, values) -> values.forEach(counts::set)))
          .accept(seams);
    };
  }
}
