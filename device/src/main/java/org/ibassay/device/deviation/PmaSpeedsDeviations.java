package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.PmaEdits.code;
import static org.ibassay.device.deviation.PmaEdits.requests;
import static org.ibassay.device.deviation.PmaEdits.responses;
import static org.ibassay.wire.pm.PortExtendedSpeedsCounters.COUNTER_SELECT;
import static org.ibassay.wire.pm.PortExtendedSpeedsCounters.PORT_SELECT;
import static org.ibassay.wire.pm.PortExtendedSpeedsCounters.SYNC_HEADER_ERROR_COUNTER;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import org.ibassay.device.pma.PmaCall;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.pm.PortExtendedSpeedsCounters;

/// Deviations of performance management in PortExtendedSpeedsCounters.
final class PmaSpeedsDeviations {
  private static final int ALL_PORTS = 255;
  private static final int LANE = 3;

  /// CounterSelect of the counters whose bits are public.
  private static final long ALL = 0x3F_FFFF_FFFFL;

  private static final long LANE_0 = 1L << 2;
  private static final long LANE_11 = 1L << 13;
  private static final long LAST = 1L << 37;
  private static final long CORRECTABLE = 0xFFFL << 14;
  private static final long LOW_WORD = 0xFFFF_FFFFL;

  /// Offset of the counters in the attribute.
  private static final int COUNTERS = 16;

  private static final int RESERVED = 5;

