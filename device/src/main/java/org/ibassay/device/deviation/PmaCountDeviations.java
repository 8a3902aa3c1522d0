package org.ibassay.device.deviation;

import static org.ibassay.device.fabric.PortCounts.Counter.RCV_DATA;
import static org.ibassay.device.fabric.PortCounts.Counter.RCV_ERRORS;
import static org.ibassay.device.fabric.PortCounts.Counter.RCV_PACKETS;
import static org.ibassay.device.fabric.PortCounts.Counter.XMIT_DATA;
import static org.ibassay.device.fabric.PortCounts.Counter.XMIT_PACKETS;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.ibassay.device.fabric.CountRule;
import org.ibassay.device.fabric.PortCounts.Counter;
import org.ibassay.device.pma.PmaCall;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.pm.PortCounters;
import org.ibassay.wire.pm.PortCountersExtended;

/// Deviations of performance management in what it counts.
final class PmaCountDeviations {
  private static final long LOW_WORD = 0xFFFF_FFFFL;
  private static final int WORD = 4;
  private static final int ENOUGH = 6;

  private PmaCountDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        counted("rcv-packets-halved", "counts every other packet received", halved(RCV_PACKETS)),
        counted(
            "xmit-packets-twice", "counts each packet sent twice", times(Set.of(XMIT_PACKETS), 2)),
        counted(
            "rcv-packets-twice",
            "counts each packet received twice",
            times(Set.of(RCV_PACKETS), 2)),
        counted("xmit-data-octets", "counts data sent in octets", times(Set.of(XMIT_DATA), WORD)),
        counted("rcv-data-octets", "counts data received in octets", times(Set.of(RCV_DATA), WORD)),
        counted(
            "data-mad-only",
            "counts the octets of the MAD without its headers",
            (data, count) -> data ? 64 : count),
        counted(
            "data-without-icrc",
            "counts data without the ICRC",
            (data, count) -> data ? count - 1 : count),
        stuck("rcv-packets-stuck", "stops counting packets received after 6", RCV_PACKETS),
        stuck("xmit-data-stuck", "stops counting data sent after 6 packets", XMIT_DATA),
        rule(
            "wraps",
            "lets counters wrap",
            (under, counter, isExtended, value, count) ->
                isExtended ? value + count : (value + count) & counter.most()),
        rule(
            "packets-wrap",
            "lets PortRcvPkts wrap",
            (under, counter, isExtended, value, count) ->
                counter == RCV_PACKETS && !isExtended ? (value + count) & LOW_WORD : under),
        rule(
            "stays-one-below",
            "stays one below the greatest value",
            (under, counter, isExtended, value, count) ->
                isExtended ? under : Math.min(under, Math.max(value, counter.most() - 1))),
        rule(
            "restarts-at-end",
            "clears a counter that has reached its end",
            (under, counter, isExtended, value, count) ->
                !isExtended && value == counter.most() ? 0 : under),
        rule(
            "extended-packets-twice",
            "counts packets twice in PortCountersExtended",
            (under, counter, isExtended, value, count) ->
                isExtended && counter == RCV_PACKETS ? under + count : under),
        rule(
            "extended-data-octets",
            "counts data in octets in PortCountersExtended",
            (under, counter, isExtended, value, count) ->
                isExtended && counter == XMIT_DATA ? under + 3 * count : under),
        PmaDeviations.of(
            "extended-high-word-lost",
            "reads PortXmitData of PortCountersExtended without its upper half",
            PmaEdits.responses(
                c -> c.isGet(PortCountersExtended.ATTRIBUTE),
                c ->
                    c.put(
                        PortCountersExtended.PORT_XMIT_DATA,
                        c.data(PortCountersExtended.PORT_XMIT_DATA) & LOW_WORD))),
        PmaDeviations.of(
            "errors-grow",
            "counts a PortRcvErrors with each Get",
            PmaEdits.responses(
                c -> c.isGet(PortCounters.ATTRIBUTE), c -> c.node().counts(1).add(RCV_ERRORS, 1))),
        PmaDeviations.of(
            "reads-swapped",
            "swaps PortXmitPkts and PortRcvData",
            PmaEdits.answers(PmaCountDeviations::swap)),
        PmaDeviations.of(
            "reads-symbol-errors-0",
            "reads SymbolErrorCounter as 0",
            PmaEdits.responses(
                c -> c.isGet(PortCounters.ATTRIBUTE),
                c -> c.put(PortCounters.SYMBOL_ERROR_COUNTER, 0))),
        PmaDeviations.of(
            "reads-link-downed-4-bits",
            "reads four bits of LinkDownedCounter",
            PmaEdits.responses(
                c -> c.isGet(PortCounters.ATTRIBUTE),
                c ->
                    c.put(
                        PortCounters.LINK_DOWNED_COUNTER,
                        c.data(PortCounters.LINK_DOWNED_COUNTER) & 0xF))),
        PmaDeviations.of(
                "other-port-counts",
                "counts at port 2, too, what port 1 receives",
                PmaEdits.responses(
                    c -> c.isGet(PortCounters.ATTRIBUTE),
                    c -> c.node().counts(c.node().ports()).add(RCV_PACKETS, 1)))
            .on(SimParameter.PORTS, 4)
            .on(SimParameter.CABLED, 1));
  }

  private static void swap(PmaCall call) {
    long packets = call.data(PortCounters.PORT_XMIT_PKTS);
    call.put(PortCounters.PORT_XMIT_PKTS, call.data(PortCounters.PORT_RCV_DATA));
    call.put(PortCounters.PORT_RCV_DATA, packets);
  }

  /// Counts differently from a conforming port.
  private interface Wrong {
    /// @param right the conforming next value
    long next(long right, Counter counter, boolean isExtended, long value, long count);
  }

  private interface WrongCount {
    long of(boolean isData, long count);
  }

  private static DeviationSpec rule(String name, String summary, Wrong wrong) {
    return PmaDeviations.of(name, summary, over(() -> wrong));
  }

  private static Consumer<Seams> over(Supplier<Wrong> wrong) {
    return seams -> {
      Wrong one = wrong.get();
      seams.performance.counting.deviate(under ->
          (port, counter, isExtended, value, count) ->
              one.next(
                  under.next(port, counter, isExtended, value, count),
                  counter,
                  isExtended,
                  value,
                  count));
    };
  }

  private static DeviationSpec counted(String name, String summary, WrongCount wrong) {
    return rule(
        name,
        summary,
        (_, counter, isExtended, value, count) ->
            CountRule.SATURATING.next(
                0,
                counter,
                isExtended,
                value,
                wrong.of(counter == XMIT_DATA || counter == RCV_DATA, count)));
  }

  private static DeviationSpec counted(String name, String summary, Consumer<Seams> effect) {
    return PmaDeviations.of(name, summary, effect);
  }

  private static Consumer<Seams> times(Set<Counter> counters, int factor) {
    return over(() ->
        (right, counter, isExtended, value, count) ->
            counters.contains(counter)
                ? CountRule.SATURATING.next(0, counter, isExtended, value, factor * count)
                : right);
  }

  private static Consumer<Seams> halved(Counter halved) {
    return over(() -> {
      int[] seen = new int[1];
      return (right, counter, isExtended, value, count) ->
          counter == halved && !isExtended && seen[0]++ % 2 == 0 ? value : right;
    });
  }

  private static DeviationSpec stuck(String name, String summary, Counter stuck) {
    return PmaDeviations.of(
        name,
        summary,
        over(() -> {
          int[] seen = new int[1];
          return (right, counter, isExtended, value, count) ->
              counter == stuck && !isExtended && seen[0]++ >= ENOUGH ? value : right;
        }));
  }
}
