package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.answers;
import static org.ibassay.device.deviation.SaEdits.answersTo;
import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.device.deviation.SaEdits.gets;
import static org.ibassay.device.deviation.SaEdits.ignores;
import static org.ibassay.device.deviation.SaEdits.messages;
import static org.ibassay.device.deviation.SaEdits.records;
import static org.ibassay.device.deviation.SaEdits.segments;
import static org.ibassay.device.deviation.SaEdits.tables;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sa.SaRules;
import org.ibassay.device.sm.SubnetManager;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.LinearForwardingTable;
import org.ibassay.wire.attribute.MulticastForwardingTable;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PKeyTable;
import org.ibassay.wire.attribute.SlToVlMappingTable;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.attribute.VlArbitrationTable;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.sa.LinearForwardingTableRecord;
import org.ibassay.wire.sa.LinkRecord;
import org.ibassay.wire.sa.MulticastForwardingTableRecord;
import org.ibassay.wire.sa.NodeRecord;
import org.ibassay.wire.sa.PKeyTableRecord;
import org.ibassay.wire.sa.PortInfoRecord;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SlToVlMappingTableRecord;
import org.ibassay.wire.sa.SwitchInfoRecord;
import org.ibassay.wire.sa.VlArbitrationTableRecord;

/// Deviations in the records of a subnet with switches: of the switches, of their tables, and of
/// the tables of all ports.
final class SubnetDeviations {
  private static final SaAttribute SWITCH = SwitchInfoRecord.ATTRIBUTE;
  private static final SaAttribute LINEAR = LinearForwardingTableRecord.ATTRIBUTE;
  private static final SaAttribute MULTICAST = MulticastForwardingTableRecord.ATTRIBUTE;
  private static final SaAttribute SL_TO_VL = SlToVlMappingTableRecord.ATTRIBUTE;
  private static final SaAttribute ARBITRATION = VlArbitrationTableRecord.ATTRIBUTE;
  private static final SaAttribute KEYS = PKeyTableRecord.ATTRIBUTE;
  private static final Field EGRESS =
      LinearForwardingTableRecord.LINEAR_FORWARDING_TABLE.of(LinearForwardingTable.PORT);
  private static final Field PORT_MASK =
      MulticastForwardingTableRecord.MULTICAST_FORWARDING_TABLE.of(
          MulticastForwardingTable.PORT_MASK);
  private static final Field LANE =
      SlToVlMappingTableRecord.SL_TO_VL_MAPPING_TABLE.of(SlToVlMappingTable.SL_TO_VL);
  private static final Field WEIGHT =
      VlArbitrationTableRecord.VL_ARBITRATION_TABLE.of(VlArbitrationTable.WEIGHT);
  private static final Field P_KEY = PKeyTableRecord.P_KEY_TABLE.of(PKeyTable.P_KEY);
  private static final Field NODE_TYPE = NodeRecord.NODE_INFO.of(NodeInfo.NODE_TYPE);
  private static final int LAST_SL = 15;