  private PmaSpeedsDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        ofRsFec(
            "declared-refused",
            "declares counters of Reed-Solomon FEC and rejects a Get",
            code(PmaSpeedsDeviations::isGet, MadStatus.BAD_METHOD_ATTRIBUTE)),
        of("get-code-7", "rejects a Get with code 7", code(c -> isGet(c), MadStatus.INVALID_FIELD)),
        of(
            "no-port-select",
            "answers with PortSelect 0",
            responses(c -> isGet(c) || isSet(c), c -> c.put(PORT_SELECT, 0))),
        of(
            "reserved",
            "has a reserved bit",
            responses(
                PmaSpeedsDeviations::isGet,
                c -> c.mad().set(ValueLayout.JAVA_BYTE, PmaCall.DATA + RESERVED, (byte) 1))),
        of(
            "set-refused",
            "rejects a Set with code 3",
            code(PmaSpeedsDeviations::isSet, MadStatus.BAD_METHOD_ATTRIBUTE)),
        stored(
            "unknown-block-not-stored",
            "stores 0 for UnknownBlockCounter",
            PortExtendedSpeedsCounters.UNKNOWN_BLOCK_COUNTER,
            0,
            _ -> 0),
        stored(
            "lane-16-bits",
            "stores 16 bits of FECCorrectableBlockCtrLane3",
            PortExtendedSpeedsCounters.FEC_CORRECTABLE_BLOCK_CTR_LANE,
            LANE,
            value -> value & 0xFFFF),
        stored(
            "lane-31-bits",
            "stores 31 bits of FECUncorrectableBlockCtrLane3",
            PortExtendedSpeedsCounters.FEC_UNCORRECTABLE_BLOCK_CTR_LANE,
            LANE,
            value -> value & 0x7FFF_FFFF),
        of(
            "maximum-wraps",
            "reads SyncHeaderErrorCounter at its maximum as 0",
            responses(
                c -> isGet(c) && c.data(SYNC_HEADER_ERROR_COUNTER) == 0xFFFF,
                c -> c.put(SYNC_HEADER_ERROR_COUNTER, 0))),
        of(
            "set-answers-request",
            "answers a Set with the counters of the request",
            responses(PmaSpeedsDeviations::isSet, c -> copyCounters(c))),
        select("select-ignored", "writes all counters with each Set", _ -> ALL),
        select(
            "select-none-is-all",
            "writes all counters where CounterSelect is 0",
            selected -> selected == 0 ? ALL : selected),
        select("select-32-bits", "ignores bits 32 to 63", selected -> selected & LOW_WORD),
        select("select-16-bits", "ignores bits 16 to 63", selected -> selected & 0xFFFF),
        select(
            "select-one-ignored",
            "ignores a CounterSelect with a single bit",
            selected -> Long.bitCount(selected) == 1 ? 0 : selected),
        select(
            "select-last-alone-ignored",
            "ignores a CounterSelect of FECUncorrectableBlockCtrLane11 alone",
            selected -> selected == LAST ? 0 : selected),
        select(
            "select-lane-coupled",
            "sets ErrorDetectionCounterLane11 with lane 0",
            selected -> (selected & LANE_0) == 0 ? selected : selected | LANE_11),
        select(
            "select-lanes-together",
            "sets FECCorrectableBlockCtrLane of all lanes at once",
            selected -> (selected & CORRECTABLE) == 0 ? selected : selected | CORRECTABLE),
        select(
            "select-bits-0-and-1-swapped",
            "swaps the bits of SyncHeaderErrorCounter and UnknownBlockCounter",
            selected -> (selected & ~3) | (selected & 1) << 1 | (selected >> 1 & 1)),
        select(
            "select-reserved-is-all",
            "writes all counters where CounterSelect has only reserved bits",
            selected -> (selected & ALL) == 0 && selected != 0 ? ALL : selected),
        of(
            "select-reserved-refused",
            "rejects a Set with all bits of CounterSelect",
            code(c -> isSet(c) && c.asked(COUNTER_SELECT) == -1, MadStatus.INVALID_FIELD)),
        of(
            "select-every-bit-ignored",
            "ignores a Set with all bits of CounterSelect",
            requests(
                c -> isSet(c) && c.asked(COUNTER_SELECT) == -1, c -> c.put(COUNTER_SELECT, 0))),
        ofRsFec(
            "rs-fec-kept",
            "keeps the counters of Reed-Solomon FEC where all are cleared",
            requests(
                c -> isSet(c) && c.asked(SYNC_HEADER_ERROR_COUNTER) == 0,
                c -> c.put(COUNTER_SELECT, c.asked(COUNTER_SELECT) & ALL))),
        of(
            "get-clears",
            "clears the counters that CounterSelect of a Get specifies",
            requests(
                c -> isGet(c) && c.asked(SYNC_HEADER_ERROR_COUNTER) == 0,
                c -> MadHeader.METHOD.set(c.mad(), 0, Method.SET))),
        of(
            "get-stores",
            "stores the counters of a Get",
            requests(
                c -> isGet(c) && c.asked(SYNC_HEADER_ERROR_COUNTER) != 0,
                c -> MadHeader.METHOD.set(c.mad(), 0, Method.SET))),
        ofPort(
            "set-hits-all-ports",
            "sets the counters of all ports",
            PmaSpeedsDeviations::isSet,
            ALL_PORTS),
        ofPort(
            "get-of-port-1",
            "reads port 1, whatever PortSelect specifies",
            c -> isGet(c) && !isMissing(c),
            1),
        ofPort(
            "set-of-port-1",
            "sets port 1, whatever PortSelect specifies",
            c -> isSet(c) && !isMissing(c),
            1),
        of("missing-port-ok", "answers for a missing port", code(c -> isGet(c), MadStatus.OK)),
        of(
            "missing-port-code-3",
            "rejects a missing port with code 3",
            code(c -> isSet(c) && isMissing(c), MadStatus.BAD_METHOD_ATTRIBUTE)),
        of(
            "missing-port-sets-all",
            "sets all ports with a Set of a missing port",
            requests(c -> isSet(c) && isMissing(c), c -> c.put(PORT_SELECT, ALL_PORTS))
                .andThen(code(c -> isSet(c) && isMissing(c), MadStatus.INVALID_FIELD))),
        of(
            "clear-plain",
            "clears PortCounters with a Set",
            PmaEdits.clearing(PmaSpeedsDeviations::isSet)));
  }

  private static boolean isGet(PmaCall call) {
    return call.isGet(PortExtendedSpeedsCounters.ATTRIBUTE);
  }

  private static boolean isSet(PmaCall call) {
    return call.isSet(PortExtendedSpeedsCounters.ATTRIBUTE);
  }

  private static boolean isMissing(PmaCall call) {
    return call.asked(PORT_SELECT) > call.node().ports() && call.asked(PORT_SELECT) < ALL_PORTS;
  }

  private static DeviationSpec of(String name, String summary, Consumer<Seams> effect) {
    return PmaDeviations.of("speeds-" + name, summary + " in PortExtendedSpeedsCounters", effect);
  }

  private static DeviationSpec ofRsFec(String name, String summary, Consumer<Seams> effect) {
    return of(name, summary, effect).on(SimParameter.PMA_RS_FEC, 1);
  }

  /// Stores something else than a Set has for a counter.
  private static DeviationSpec stored(
      String name, String summary, Field counter, int lane, LongUnaryOperator value) {
    return of(
        name,
        summary,
        requests(
            PmaSpeedsDeviations::isSet,
            c ->
                counter.set(
                    c.mad(),
                    PmaCall.DATA,
                    lane,
                    value.applyAsLong(counter.get(c.request(), PmaCall.DATA, lane)))));
  }

  /// Takes CounterSelect of a Set for another one.
  private static DeviationSpec select(String name, String summary, LongUnaryOperator selected) {
    return of(
        name,
        summary,
        requests(
            PmaSpeedsDeviations::isSet,
            c -> c.put(COUNTER_SELECT, selected.applyAsLong(c.asked(COUNTER_SELECT)))));
  }

  /// Executes some requests for another port.
  private static DeviationSpec ofPort(
      String name, String summary, Predicate<PmaCall> which, int port) {
    return of(
        name,
        summary,
        requests(which, c -> c.put(PORT_SELECT, port))
            .andThen(responses(which, c -> c.put(PORT_SELECT, c.asked(PORT_SELECT)))));
  }

  private static void copyCounters(PmaCall call) {
    int bytes = PortExtendedSpeedsCounters.ATTRIBUTE.layout().bytes() - COUNTERS;
    MemorySegment.copy(
        call.request(), PmaCall.DATA + COUNTERS, call.mad(), PmaCall.DATA + COUNTERS, bytes);
  }
}
