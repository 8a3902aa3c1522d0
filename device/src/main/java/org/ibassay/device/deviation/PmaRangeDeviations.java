package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.CA;
import static org.ibassay.device.variant.NodeKind.SWITCH;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.ibassay.device.fabric.CountRule;
import org.ibassay.device.fabric.PortCounts;
import org.ibassay.device.fabric.PortCounts.Counter;
import org.ibassay.device.pma.PmaCall;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.pm.PortCounters;
import org.ibassay.wire.pm.PortCountersExtended;

/// Deviations in the range of counters, in what they do at and after their end, and in requests for
/// all ports.
final class PmaRangeDeviations {
  private static final long ACTIVE = 2;
  private static final long SOME_LID = 17;
  private static final int ALL_PORTS = 255;
  private static final long UNICAST_AND_MULTICAST = 0xF0;

  private PmaRangeDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        of("wraps-at-16-bits", "counts packets and data in 16 bits", narrow(0xFFFF)),
        of("wraps-at-24-bits", "counts packets and data in 24 bits", narrow(0xFF_FFFF)),
        of("wraps-at-31-bits", "counts packets and data in 31 bits", narrow(0x7FFF_FFFF)),
        of(
            "stops-at-31-bits",
            "does not count beyond 31 bits",
            counting((right, counter, value) ->
                value <= 0x7FFF_FFFFL ? Math.min(right, 0x7FFF_FFFFL) : right)),
        of(
            "stuck-at-end",
            "no longer counts after a counter has reached its end",
            PmaRangeDeviations::stickAtEnd),
        of(
            "extended-ends-with-plain",
            "does not count in PortCountersExtended while PortCounters is at its end",
            PmaRangeDeviations::endTogether),
        of(
            "extended-selected-by-others",
            "clears PortXmitData of PortCountersExtended with the optional counters",
            PmaEdits.responses(
                call ->
                    call.isSet(PortCountersExtended.ATTRIBUTE)
                        && (call.asked(PortCountersExtended.COUNTER_SELECT) & UNICAST_AND_MULTICAST)
                            != 0,
                call -> PmaEdits.counts(call, 0).setExtended(Counter.XMIT_DATA, 0))),
        of(
            "all-ports-sum-wraps",
            "does not limit the sum of SymbolErrorCounter of all ports",
            summing(Counter.SYMBOL_ERRORS)),
        of(
            "all-ports-sum-wraps-at-8",
            "does not limit the sum of LinkDownedCounter of all ports",
            summing(Counter.LINK_DOWNED)),
        of(
            "all-ports-data-kept",
            "does not set PortRcvData with PortSelect 255",
            keeping(Counter.RCV_DATA)),
        of(
            "all-ports-packets-kept",
            "does not set PortXmitPkts with PortSelect 255",
            keeping(Counter.XMIT_PACKETS)),
        of(
            "all-ports-errors-kept",
            "does not set VL15Dropped with PortSelect 255",
            keeping(Counter.VL15_DROPPED)),
        of(
            "set-repeated-id-ignored",
            "ignores a Set with the TransactionID of the Set before it",
            PmaRangeDeviations::ignoreRepeated));
  }

  /// Computes a counter of PortCounters.
  private interface Counting {
    /// @param right the conforming next value
    /// @param value the present value
    long next(long right, Counter counter, long value);
  }

  private static Consumer<Seams> counting(Counting how) {
    return rule(under ->
        (port, counter, isExtended, value, count) -> {
          long right = under.next(port, counter, isExtended, value, count);
          return isExtended ? right : how.next(right, counter, value);
        });
  }

  private static Consumer<Seams> rule(UnaryOperator<CountRule> how) {
    return seams -> seams.performance.counting.deviate(how::apply);
  }

  private static Consumer<Seams> narrow(long most) {
    return counting(
        (right, counter, value) -> counter.most() > most && value <= most ? right & most : right);
  }

  private static void stickAtEnd(Seams seams) {
    Set<String> ended = new HashSet<>();
    rule(under ->
            (port, counter, isExtended, value, count) -> {
              long right = under.next(port, counter, isExtended, value, count);
              if (!isExtended && right == counter.most()) {
                ended.add(port + counter.name());
              }
              return ended.contains(port + counter.name()) && !isExtended && value < right
                  ? value
                  : right;
            })
        .accept(seams);
  }

  private static void endTogether(Seams seams) {
    Map<String, Boolean> ended = new HashMap<>();
    rule(under ->
            (port, counter, isExtended, value, count) -> {
              String key = port + counter.name();
              if (!isExtended) {
                ended.put(key, value == counter.most());
              }
              return isExtended && ended.getOrDefault(key, false)
                  ? value
                  : under.next(port, counter, isExtended, value, count);
            })
        .accept(seams);
  }

  private static Consumer<Seams> summing(Counter counter) {
    return PmaEdits.responses(
        call -> isForAll(call) && call.isGet(PortCounters.ATTRIBUTE),
        call -> {
          long sum = 0;
          for (int port = 1; port <= call.node().ports(); port++) {
            sum += call.node().counts(port).plain(counter);
          }
          call.put(
              counter == Counter.LINK_DOWNED
                  ? PortCounters.LINK_DOWNED_COUNTER
                  : PortCounters.SYMBOL_ERROR_COUNTER,
              sum & counter.most());
        });
  }

  private static Consumer<Seams> keeping(Counter counter) {
    return seams -> {
      Map<PortCounts, Long> before = new HashMap<>();
      PmaEdits.requests(
              PmaRangeDeviations::isSetOfAll,
              call -> {
                before.clear();
                for (int port = 1; port <= call.node().ports(); port++) {
                  PortCounts counts = call.node().counts(port);
                  before.put(counts, counts.plain(counter));
                }
              })
          .accept(seams);
      PmaEdits.responses(
              PmaRangeDeviations::isSetOfAll,
              _ -> before.forEach((counts, value) -> counts.set(counter, value)))
          .accept(seams);
    };
  }

  private static void ignoreRepeated(Seams seams) {
    long[] last = new long[1];
    seams.performance.hears.deviate(under ->
        mad -> {
          if (MadHeader.METHOD.get(mad, 0) != Method.SET) {
            return under.test(mad);
          }
          long id = MadHeader.TRANSACTION_ID.get(mad, 0);
          boolean isNew = id != last[0];
          last[0] = id;
          return isNew && under.test(mad);
        });
  }

  private static boolean isSetOfAll(PmaCall call) {
    return isForAll(call) && call.isSet(PortCounters.ATTRIBUTE);
  }

  private static boolean isForAll(PmaCall call) {
    return call.asked(PortCounters.PORT_SELECT) == ALL_PORTS;
  }

  private static DeviationSpec of(String name, String summary, Consumer<Seams> effect) {
    return DeviationSpec.of("pmarange." + name, summary, Set.of(CA, SWITCH), effect)
        .on(SimParameter.PORT_STATE, ACTIVE)
        .on(SimParameter.LID, SOME_LID)
        .on(SimParameter.PORTS, 12)
        .on(SimParameter.PMA_ALL_PORTS, 1)
        .on(SimParameter.PMA_EXTENDED, 1);
  }
}
