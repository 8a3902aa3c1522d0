package org.ibassay.device.deviation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.ibassay.device.deviation.SaEdits.answers;
import static org.ibassay.device.deviation.SaEdits.answersTo;
import static org.ibassay.device.deviation.SaEdits.calls;
import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.device.deviation.SaEdits.gets;
import static org.ibassay.device.deviation.SaEdits.tables;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sma.Seams;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.GuidInfo;
import org.ibassay.wire.attribute.NodeDescription;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SmInfo;
import org.ibassay.wire.sa.ClassPortInfo;
import org.ibassay.wire.sa.GuidInfoRecord;
import org.ibassay.wire.sa.LinearForwardingTableRecord;
import org.ibassay.wire.sa.LinkRecord;
import org.ibassay.wire.sa.NodeRecord;
import org.ibassay.wire.sa.PortInfoRecord;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaAttributes;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SmInfoRecord;
import org.ibassay.wire.sa.SwitchInfoRecord;

/// Deviations in the records of the subnet's nodes, and in their selection.
final class RecordDeviations {
  private static final SaAttribute NODE = NodeRecord.ATTRIBUTE;
  private static final SaAttribute PORT = PortInfoRecord.ATTRIBUTE;
  private static final SaAttribute LINK = LinkRecord.ATTRIBUTE;
  private static final SaAttribute MANAGER = SmInfoRecord.ATTRIBUTE;
  private static final SaAttribute GUIDS = GuidInfoRecord.ATTRIBUTE;
  private static final int STANDBY = 2;

