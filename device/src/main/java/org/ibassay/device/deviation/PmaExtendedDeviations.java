package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.PmaEdits.counts;
import static org.ibassay.device.deviation.PmaEdits.requests;
import static org.ibassay.device.deviation.PmaEdits.responses;
import static org.ibassay.wire.pm.PortCountersExtended.COUNTER_SELECT;
import static org.ibassay.wire.pm.PortCountersExtended.PORT_SELECT;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.ibassay.device.fabric.PortCounts;
import org.ibassay.device.fabric.PortCounts.Counter;
import org.ibassay.device.pma.PmaCall;
import org.ibassay.device.sma.Seams;
import org.ibassay.wire.Field;
import org.ibassay.wire.pm.PortCounters;
import org.ibassay.wire.pm.PortCountersExtended;

/// Deviations of performance management in the width of PortCountersExtended and in its relation to
/// PortCounters.
final class PmaExtendedDeviations {
  private static final long LOW_WORD = 0xFFFF_FFFFL;
  private static final long LOW_48 = 0xFFFF_FFFF_FFFFL;
  private static final int WORD_BITS = 32;

  /// A counter of PortCountersExtended.
  ///
  /// @param bit its bit in CounterSelect
  private record Wide(int bit, Counter counter, Field field) {
    static final List<Wide> ALL =
        List.of(
            new Wide(0, Counter.XMIT_DATA, PortCountersExtended.PORT_XMIT_DATA),
            new Wide(1, Counter.RCV_DATA, PortCountersExtended.PORT_RCV_DATA),
            new Wide(2, Counter.XMIT_PACKETS, PortCountersExtended.PORT_XMIT_PKTS),
            new Wide(3, Counter.RCV_PACKETS, PortCountersExtended.PORT_RCV_PKTS));

    private boolean isSelected(PmaCall call) {
      return (call.asked(COUNTER_SELECT) >> bit & 1) == 1;
    }
  }