  private SubnetDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(switches(), forwarding(), lanes(), keys(), headers())
        .flatMap(List::stream)
        .map(spec -> spec.on(SimParameter.SWITCHES, 1))
        .toList();
  }

  private static List<DeviationSpec> switches() {
    return List.of(
        value("switch-lid-next", SWITCH, SwitchInfoRecord.LID, lid -> lid + 1),
        info("switch-linear-cap-0", SwitchInfo.LINEAR_FDB_CAP, _ -> 0),
        info("switch-linear-top-stale", SwitchInfo.LINEAR_FDB_TOP, _ -> 0),
        info("switch-multicast-cap-next", SwitchInfo.MULTICAST_FDB_CAP, cap -> cap + 1),
        info("switch-life-time-stale", SwitchInfo.LIFE_TIME_VALUE, time -> time ^ 1),
        info("switch-enforcement-cap-0", SwitchInfo.PARTITION_ENFORCEMENT_CAP, _ -> 0),
        info("switch-inbound-cap-0", SwitchInfo.INBOUND_ENFORCEMENT_CAP, _ -> 0),
        list("switch-unknown", RecordDeviations.any(SWITCH), _ -> List.of()),
        list("switch-missing-in-table", tables(SWITCH), _ -> List.of()),
        list("switch-twice", tables(SWITCH), SubnetDeviations::twice),
        ignored("switch-lid", SWITCH, SwitchInfoRecord.LID),
        ignored(
            "switch-linear-cap",
            SWITCH,
            SwitchInfoRecord.SWITCH_INFO.of(SwitchInfo.LINEAR_FDB_CAP)),
        edit(
            "node-switch-as-adapter",
            "returns NodeType 1 of a switch in NodeRecord",
            NodeRecord.ATTRIBUTE,
            record -> NODE_TYPE.set(record, 0, 1)),
        list(
            "port-external-missing",
            tables(PortInfoRecord.ATTRIBUTE),
            found -> found.subList(0, found.size() - 1)),
        value(
            "port-0-as-1",
            PortInfoRecord.ATTRIBUTE,
            PortInfoRecord.PORT_NUM,
            number -> Math.max(1, number)),
        list(
            "link-first-cable-only",
            tables(LinkRecord.ATTRIBUTE),
            found -> found.stream().limit(2).toList()),
        value(
            "link-to-port-0-of-switch",
            LinkRecord.ATTRIBUTE,
            LinkRecord.TO_PORT,
            port -> port == 3 ? 0 : port));
  }

  private static List<DeviationSpec> forwarding() {
    return List.of(
        value("linear-lid-next", LINEAR, LinearForwardingTableRecord.LID, lid -> lid + 1),
        value("linear-block-next", LINEAR, LinearForwardingTableRecord.BLOCK_NUM, b -> b + 1),
        edit(
            "linear-entries-shifted",
            "returns each entry of LinearForwardingTableRecord one LID too late",
            LINEAR,
            record -> shift(record, EGRESS)),
        edit(
            "linear-port-0-as-none",
            "returns 255 in LinearForwardingTableRecord for the switch's own LID",
            LINEAR,
            record -> replace(record, EGRESS, 0, 255)),
        list("linear-unknown", RecordDeviations.any(LINEAR), _ -> List.of()),
        list("linear-last-missing", tables(LINEAR), found -> found.subList(0, found.size() - 1)),
        list(
            "linear-first-for-all",
            tables(LINEAR),
            found -> found.stream().map(_ -> found.getFirst()).toList()),
        ignored("linear-block", LINEAR, LinearForwardingTableRecord.BLOCK_NUM),
        value("multicast-lid-next", MULTICAST, MulticastForwardingTableRecord.LID, lid -> lid + 1),
        value(
            "multicast-block-next",
            MULTICAST,
            MulticastForwardingTableRecord.BLOCK_NUM,
            block -> block + 1),
        value(
            "multicast-position-next",
            MULTICAST,
            MulticastForwardingTableRecord.POSITION,
            position -> position + 1),
        edit(
            "multicast-empty",
            "returns no port in MulticastForwardingTableRecord",
            MULTICAST,
            record -> each(record, PORT_MASK, _ -> 0)),
        edit(
            "multicast-first-port-lost",
            "returns the lowest port of no group in MulticastForwardingTableRecord",
            MULTICAST,
            record -> each(record, PORT_MASK, mask -> mask & mask - 1)),
        edit(
            "multicast-bytes-swapped",
            "swaps the bytes of PortMask in MulticastForwardingTableRecord",
            MULTICAST,
            record -> each(record, PORT_MASK, mask -> mask >>> 8 | (mask & 0xFF) << 8)),
        list("multicast-unknown", RecordDeviations.any(MULTICAST), _ -> List.of()),
        list("multicast-twice", tables(MULTICAST), SubnetDeviations::twice),
        ignored("multicast-block", MULTICAST, MulticastForwardingTableRecord.BLOCK_NUM));
  }

  private static List<DeviationSpec> lanes() {
    return List.of(
        value("sl-to-vl-lid-next", SL_TO_VL, SlToVlMappingTableRecord.LID, lid -> lid + 1),
        edit(
            "sl-to-vl-ports-swapped",
            "swaps InputPortNum and OutputPortNum in SLtoVLMappingTableRecord",
            SL_TO_VL,
            SubnetDeviations::swapPorts),
        edit(
            "sl-to-vl-empty",
            "returns lane 0 for every SL in SLtoVLMappingTableRecord",
            SL_TO_VL,
            record -> each(record, LANE, _ -> 0)),
        edit(
            "sl-to-vl-last-lane",
            "returns another lane for SL 15 in SLtoVLMappingTableRecord",
            SL_TO_VL,
            record -> LANE.set(record, 0, LAST_SL, LANE.get(record, 0, LAST_SL) ^ 1)),
        list("sl-to-vl-unknown", RecordDeviations.any(SL_TO_VL), _ -> List.of()),
        list("sl-to-vl-first-missing", tables(SL_TO_VL), found -> found.subList(1, found.size())),
        ignored("sl-to-vl-lid", SL_TO_VL, SlToVlMappingTableRecord.LID),
        ignored("sl-to-vl-input", SL_TO_VL, SlToVlMappingTableRecord.INPUT_PORT_NUM),
        value("arbitration-lid-next", ARBITRATION, VlArbitrationTableRecord.LID, lid -> lid + 1),
        value(
            "arbitration-block-from-0",
            ARBITRATION,
            VlArbitrationTableRecord.BLOCK_NUM,
            block -> block - 1),
        value(
            "arbitration-high-as-low",
            ARBITRATION,
            VlArbitrationTableRecord.BLOCK_NUM,
            block -> block > 2 ? block - 2 : block),
        edit(
            "arbitration-empty",
            "returns weight 0 for every entry in VLArbitrationTableRecord",
            ARBITRATION,
            record -> each(record, WEIGHT, _ -> 0)),
        edit(
            "arbitration-first-weight",
            "returns another weight of the first entry in VLArbitrationTableRecord",
            ARBITRATION,
            record -> WEIGHT.set(record, 0, 0, WEIGHT.get(record, 0, 0) ^ 1)),
        list("arbitration-unknown", RecordDeviations.any(ARBITRATION), _ -> List.of()),
        list("arbitration-twice", tables(ARBITRATION), SubnetDeviations::twice),
        ignored("arbitration-block", ARBITRATION, VlArbitrationTableRecord.BLOCK_NUM),
        ignored("arbitration-port", ARBITRATION, VlArbitrationTableRecord.OUTPUT_PORT_NUM));
  }

  private static List<DeviationSpec> keys() {
    return List.of(
        shown("keys-shown", RecordDeviations.any(KEYS)),
        shown("keys-shown-in-table", tables(KEYS)),
        value("keys-lid-next", KEYS, PKeyTableRecord.LID, lid -> lid + 1),
        value("keys-block-next", KEYS, PKeyTableRecord.BLOCK_NUM, block -> block + 1),
        edit(
            "keys-membership-lost",
            "returns every P_Key in P_KeyTableRecord with limited membership",
            KEYS,
            record -> each(record, P_KEY, key -> key & 0x7FFF)),
        edit(
            "keys-last-entry",
            "returns another P_Key in the last entry of a P_KeyTableRecord",
            KEYS,
            record -> P_KEY.set(record, 0, P_KEY.count() - 1, 0x8001)),
        list("keys-unknown-in-table", tables(KEYS), _ -> List.of()),
        list("keys-first-missing", tables(KEYS), found -> found.subList(1, found.size())),
        list("keys-twice", tables(KEYS), SubnetDeviations::twice),
        ignored("keys-lid", KEYS, PKeyTableRecord.LID),
        trusting("keys-to-any-key", "whose SM_Key is not 0", key -> key != 0),
        trusting(
            "keys-to-32-bits",
            "whose SM_Key is right in its 32 least significant bits",
            key -> (int) key == (int) SubnetManager.SM_KEY));
  }

  private static DeviationSpec trusting(String name, String whom, LongPredicate isTrusted) {
    return deviation(
        "subnet." + name,
        "returns P_KeyTableRecords to those " + whom,
        seams ->
            seams.administration.deviate(rules ->
                new SaRules.Overlay(rules) {
                  @Override
                  public boolean hears(SaCall call) {
                    if (call.isFor(KEYS) && isTrusted.test(SaHeader.SM_KEY.get(call.mad(), 0))) {
                      SaHeader.SM_KEY.set(call.mad(), 0, SubnetManager.SM_KEY);
                    }
                    return super.hears(call);
                  }
                }));
  }

  private static List<DeviationSpec> headers() {
    return List.of(
        deviation(
            "subnet.multicast-class-version-1",
            "answers a Get of MulticastForwardingTableRecord with ClassVersion 1",
            messages(gets(MULTICAST), message -> MadHeader.CLASS_VERSION.set(message, 0, 1))),
        deviation(
            "subnet.multicast-table-without-rmpp",
            "returns MulticastForwardingTableRecords in a table without RMPP",
            segments(tables(MULTICAST), mad -> RmppHeader.ACTIVE.set(mad, 0, 0))),
        deviation(
            "subnet.multicast-offset-too-small",
            "returns AttributeOffset 1 too little in tables of MulticastForwardingTableRecords",
            messages(
                tables(MULTICAST),
                message ->
                    SaHeader.ATTRIBUTE_OFFSET.set(
                        message, 0, SaHeader.ATTRIBUTE_OFFSET.get(message, 0) - 1))));
  }

  // --- common effects

  private static DeviationSpec shown(String name, Predicate<SaCall> which) {
    return deviation(
        "subnet." + name,
        "returns P_KeyTableRecords to those without SM_Key",
        answersTo(which, (call, _) -> RecordDeviations.zeros(call)));
  }

  private static DeviationSpec info(String name, Field field, Edit wrong) {
    return value(name, SWITCH, SwitchInfoRecord.SWITCH_INFO.of(field), wrong);
  }

  /// Maps a value to a wrong one.
  private interface Edit {
    long of(long value);
  }

  private static DeviationSpec value(String name, SaAttribute attribute, Field field, Edit wrong) {
    return edit(
        name,
        "returns another %s in %s".formatted(field.name(), attribute.name()),
        attribute,
        record -> field.set(record, 0, wrong.of(field.get(record, 0)) & field.max()));
  }

  private static DeviationSpec edit(
      String name, String summary, SaAttribute attribute, Consumer<MemorySegment> edit) {
    Consumer<Seams> effect =
        records(RecordDeviations.any(attribute), (_, record) -> edit.accept(record));
    return deviation("subnet." + name, summary, effect);
  }

  private static DeviationSpec list(
      String name, Predicate<SaCall> which, UnaryOperator<List<MemorySegment>> edit) {
    return deviation(
        "subnet." + name, "returns other records", answers(which, answer -> edited(answer, edit)));
  }

  private static RecordAnswer edited(RecordAnswer answer, UnaryOperator<List<MemorySegment>> edit) {
    return answer.records().isEmpty() ? answer : answer.withRecords(edit.apply(answer.records()));
  }

  private static DeviationSpec ignored(String name, SaAttribute attribute, Field component) {
    return deviation(
        "subnet.%s-ignored".formatted(name),
        "ignores %s in a request for %ss".formatted(component.name(), attribute.name()),
        ignores(RecordDeviations.any(attribute), attribute, component));
  }

  private static List<MemorySegment> twice(List<MemorySegment> found) {
    return Stream.concat(found.stream(), found.stream()).toList();
  }

  private static void each(MemorySegment record, Field field, Edit wrong) {
    for (int i = 0; i < field.count(); i++) {
      field.set(record, 0, i, wrong.of(field.get(record, 0, i)) & field.max());
    }
  }

  private static void replace(MemorySegment record, Field field, long old, long other) {
    each(record, field, value -> value == old ? other : value);
  }

  private static void shift(MemorySegment record, Field field) {
    for (int i = field.count() - 1; i > 0; i--) {
      field.set(record, 0, i, field.get(record, 0, i - 1));
    }
  }

  private static void swapPorts(MemorySegment record) {
    Field input = SlToVlMappingTableRecord.INPUT_PORT_NUM;
    Field output = SlToVlMappingTableRecord.OUTPUT_PORT_NUM;
    long in = input.get(record, 0);
    input.set(record, 0, output.get(record, 0));
    output.set(record, 0, in);
  }
}