  private RecordDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(
            nodes(), ports(), links(), managers(), guids(), switches(), RecordFieldDeviations.all())
        .flatMap(List::stream)
        .toList();
  }

  private static List<DeviationSpec> nodes() {
    return List.of(
        value("node-lid-next", NODE, NodeRecord.LID, lid -> lid + 1),
        value("node-lid-bytes-swapped", NODE, NodeRecord.LID, RecordDeviations::swapped),
        value("node-num-ports", NODE, NodeRecord.NODE_INFO.of(NodeInfo.NUM_PORTS), n -> n + 1),
        value("node-type-switch", NODE, NodeRecord.NODE_INFO.of(NodeInfo.NODE_TYPE), _ -> 2),
        value(
            "node-port-guid-low-bit",
            NODE,
            NodeRecord.NODE_INFO.of(NodeInfo.PORT_GUID),
            guid -> guid ^ 1),
        value(
            "node-partition-cap-0", NODE, NodeRecord.NODE_INFO.of(NodeInfo.PARTITION_CAP), _ -> 0),
        value(
            "node-port-number",
            NODE,
            NodeRecord.NODE_INFO.of(NodeInfo.LOCAL_PORT_NUM),
            number -> number + 1),
        deviation(
            "record.node-description-cut",
            "returns NodeDescription without its last letter",
            edits(NODE, RecordDeviations::cutDescription)),
        copied("node-guid-of-first", NODE, NodeRecord.NODE_INFO.of(NodeInfo.PORT_GUID)),
        list("node-last-missing", NODE, records -> records.subList(0, records.size() - 1)),
        list("node-first-missing", NODE, records -> records.subList(1, records.size())),
        list(
            "node-first-for-all",
            NODE,
            records -> records.stream().map(_ -> records.getFirst()).toList()),
        list(
            "node-twice",
            NODE,
            records -> Stream.concat(records.stream(), records.stream()).toList()));
  }

  private static List<DeviationSpec> ports() {
    return List.of(
        value("port-endport-lid-0", PORT, PortInfoRecord.ENDPORT_LID, _ -> 0),
        value("port-number-0", PORT, PortInfoRecord.PORT_NUM, _ -> 0),
        info("port-lid-0", PortInfo.LID, _ -> 0),
        info("port-state-armed", PortInfo.PORT_STATE, _ -> 3),
        info("port-neighbor-mtu-256", PortInfo.NEIGHBOR_MTU, _ -> 1),
        info("port-master-sm-lid-own", PortInfo.MASTER_SM_LID, lid -> lid ^ 1),
        info("port-subnet-time-out-stale", PortInfo.SUBNET_TIME_OUT, _ -> 31),
        info("port-operational-vls-stale", PortInfo.OPERATIONAL_VLS, vls -> vls ^ 1),
        info("port-m-key-shown", PortInfo.M_KEY, _ -> 0x4B4559),
        info("port-capabilities-0", PortInfo.CAPABILITY_MASK, _ -> 0),
        copied(
            "port-capabilities-of-first",
            PORT,
            PortInfoRecord.PORT_INFO.of(PortInfo.CAPABILITY_MASK)),
        copied(
            "port-widths-of-first",
            PORT,
            PortInfoRecord.PORT_INFO.of(PortInfo.LINK_WIDTH_SUPPORTED)),
        list("port-last-missing", PORT, records -> records.subList(0, records.size() - 1)));
  }

  private static List<DeviationSpec> links() {
    return List.of(
        list("link-one-way", LINK, records -> records.subList(0, (records.size() + 1) / 2)),
        list("link-none", LINK, _ -> List.of()),
        list(
            "link-twice",
            LINK,
            records -> Stream.concat(records.stream(), records.stream()).toList()),
        value("link-from-port-next", LINK, LinkRecord.FROM_PORT, port -> port + 1),
        value("link-to-port-0", LINK, LinkRecord.TO_PORT, _ -> 0),
        value("link-to-lid-next", LINK, LinkRecord.TO_LID, lid -> lid + 1),
        deviation(
            "record.link-to-itself",
            "returns FromLID as ToLID in LinkRecord",
            edits(
                LINK,
                record -> LinkRecord.TO_LID.set(record, 0, LinkRecord.FROM_LID.get(record, 0)))));
  }

  private static List<DeviationSpec> managers() {
    return List.of(
        value("sm-lid-next", MANAGER, SmInfoRecord.LID, lid -> lid + 1),
        sm("sm-guid-low-bit", SmInfo.GUID, guid -> guid ^ 1),
        sm("sm-state-standby", SmInfo.SM_STATE, _ -> STANDBY),
        sm("sm-priority-15", SmInfo.PRIORITY, _ -> 15),
        sm("sm-key-shown", SmInfo.SM_KEY, _ -> 1),
        sm("sm-act-count-0", SmInfo.ACT_COUNT, _ -> 0),
        sm("sm-act-count-stale", SmInfo.ACT_COUNT, count -> count / 2),
        sm("sm-act-count-bytes-swapped", SmInfo.ACT_COUNT, RecordDeviations::reversed),
        list("sm-unknown", MANAGER, _ -> List.of()),
        list(
            "sm-for-each-port",
            MANAGER,
            records -> Stream.concat(records.stream(), records.stream()).toList()));
  }

  private static List<DeviationSpec> guids() {
    return List.of(
        value("guid-block-from-1", GUIDS, GuidInfoRecord.BLOCK_NUM, block -> block + 1),
        value("guid-first-0", GUIDS, GuidInfoRecord.GUID_INFO.of(GuidInfo.GUID), _ -> 0),
        list("guid-first-block-missing", GUIDS, records -> records.subList(1, records.size())));
  }

  private static List<DeviationSpec> switches() {
    return List.of(
        invented("switch-invented", SwitchInfoRecord.ATTRIBUTE),
        invented("linear-table-invented", LinearForwardingTableRecord.ATTRIBUTE),
        deviation(
            "record.class-version-1",
            "returns ClassVersion 1 in ClassPortInfo",
            edits(
                ClassPortInfo.ATTRIBUTE, record -> ClassPortInfo.CLASS_VERSION.set(record, 0, 1))),
        deviation(
            "record.base-version-0",
            "returns BaseVersion 0 in ClassPortInfo",
            edits(
                ClassPortInfo.ATTRIBUTE, record -> ClassPortInfo.BASE_VERSION.set(record, 0, 0))));
  }

  // --- common effects

  static boolean isOfSubnet(SaCall call) {
    return Stream.of(NODE, PORT, LINK, MANAGER, GUIDS).anyMatch(call::isFor);
  }

  static Predicate<SaCall> any(SaAttribute attribute) {
    return gets(attribute).or(calls(SaMethod.GET_TABLE, attribute));
  }

  private static Consumer<Seams> edits(SaAttribute attribute, Consumer<MemorySegment> edit) {
    return SaEdits.records(any(attribute), (_, record) -> edit.accept(record));
  }

  private static DeviationSpec info(String name, Field field, LongUnaryOperator wrong) {
    return value(name, PORT, PortInfoRecord.PORT_INFO.of(field), wrong);
  }

  private static DeviationSpec sm(String name, Field field, LongUnaryOperator wrong) {
    return value(name, MANAGER, SmInfoRecord.SM_INFO.of(field), wrong);
  }

  static DeviationSpec value(
      String name, SaAttribute attribute, Field field, LongUnaryOperator wrong) {
    return deviation(
        "record." + name,
        "returns another %s in %s".formatted(field.name(), attribute.name()),
        edits(
            attribute,
            record -> field.set(record, 0, wrong.applyAsLong(field.get(record, 0)) & field.max())));
  }

  private static DeviationSpec copied(String name, SaAttribute attribute, Field field) {
    return deviation(
        "record." + name,
        "returns the first record's %s in every %s of a table"
            .formatted(field.name(), attribute.name()),
        answers(
            tables(attribute),
            answer -> {
              answer.records().stream()
                  .limit(1)
                  .map(first -> field.get(first, 0))
                  .forEach(
                      value -> answer.records().forEach(record -> field.set(record, 0, value)));
              return answer;
            }));
  }

  private static DeviationSpec list(
      String name, SaAttribute attribute, UnaryOperator<List<MemorySegment>> edit) {
    return deviation(
        "record." + name,
        "returns other %ss in a table".formatted(attribute.name()),
        answers(
            tables(attribute),
            answer ->
                answer.records().isEmpty()
                    ? answer
                    : answer.withRecords(edit.apply(answer.records()))));
  }

  private static DeviationSpec invented(String name, SaAttribute attribute) {
    return deviation(
        "record." + name,
        "returns a %s of zeros where there is no switch".formatted(attribute.name()),
        answersTo(any(attribute), (call, _) -> zeros(call)));
  }

  static RecordAnswer zeros(SaCall call) {
    int bytes = SaAttributes.of(call.attributeId()).orElseThrow().layout().bytes();
    return RecordAnswer.of(List.of(MemorySegment.ofArray(new byte[bytes])));
  }

  private static long reversed(long count) {
    return Integer.toUnsignedLong(Integer.reverseBytes((int) count));
  }

  private static long swapped(long lid) {
    return lid >> 8 | (lid & 0xFF) << 8;
  }

  private static void cutDescription(MemorySegment record) {
    MemorySegment text =
        NodeRecord.NODE_DESCRIPTION.of(NodeDescription.NODE_STRING).slice(record, 0);
    IntStream.range(0, (int) text.byteSize())
        .filter(i -> text.get(JAVA_BYTE, i) != 0)
        .reduce((_, last) -> last)
        .ifPresent(last -> text.set(JAVA_BYTE, last, (byte) 0));
  }
}