  private PmaExtendedDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        counting("wraps-at-32", "lets all counters wrap at 32 bits", (_, r) -> r & LOW_WORD),
        counting("stays-at-32", "keeps all counters at 0xFFFFFFFF", (v, r) -> stay(v, r, LOW_WORD)),
        counting("wraps-at-48", "lets all counters wrap at 48 bits", (_, r) -> r & LOW_48),
        counting("wraps-at-63", "lets all counters wrap at 63 bits", (_, r) -> r & Long.MAX_VALUE),
        counting("carry-lost", "loses the carry into the upper half", (v, r) -> halves(v, r)),
        PmaDeviations.of(
            "extended-packets-wrap",
            "lets PortRcvPkts of PortCountersExtended wrap at 32 bits",
            rule((counter, _, right) -> counter == Counter.RCV_PACKETS ? right & LOW_WORD : right)),
        PmaDeviations.of(
            "extended-xmit-packets-stay",
            "keeps PortXmitPkts of PortCountersExtended at 0xFFFFFFFF",
            rule((counter, value, right) ->
                counter == Counter.XMIT_PACKETS ? stay(value, right, LOW_WORD) : right)),
        stored("set-low-half", "stores the lower half", (_, asked) -> asked & LOW_WORD),
        stored("set-keeps-upper-half", "keeps the upper half", (was, asked) -> halves(was, asked)),
        stored(
            "set-swaps-halves",
            "swaps the halves",
            (_, asked) -> Long.rotateRight(asked, WORD_BITS)),
        PmaDeviations.of(
            "extended-set-writes-plain",
            "writes PortCounters with a Set of PortCountersExtended",
            sets((counts, wide, asked) -> counts.set(wide.counter, asked & LOW_WORD))),
        PmaDeviations.of(
            "extended-set-hits-neighbor",
            "sets PortCountersExtended of the next port, too",
            responses(
                PmaExtendedDeviations::isSet,
                c -> {
                  for (Wide wide : Wide.ALL) {
                    if (wide.isSelected(c)) {
                      counts(c, 1).setExtended(wide.counter, c.asked(wide.field));
                    }
                  }
                })),
        PmaDeviations.of(
            "extended-get-of-port-1",
            "reads PortCountersExtended of port 1, whatever PortSelect specifies",
            requests(
                    c -> c.isGet(PortCountersExtended.ATTRIBUTE) && c.asked(PORT_SELECT) == 2,
                    c -> c.put(PORT_SELECT, 1))
                .andThen(responses(c -> c.asked(PORT_SELECT) == 2, c -> c.put(PORT_SELECT, 2)))),
        PmaDeviations.of(
            "extended-set-answers-request",
            "answers a Set of PortCountersExtended with the counters of the request",
            responses(
                PmaExtendedDeviations::isSet,
                c -> {
                  for (Wide wide : Wide.ALL) {
                    c.put(wide.field, c.asked(wide.field));
                  }
                })),
        plainSets(
            "plain-set-writes-extended",
            "writes PortCountersExtended with a Set of PortCounters",
            (counts, counter) -> counts.setExtended(counter, counts.plain(counter))),
        plainSets(
            "plain-set-clears-extended",
            "clears PortCountersExtended with a Set of PortCounters",
            (counts, counter) -> counts.setExtended(counter, 0)),
        PmaDeviations.of(
            "extended-all-ports-sets-first",
            "sets PortCountersExtended of port 1 only where PortSelect is 255",
            requests(c -> isSet(c) && c.asked(PORT_SELECT) == 255, c -> c.put(PORT_SELECT, 1))
                .andThen(
                    responses(
                        c -> isSet(c) && c.asked(PORT_SELECT) == 255,
                        c -> c.put(PORT_SELECT, 255)))));
  }

  private static boolean isSet(PmaCall call) {
    return call.isSet(PortCountersExtended.ATTRIBUTE);
  }

  private static long stay(long value, long right, long most) {
    return Long.compareUnsigned(right, most) > 0 && Long.compareUnsigned(value, most) <= 0
        ? most
        : right;
  }

  private static long halves(long upper, long lower) {
    return (upper & ~LOW_WORD) | (lower & LOW_WORD);
  }

  private interface Count {
    /// @param value the counter's current value
    /// @param right the conforming next value
    long next(long value, long right);
  }

  private interface Rule {
    long next(Counter counter, long value, long right);
  }

  private interface Store {
    long of(long before, long asked);
  }

  private interface StoredCounter {
    void store(PortCounts counts, Wide wide, long asked);
  }

  private interface PlainSet {
    void follow(PortCounts counts, Counter counter);
  }

  private static DeviationSpec counting(String name, String summary, Count count) {
    return PmaDeviations.of(
        "extended-" + name,
        summary + " in PortCountersExtended",
        rule((_, value, right) -> count.next(value, right)));
  }

  private static Consumer<Seams> rule(Rule rule) {
    return seams ->
        seams.performance.counting.deviate(under ->
            (port, counter, isExtended, value, count) -> {
              long right = under.next(port, counter, isExtended, value, count);
              return isExtended ? rule.next(counter, value, right) : right;
            });
  }

  private static DeviationSpec stored(String name, String summary, Store store) {
    return PmaDeviations.of(
        "extended-" + name,
        summary + " of a counter in a Set of PortCountersExtended",
        seams -> {
          Map<Wide, Long> before = new HashMap<>();
          requests(
                  PmaExtendedDeviations::isSet,
                  c -> {
                    for (Wide wide : Wide.ALL) {
                      before.put(wide, counts(c, 0).extended(wide.counter));
                    }
                  })
              .andThen(
                  sets((counts, wide, asked) ->
                      counts.setExtended(
                          wide.counter, store.of(before.getOrDefault(wide, 0L), asked))))
              .accept(seams);
        });
  }

  private static Consumer<Seams> sets(StoredCounter stored) {
    return responses(
        PmaExtendedDeviations::isSet,
        c -> {
          for (Wide wide : Wide.ALL) {
            if (wide.isSelected(c)) {
              stored.store(counts(c, 0), wide, c.asked(wide.field));
            }
          }
        });
  }

  private static DeviationSpec plainSets(String name, String summary, PlainSet set) {
    return PmaDeviations.of(
        name,
        summary,
        responses(
            c -> c.isSet(PortCounters.ATTRIBUTE),
            c -> {
              for (Wide wide : Wide.ALL) {
                if ((c.asked(PortCounters.COUNTER_SELECT) >> wide.counter.bit() & 1) == 1) {
                  set.follow(counts(c, 0), wide.counter);
                }
              }
            }));
  }
}
