package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.PmaEdits.answers;
import static org.ibassay.device.deviation.PmaEdits.code;
import static org.ibassay.device.deviation.PmaEdits.requests;
import static org.ibassay.device.deviation.PmaEdits.responses;
import static org.ibassay.device.variant.NodeKind.ALL;
import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.device.variant.NodeKind.WITH_END_PORTS;
import static org.ibassay.wire.pm.PortCounters.COUNTER_SELECT;
import static org.ibassay.wire.pm.PortCounters.PORT_SELECT;

import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.ibassay.device.pma.PmaCall;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.pm.PmClassPortInfo;
import org.ibassay.wire.pm.PortCounters;
import org.ibassay.wire.pm.PortCountersExtended;
import org.ibassay.wire.sa.ClassPortInfo;

/// Deviations of performance management in its responses and Sets; [PmaCountDeviations] has those
/// in counting.
final class PmaDeviations {
  private static final long LOWER_HALF = 0xFFFF_FFFFL;
  private static final int ACTIVE = 2;
  private static final int SOME_LID = 17;
  private static final int ALL_PORTS = 255;

  private PmaDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        of(
            "silent",
            "answers no request",
            seams -> seams.performance.hears.deviate(_ -> _ -> false)),
        of(
            "echoes",
            "answers each request with its own data and code 0",
            responses(_ -> true, PmaDeviations::echo)),
        of(
            "info-base-version",
            "declares BaseVersion 2",
            info(c -> c.put(ClassPortInfo.BASE_VERSION, 2))),
        of(
            "info-class-version",
            "declares ClassVersion 2",
            info(c -> c.put(ClassPortInfo.CLASS_VERSION, 2))),
        of(
            "info-resp-time-0",
            "declares RespTimeValue 0 and answers after half a second",
            info(c -> c.put(ClassPortInfo.RESP_TIME_VALUE, 0)).andThen(PmaEdits.late(500_000_000))),
        of(
            "info-refused",
            "rejects a Get of ClassPortInfo with code 3",
            code(c -> PmaEdits.isInfo(c), MadStatus.BAD_METHOD_ATTRIBUTE)),
        of(
            "info-takes-get",
            "copies RespTimeValue from a Get of ClassPortInfo",
            info(PmaDeviations::takeTime)),
        of(
            "all-ports-undeclared",
            "declares AllPortSelect 0 and answers for PortSelect 255",
            info(c -> c.put(PmClassPortInfo.ALL_PORT_SELECT, 0))),
        of(
            "all-ports-refused",
            "declares AllPortSelect 1 and rejects PortSelect 255",
            code(
                c -> c.asked(PORT_SELECT) == ALL_PORTS && !PmaEdits.isInfo(c),
                MadStatus.INVALID_FIELD)),
        of(
            "extended-undeclared",
            "declares no PortCountersExtended and answers for it",
            info(c -> c.put(PmClassPortInfo.IS_EXTENDED_WIDTH_SUPPORTED_NO_IETF, 0))),
        of(
            "extended-refused",
            "declares PortCountersExtended and rejects it with code 3",
            code(c -> c.isGet(PortCountersExtended.ATTRIBUTE), MadStatus.BAD_METHOD_ATTRIBUTE)),
        of(
            "bad-port-code-3",
            "rejects a port that does not exist with code 3",
            code(PmaDeviations::isRefusedPort, MadStatus.BAD_METHOD_ATTRIBUTE)),
        of(
            "bad-port-ok",
            "answers code 0 for a port that does not exist",
            code(PmaDeviations::isRefusedPort, MadStatus.OK)),
        of(
            "port-select-masked",
            "answers for port 1 where PortSelect is above 127",
            requests(
                c ->
                    c.asked(PORT_SELECT) > 127
                        && c.asked(PORT_SELECT) < ALL_PORTS
                        && !PmaEdits.isInfo(c),
                c -> c.put(PORT_SELECT, 1))),
        of(
            "port-select-not-echoed",
            "answers with PortSelect 0",
            answers(c -> c.put(PORT_SELECT, 0))),
        onPorts(
            "other-port-code-3",
            "rejects ports other than the first with code 3",
            ALL,
            code(
                c -> c.asked(PORT_SELECT) == 2 && !PmaEdits.isInfo(c),
                MadStatus.BAD_METHOD_ATTRIBUTE)),
        onPorts(
            "next-port",
            "answers for the next port",
            ALL,
            requests(
                PmaEdits::isSet,
                c -> c.put(PORT_SELECT, c.asked(PORT_SELECT) % c.node().ports() + 1))),
        onPorts(
            "set-hits-neighbor",
            "sets the counters of the next port, too",
            ALL,
            PmaEdits::setNeighbor),
        onPorts(
            "get-of-port-1",
            "reads port 1, whatever PortSelect specifies",
            ALL,
            requests(
                    c -> c.isGet(PortCounters.ATTRIBUTE) && c.asked(PORT_SELECT) == 2,
                    c -> c.put(PORT_SELECT, 1))
                .andThen(responses(c -> c.asked(PORT_SELECT) == 2, c -> c.put(PORT_SELECT, 2)))),
        DeviationSpec.of(
                "pma.high-ports-share",
                "keeps one SymbolErrorCounter for all ports above 8",
                Set.of(SWITCH),
                PmaEdits::shareAbove8)
            .on(SimParameter.PORT_STATE, ACTIVE)
            .on(SimParameter.LID, SOME_LID)
            .on(SimParameter.PORTS, 12),
        of(
            "all-ports-sets-first",
            "sets port 1 only where PortSelect is 255",
            requests(
                    c -> PmaEdits.isSet(c) && c.asked(PORT_SELECT) == ALL_PORTS,
                    c -> c.put(PORT_SELECT, 1))
                .andThen(
                    responses(
                        c -> c.asked(PORT_SELECT) == ALL_PORTS,
                        c -> c.put(PORT_SELECT, ALL_PORTS)))),
        of(
            "set-ignored",
            "answers a Set of counters as a Get",
            requests(PmaEdits::isSet, PmaDeviations::makeGet)),
        of(
            "set-selects-all",
            "sets all counters, whatever CounterSelect specifies",
            requests(PmaEdits::isSet, c -> c.put(COUNTER_SELECT, 0xFFFF))),
        of(
            "set-all-when-none",
            "sets all counters where CounterSelect is 0",
            requests(
                c -> PmaEdits.isSet(c) && c.asked(COUNTER_SELECT) == 0,
                c -> c.put(COUNTER_SELECT, 0xFFFF))),
        of(
            "select-off-by-one",
            "applies each bit of CounterSelect to the next counter",
            requests(
                PmaEdits::isSet,
                c -> c.put(COUNTER_SELECT, (c.asked(COUNTER_SELECT) << 1) & 0xFFFF))),
        of(
            "select-bit-11-clears-10",
            "clears ExcessiveBufferOverrunErrors with VL15Dropped",
            requests(
                c -> c.isSet(PortCounters.ATTRIBUTE) && c.asked(COUNTER_SELECT) == 1 << 11,
                c -> c.put(COUNTER_SELECT, 3 << 10))),
        of(
            "select-bit-15-ignored",
            "ignores the last bit of CounterSelect",
            requests(
                c -> c.isSet(PortCounters.ATTRIBUTE),
                c -> c.put(COUNTER_SELECT, c.asked(COUNTER_SELECT) & 0x7FFF))),
        of(
            "extended-select-off-by-one",
            "applies each bit of CounterSelect of PortCountersExtended to the next counter",
            requests(
                c -> c.isSet(PortCountersExtended.ATTRIBUTE),
                c -> c.put(COUNTER_SELECT, c.asked(COUNTER_SELECT) << 1))),
        of(
            "extended-set-selects-all",
            "sets all counters of PortCountersExtended",
            requests(
                c -> c.isSet(PortCountersExtended.ATTRIBUTE), c -> c.put(COUNTER_SELECT, 0xFF))),
        of(
            "extended-set-ignored",
            "answers a Set of PortCountersExtended as a Get",
            requests(c -> c.isSet(PortCountersExtended.ATTRIBUTE), PmaDeviations::makeGet)),
        of(
            "extended-clears-plain",
            "clears PortCounters with PortCountersExtended",
            PmaEdits::clearPlainWithExtended),
        of(
            "set-answers-request",
            "answers a Set with the counters of the request",
            responses(c -> c.isSet(PortCounters.ATTRIBUTE), PmaDeviations::echo)),
        of(
            "get-clears",
            "clears all counters with a Get",
            PmaEdits.clearing(c -> c.isGet(PortCounters.ATTRIBUTE))),
        of(
            "get-clears-selected",
            "clears all counters with a Get that has a CounterSelect",
            PmaEdits.clearing(
                c -> c.isGet(PortCounters.ATTRIBUTE) && c.asked(COUNTER_SELECT) != 0)),
        of(
            "get-sets",
            "stores the counters of a Get with a CounterSelect",
            requests(
                c -> c.isGet(PortCounters.ATTRIBUTE) && c.asked(COUNTER_SELECT) != 0,
                c -> MadHeader.METHOD.set(c.mad(), 0, Method.SET))),
        of(
            "attribute-unknown-ok",
            "answers code 0 for attributes that it lacks",
            code(PmaDeviations::isUnknown, MadStatus.OK)),
        of(
            "attribute-unknown-code-7",
            "answers code 7 for attributes that it lacks",
            code(PmaDeviations::isUnknown, MadStatus.INVALID_FIELD)),
        of(
            "optional-code-7",
            "answers code 7 for PortSamplesControl",
            code(c -> MadHeader.ATTRIBUTE_ID.get(c.request(), 0) == 0x10, MadStatus.INVALID_FIELD)),
        of(
            "method-unknown-ok",
            "answers code 0 for methods that it lacks",
            code(c -> MadHeader.METHOD.get(c.request(), 0) > Method.SET, MadStatus.OK)),
        of(
            "modifier-code-3",
            "rejects an AttributeModifier other than 0 with code 3",
            code(
                c -> MadHeader.ATTRIBUTE_MODIFIER.get(c.request(), 0) != 0,
                MadStatus.BAD_METHOD_ATTRIBUTE)),
        of(
            "answers-responses",
            "answers a GetResp that it receives as a Get",
            seams -> seams.performance.answersResponses.deviate(_ -> true)),
        of(
            "header-base-version",
            "has BaseVersion 2 in responses",
            header(MadHeader.BASE_VERSION, 2)),
        of(
            "header-class-version",
            "has ClassVersion 2 in responses",
            header(MadHeader.CLASS_VERSION, 2)),
        of(
            "header-busy",
            "has Status.Busy 1 in responses",
            responses(_ -> true, c -> MadStatus.BUSY.set(c.mad(), 0, 1))),
        of(
            "header-class-status",
            "has a class-specific bit in Status",
            responses(_ -> true, c -> MadStatus.CLASS_STATUS.set(c.mad(), 0, 1))),
        of(
            "header-reserved",
            "has a reserved octet other than 0 before the attribute",
            responses(_ -> true, c -> c.mad().set(ValueLayout.JAVA_BYTE, 63, (byte) 1))),
        of(
            "header-transaction",
            "answers with another TransactionID",
            header(MadHeader.TRANSACTION_ID, 0)),
        of(
            "header-transaction-lower-half",
            "returns the lower half of the TransactionID with a ClassPortInfo",
            responses(
                PmaEdits::isInfo,
                c ->
                    MadHeader.TRANSACTION_ID.set(
                        c.mad(), 0, MadHeader.TRANSACTION_ID.get(c.mad(), 0) & LOWER_HALF))),
        of(
            "header-modifier",
            "answers with another AttributeModifier",
            header(MadHeader.ATTRIBUTE_MODIFIER, 5)),
        DeviationSpec.of(
                "pma.own-port-refused",
                "rejects the port that receives the request with code 7",
                WITH_END_PORTS,
                code(
                    c -> c.asked(PORT_SELECT) == 1 && !PmaEdits.isInfo(c), MadStatus.INVALID_FIELD))
            .on(SimParameter.PORT_STATE, ACTIVE)
            .on(SimParameter.LID, SOME_LID),
        DeviationSpec.of(
                "pma.port-0-answered",
                "answers for port 0",
                WITH_END_PORTS,
                code(c -> c.asked(PORT_SELECT) == 0 && !PmaEdits.isInfo(c), MadStatus.OK))
            .on(SimParameter.PORT_STATE, ACTIVE)
            .on(SimParameter.LID, SOME_LID));
  }

  static DeviationSpec of(String name, String summary, Consumer<Seams> effect) {
    return onPorts(name, summary, ALL, effect);
  }

  private static DeviationSpec onPorts(
      String name, String summary, Set<NodeKind> kinds, Consumer<Seams> effect) {
    return DeviationSpec.of("pma." + name, summary, kinds, effect)
        .on(SimParameter.PORT_STATE, ACTIVE)
        .on(SimParameter.LID, SOME_LID);
  }

  private static Consumer<Seams> info(Consumer<PmaCall> edit) {
    return responses(PmaEdits::isInfo, edit);
  }

  private static Consumer<Seams> header(Field field, long value) {
    return responses(_ -> true, c -> field.set(c.mad(), 0, value));
  }

  private static void takeTime(PmaCall call) {
    if (call.asked(ClassPortInfo.BASE_VERSION) != 0) {
      call.put(ClassPortInfo.RESP_TIME_VALUE, call.asked(ClassPortInfo.RESP_TIME_VALUE));
    }
  }

  private static void echo(PmaCall call) {
    MadStatus.CODE.set(call.mad(), 0, MadStatus.OK);
    call.mad().asSlice(PmaCall.DATA).copyFrom(call.request().asSlice(PmaCall.DATA));
  }

  private static void makeGet(PmaCall call) {
    MadHeader.METHOD.set(call.mad(), 0, Method.GET);
  }

  private static boolean isRefusedPort(PmaCall call) {
    return !PmaEdits.isInfo(call) && MadStatus.CODE.get(call.mad(), 0) == MadStatus.INVALID_FIELD;
  }

  private static boolean isUnknown(PmaCall call) {
    return MadHeader.METHOD.get(call.request(), 0) == Method.GET
        && MadStatus.CODE.get(call.mad(), 0) == MadStatus.BAD_METHOD_ATTRIBUTE;
  }
}
