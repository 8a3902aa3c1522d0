package org.ibassay.device.deviation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.ibassay.device.deviation.SaEdits.answers;
import static org.ibassay.device.deviation.SaEdits.answersTo;
import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.device.deviation.SaEdits.gets;
import static org.ibassay.device.deviation.SaEdits.ignores;
import static org.ibassay.device.deviation.SaEdits.messages;
import static org.ibassay.device.deviation.SaEdits.tables;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sa.SaRules;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.NodeDescription;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SmInfo;
import org.ibassay.wire.sa.GuidInfoRecord;
import org.ibassay.wire.sa.LinkRecord;
import org.ibassay.wire.sa.NodeRecord;
import org.ibassay.wire.sa.PortInfoRecord;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.SmInfoRecord;

/// Deviations in the selection of records of the subnet's nodes, and in the responses if the number
/// of records is not one.
final class RecordSelectionDeviations {
  private static final SaAttribute NODE = NodeRecord.ATTRIBUTE;
  private static final SaAttribute PORT = PortInfoRecord.ATTRIBUTE;
  private static final SaAttribute LINK = LinkRecord.ATTRIBUTE;
  private static final SaAttribute MANAGER = SmInfoRecord.ATTRIBUTE;
  private static final SaAttribute GUIDS = GuidInfoRecord.ATTRIBUTE;
  private static final Field NODE_TYPE = NodeRecord.NODE_INFO.of(NodeInfo.NODE_TYPE);
  private static final int UNSUPPORTED = 0x000C;

