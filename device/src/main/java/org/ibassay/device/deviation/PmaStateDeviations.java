package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.PmaEdits.counts;
import static org.ibassay.device.deviation.PmaEdits.isSetOf;
import static org.ibassay.device.deviation.PmaEdits.requests;
import static org.ibassay.device.deviation.PmaEdits.responses;
import static org.ibassay.wire.pm.PortCounters.COUNTER_SELECT;
import static org.ibassay.wire.pm.PortCounters.PORT_SELECT;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.device.fabric.PortCounts.Counter;
import org.ibassay.device.pma.PmaCall;
import org.ibassay.device.sma.Seams;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.pm.PortCounters;
import org.ibassay.wire.pm.PortCountersExtended;

/// Deviations of performance management in what changes PortCounters, and in the effects of earlier
/// requests.
final class PmaStateDeviations {
  private static final int ALL_PORTS = 255;
  private static final int LOST_SET = 19;
  private static final int LOST_GET = 32;

  private PmaStateDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        PmaDeviations.of(
            "get-all-ports-of-port-1",
            "reads SymbolErrorCounter of port 1 where PortSelect is 255",
            responses(
                c -> isGetOfAll(c),
                c ->
                    c.put(
                        PortCounters.SYMBOL_ERROR_COUNTER,
                        c.node().counts(1).plain(Counter.SYMBOL_ERRORS)))),
        PmaDeviations.of(
            "get-all-ports-without-traffic",
            "reads PortRcvPkts as 0 where PortSelect is 255",
            responses(c -> isGetOfAll(c), c -> c.put(PortCounters.PORT_RCV_PKTS, 0))),
        PmaDeviations.of(
            "get-all-ports-clears",
            "clears the counters of all ports with a Get of PortSelect 255",
            responses(c -> isGetOfAll(c), PmaStateDeviations::clearAll)),
        PmaDeviations.of(
            "all-ports-last-differs",
            "sets SymbolErrorCounter of its last port to 3 where PortSelect is 255",
            responses(
                c -> c.isSet(PortCounters.ATTRIBUTE) && c.asked(PORT_SELECT) == ALL_PORTS,
                c -> c.node().counts(c.node().ports()).set(Counter.SYMBOL_ERRORS, 3))),
        PmaDeviations.of(
            "all-ports-selects-all",
            "sets all counters where PortSelect is 255",
            requests(
                c -> c.isSet(PortCounters.ATTRIBUTE) && c.asked(PORT_SELECT) == ALL_PORTS,
                c -> c.put(COUNTER_SELECT, 0xFFFF))),
        PmaDeviations.of(
            "select-bits-12-and-13-coupled",
            "sets PortRcvData with PortXmitData",
            requests(
                c -> isSetOf(c, Counter.XMIT_DATA),
                c -> c.put(COUNTER_SELECT, c.asked(COUNTER_SELECT) | 0x2000))),
        PmaDeviations.of(
            "select-of-two-ignored",
            "ignores a CounterSelect that selects two counters",
            requests(
                c -> c.isSet(PortCounters.ATTRIBUTE) && Long.bitCount(c.asked(COUNTER_SELECT)) == 2,
                c -> c.put(COUNTER_SELECT, 0))),
        shared(
            "link-downed-shared", "keeps one LinkDownedCounter for all ports", Counter.LINK_DOWNED),
        shared("vl15-dropped-shared", "keeps one VL15Dropped for all ports", Counter.VL15_DROPPED),
        shared("xmit-data-shared", "keeps one PortXmitData for all ports", Counter.XMIT_DATA),
        shared(
            "integrity-errors-shared",
            "keeps one LocalLinkIntegrityErrors for all ports",
            Counter.LINK_INTEGRITY_ERRORS),
        narrow("set-data-16-bits", "stores 16 bits of PortXmitData", Counter.XMIT_DATA, 0xFFFF),
        narrow(
            "set-symbol-errors-8-bits",
            "stores eight bits of SymbolErrorCounter",
            Counter.SYMBOL_ERRORS,
            0xFF),
        narrow(
            "set-vl15-dropped-15-bits",
            "stores 15 bits of VL15Dropped",
            Counter.VL15_DROPPED,
            0x7FFF),
        narrow(
            "set-constraint-errors-7-bits",
            "stores seven bits of PortXmitConstraintErrors",
            Counter.XMIT_CONSTRAINT_ERRORS,
            0x7F),
        PmaDeviations.of(
            "set-answers-old",
            "answers a Set with the counters before it",
            PmaStateDeviations::answerOld),
        PmaDeviations.of(
            "get-modifier-clears",
            "clears all counters with a Get that has an AttributeModifier",
            PmaEdits.clearing(c -> MadHeader.ATTRIBUTE_MODIFIER.get(c.request(), 0) != 0)),
        PmaDeviations.of(
            "info-clears",
            "clears all counters with a Get of ClassPortInfo",
            responses(PmaEdits::isInfo, PmaStateDeviations::clearAll)),
        PmaDeviations.of(
            "rejected-get-clears",
            "clears all counters with a Get that it rejects",
            responses(c -> isRejected(c) && method(c) == Method.GET, PmaStateDeviations::clearAll)),
        PmaDeviations.of(
            "rejected-set-clears",
            "clears all counters with a Set that it rejects",
            responses(c -> isRejected(c) && method(c) == Method.SET, PmaStateDeviations::clearAll)),
        PmaDeviations.of(
            "method-unknown-clears",
            "clears all counters with a method that it lacks",
            responses(c -> method(c) > Method.SET, PmaStateDeviations::clearAll)),
        PmaDeviations.of(
            "set-of-missing-port-ok",
            "answers a Set of a port that it lacks with code 0",
            PmaEdits.code(c -> c.isSet(PortCounters.ATTRIBUTE), MadStatus.OK)),
        PmaDeviations.of(
            "set-of-missing-port-sets-last",
            "sets SymbolErrorCounter of its last port with a Set of a port that it lacks",
            requests(
                c -> c.isSet(PortCounters.ATTRIBUTE) && isMissing(c),
                c -> c.node().counts(c.node().ports()).set(Counter.SYMBOL_ERRORS, 0))),
        PmaDeviations.of(
            "get-of-missing-port-extended-ok",
            "answers a Get of PortCountersExtended of a port that it lacks with code 0",
            PmaEdits.code(c -> c.isGet(PortCountersExtended.ATTRIBUTE), MadStatus.OK)),
        PmaDeviations.of(
            "port-select-7-bits",
            "ignores the high bit of PortSelect in a Set",
            requests(
                c -> c.isSet(PortCounters.ATTRIBUTE) && c.asked(PORT_SELECT) < ALL_PORTS,
                c -> c.put(PORT_SELECT, c.asked(PORT_SELECT) & 0x7F))),
        PmaDeviations.of(
            "every-19th-set-lost",
            "answers every nineteenth Set as a Get",
            nth(PmaEdits::isSet, LOST_SET, c -> MadHeader.METHOD.set(c.mad(), 0, Method.GET))),
        PmaDeviations.of(
            "every-32nd-get-clears",
            "clears SymbolErrorCounter with every thirty-second Get",
            nth(
                c -> c.isGet(PortCounters.ATTRIBUTE),
                LOST_GET,
                c -> counts(c, 0).set(Counter.SYMBOL_ERRORS, 0))),
        PmaDeviations.of(
            "repeated-transaction-ignored",
            "drops a request whose TransactionID it has received before",
            PmaStateDeviations::dropRepeated),
        PmaDeviations.of(
            "repeated-transaction-cached",
            "answers a request whose TransactionID it has received before as it did then",
            PmaStateDeviations::cache));
  }

  private static long method(PmaCall call) {
    return MadHeader.METHOD.get(call.request(), 0);
  }

  private static boolean isGetOfAll(PmaCall call) {
    return call.isGet(PortCounters.ATTRIBUTE) && call.asked(PORT_SELECT) == ALL_PORTS;
  }

  private static boolean isMissing(PmaCall call) {
    return call.asked(PORT_SELECT) > call.node().ports() && call.asked(PORT_SELECT) < ALL_PORTS;
  }

  private static boolean isRejected(PmaCall call) {
    return MadStatus.CODE.get(call.mad(), 0) != MadStatus.OK;
  }

  private static void clearAll(PmaCall call) {
    for (int port = 1; port <= call.node().ports(); port++) {
      PmaEdits.clear(call.node().counts(port));
    }
  }

  private static DeviationSpec shared(String name, String summary, Counter counter) {
    return PmaDeviations.of(
        name,
        summary,
        responses(
            c -> isSetOf(c, counter) && !isMissing(c),
            c -> {
              long value = counts(c, 0).plain(counter);
              for (int port = 1; port <= c.node().ports(); port++) {
                c.node().counts(port).set(counter, value);
              }
            }));
  }

  private static DeviationSpec narrow(String name, String summary, Counter counter, long mask) {
    return PmaDeviations.of(
        name,
        summary,
        responses(
            c -> isSetOf(c, counter),
            c -> counts(c, 0).set(counter, counts(c, 0).plain(counter) & mask)));
  }

  /// Counts some requests, and changes every n-th of them.
  private static Consumer<Seams> nth(Predicate<PmaCall> which, int n, Consumer<PmaCall> edit) {
    return seams -> {
      int[] seen = new int[1];
      requests(c -> which.test(c) && ++seen[0] % n == 0, edit).accept(seams);
    };
  }

  private static void answerOld(Seams seams) {
    Map<Long, byte[]> last = new HashMap<>();
    responses(
            c -> c.isGet(PortCounters.ATTRIBUTE) || c.isSet(PortCounters.ATTRIBUTE),
            c -> {
              byte[] read = last.get(c.asked(PORT_SELECT));
              if (c.isGet(PortCounters.ATTRIBUTE)) {
                last.put(c.asked(PORT_SELECT), data(c));
              } else if (read != null) {
                put(c, read);
              }
            })
        .accept(seams);
  }

  private static byte[] data(PmaCall call) {
    return call.mad().asSlice(PmaCall.DATA).toArray(ValueLayout.JAVA_BYTE);
  }

  private static void put(PmaCall call, byte[] data) {
    call.mad().asSlice(PmaCall.DATA).copyFrom(MemorySegment.ofArray(data));
  }

  private static String transaction(MemorySegment mad) {
    return "%d %d %d"
        .formatted(
            MadHeader.TRANSACTION_ID.get(mad, 0),
            MadHeader.ATTRIBUTE_ID.get(mad, 0),
            MadHeader.METHOD.get(mad, 0));
  }

  private static void dropRepeated(Seams seams) {
    Set<String> seen = ConcurrentHashMap.newKeySet();
    seams.performance.hears.deviate(under -> mad -> under.test(mad) && seen.add(transaction(mad)));
  }

  private static void cache(Seams seams) {
    Map<String, byte[]> answered = new HashMap<>();
    responses(
            _ -> true,
            c -> {
              byte[] first = answered.putIfAbsent(transaction(c.request()), data(c));
              if (first != null) {
                put(c, first);
              }
            })
        .accept(seams);
  }
}