  private RecordSelectionDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.concat(components().stream(), statuses().stream()).toList();
  }

  private static List<DeviationSpec> components() {
    return List.of(
        ignored("node-lid", NODE, NodeRecord.LID),
        ignored("node-guid", NODE, NodeRecord.NODE_INFO.of(NodeInfo.NODE_GUID)),
        ignored("node-vendor-id", NODE, NodeRecord.NODE_INFO.of(NodeInfo.VENDOR_ID)),
        ignored(
            "node-description", NODE, NodeRecord.NODE_DESCRIPTION.of(NodeDescription.NODE_STRING)),
        ignored("port-number", PORT, PortInfoRecord.PORT_NUM),
        ignored("port-state", PORT, PortInfoRecord.PORT_INFO.of(PortInfo.PORT_STATE)),
        ignored("port-mtu-cap", PORT, PortInfoRecord.PORT_INFO.of(PortInfo.MTU_CAP)),
        ignored("link-from-lid", LINK, LinkRecord.FROM_LID),
        ignored("link-to-port", LINK, LinkRecord.TO_PORT),
        ignored("sm-priority", MANAGER, SmInfoRecord.SM_INFO.of(SmInfo.PRIORITY)),
        ignored("guid-block", GUIDS, GuidInfoRecord.BLOCK_NUM),
        masked(
            "first-component-only",
            "checks the first component only",
            call -> Long.lowestOneBit(call.mask())),
        masked(
            "last-component-only",
            "checks the last component only",
            call -> Long.highestOneBit(call.mask())),
        masked("no-component", "ignores all components", _ -> 0),
        masked(
            "lid-low-byte",
            "checks the low byte of a LID only",
            call -> {
              NodeRecord.LID.set(call.mad(), SaHeader.DATA, call.asked(NodeRecord.LID) & 0xFF);
              return call.mask();
            }),
        masked(
            "node-type-always",
            "checks NodeType whenever it is not 0, even if the ComponentMask does not name it",
            call ->
                call.isFor(NODE) && call.asked(NODE_TYPE) != 0
                    ? call.mask() | NODE.mask(NODE_TYPE)
                    : call.mask()),
        deviation(
            "record.reserved-bits-refused",
            "rejects a NodeRecord with reserved bits that are not 0",
            answersTo(
                gets(NODE),
                (call, answer) ->
                    call.mad().get(JAVA_BYTE, SaHeader.DATA + 2L) == 0
                        ? answer
                        : RecordAnswer.refused(SaStatus.REQ_INVALID))));
  }

  private static List<DeviationSpec> statuses() {
    return List.of(
        status("none-invalid", SaStatus.NO_RECORDS, SaStatus.inStatus(SaStatus.REQ_INVALID)),
        status("none-too-many", SaStatus.NO_RECORDS, SaStatus.inStatus(SaStatus.TOO_MANY_RECORDS)),
        status("none-in-low-byte", SaStatus.NO_RECORDS, SaStatus.NO_RECORDS),
        status("too-many-none", SaStatus.TOO_MANY_RECORDS, SaStatus.inStatus(SaStatus.NO_RECORDS)),
        status(
            "too-many-resources",
            SaStatus.TOO_MANY_RECORDS,
            SaStatus.inStatus(SaStatus.NO_RESOURCES)),
        empty("none-empty-record", SaStatus.NO_RECORDS),
        empty("too-many-empty-record", SaStatus.TOO_MANY_RECORDS),
        deviation(
            "record.empty-table-one-record",
            "returns a record of zeros where a table has none",
            answersTo(
                RecordSelectionDeviations::isTable,
                (call, answer) ->
                    answer.status() == 0 && answer.records().isEmpty()
                        ? RecordDeviations.zeros(call)
                        : answer)),
        deviation(
            "record.empty-table-too-many",
            "returns ERR_TOO_MANY_RECORDS where a table has none",
            answers(
                RecordSelectionDeviations::isTable,
                answer ->
                    answer.status() == 0 && answer.records().isEmpty()
                        ? RecordAnswer.refused(SaStatus.TOO_MANY_RECORDS)
                        : answer)),
        refusal("node-table-unsupported", tables(NODE)),
        refusal("port-get-unsupported", gets(PORT)),
        deviation(
            "record.offset-too-small",
            "returns AttributeOffset 1 too little in tables of nodes",
            messages(
                tables(NODE),
                message ->
                    SaHeader.ATTRIBUTE_OFFSET.set(
                        message, 0, SaHeader.ATTRIBUTE_OFFSET.get(message, 0) - 1))));
  }

  private static boolean isGet(SaCall call) {
    return call.isGet() && RecordDeviations.isOfSubnet(call);
  }

  private static boolean isTable(SaCall call) {
    return call.method() == SaMethod.GET_TABLE && RecordDeviations.isOfSubnet(call);
  }

  private static DeviationSpec ignored(String name, SaAttribute attribute, Field component) {
    return deviation(
        "record.%s-ignored".formatted(name),
        "ignores %s in a request for %ss".formatted(component.name(), attribute.name()),
        ignores(RecordDeviations.any(attribute), attribute, component));
  }

  private static DeviationSpec masked(String name, String summary, ToLongFunction<SaCall> mask) {
    return deviation(
        "record." + name,
        summary,
        seams ->
            seams.administration.deviate(rules ->
                new SaRules.Overlay(rules) {
                  @Override
                  public long componentMask(SaCall call) {
                    long own = super.componentMask(call);
                    return RecordDeviations.isOfSubnet(call) ? mask.applyAsLong(call) : own;
                  }
                }));
  }

  private static DeviationSpec status(String name, int instead, int status) {
    return deviation(
        "record." + name,
        "answers a Get with status 0x%04X instead of %s".formatted(status, SaStatus.name(instead)),
        answers(
            RecordSelectionDeviations::isGet,
            answer ->
                answer.status() == SaStatus.inStatus(instead)
                    ? answer.withStatus(status)
                    : answer));
  }

  private static DeviationSpec empty(String name, int instead) {
    return deviation(
        "record." + name,
        "answers a Get with a record of zeros instead of " + SaStatus.name(instead),
        answersTo(
            RecordSelectionDeviations::isGet,
            (call, answer) ->
                answer.status() == SaStatus.inStatus(instead)
                    ? RecordDeviations.zeros(call)
                    : answer));
  }

  private static DeviationSpec refusal(String name, Predicate<SaCall> which) {
    return deviation(
        "record." + name,
        "does not support the attribute: Status 0x000C and nothing else",
        answers(which, _ -> new RecordAnswer(UNSUPPORTED, List.of())));
  }
}
