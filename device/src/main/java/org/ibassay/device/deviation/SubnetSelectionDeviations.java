package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.answers;
import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.device.deviation.SaEdits.gets;
import static org.ibassay.device.deviation.SaEdits.ignores;
import static org.ibassay.device.deviation.SaEdits.masked;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Stream;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.GuidInfoRecord;
import org.ibassay.wire.sa.LinearForwardingTableRecord;
import org.ibassay.wire.sa.MulticastForwardingTableRecord;
import org.ibassay.wire.sa.PKeyTableRecord;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.SlToVlMappingTableRecord;
import org.ibassay.wire.sa.SmInfoRecord;
import org.ibassay.wire.sa.SwitchInfoRecord;
import org.ibassay.wire.sa.VlArbitrationTableRecord;

/// Deviations in the selection of records of one type by several components, and in the responses
/// if several records match.
final class SubnetSelectionDeviations {
  private SubnetSelectionDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(masks(), keys(), several())
        .flatMap(List::stream)
        .map(spec -> spec.on(SimParameter.SWITCHES, 1))
        .toList();
  }

  private static List<DeviationSpec> masks() {
    return List.of(
        last("switch", SwitchInfoRecord.ATTRIBUTE),
        last("linear", LinearForwardingTableRecord.ATTRIBUTE),
        last("multicast", MulticastForwardingTableRecord.ATTRIBUTE),
        last("sm", SmInfoRecord.ATTRIBUTE),
        last("guid", GuidInfoRecord.ATTRIBUTE),
        last("sl-to-vl", SlToVlMappingTableRecord.ATTRIBUTE),
        last("arbitration", VlArbitrationTableRecord.ATTRIBUTE),
        first("switch", SwitchInfoRecord.ATTRIBUTE),
        first("linear", LinearForwardingTableRecord.ATTRIBUTE),
        first("multicast", MulticastForwardingTableRecord.ATTRIBUTE),
        first("guid", GuidInfoRecord.ATTRIBUTE));
  }

  private static DeviationSpec last(String name, SaAttribute attribute) {
    return deviation(
        "subnet.%s-last-component-only".formatted(name),
        "selects %ss only by the last component that a request names".formatted(attribute.name()),
        masked(RecordDeviations.any(attribute), call -> Long.highestOneBit(call.mask())));
  }

  private static DeviationSpec first(String name, SaAttribute attribute) {
    return deviation(
        "subnet.%s-first-component-only".formatted(name),
        "selects %ss only by the first component that a request names".formatted(attribute.name()),
        masked(RecordDeviations.any(attribute), call -> Long.lowestOneBit(call.mask())));
  }

  private static List<DeviationSpec> keys() {
    return List.of(
        ignored("keys-block", PKeyTableRecord.BLOCK_NUM),
        deviation(
            "subnet.keys-by-block-once",
            "returns only the first of the P_KeyTableRecords with a BlockNum",
            answers(
                SaEdits.tables(PKeyTableRecord.ATTRIBUTE)
                    .and(call -> call.means(PKeyTableRecord.ATTRIBUTE, PKeyTableRecord.BLOCK_NUM)),
                answer -> answer.withRecords(answer.records().stream().limit(1).toList()))));
  }

  private static DeviationSpec ignored(String name, Field component) {
    SaAttribute attribute = PKeyTableRecord.ATTRIBUTE;
    return deviation(
        "subnet.%s-ignored".formatted(name),
        "ignores %s in a request for %ss".formatted(component.name(), attribute.name()),
        ignores(RecordDeviations.any(attribute), attribute, component));
  }

  private static List<DeviationSpec> several() {
    return List.of(
        several("keys-several-is-ok", PKeyTableRecord.ATTRIBUTE),
        several("sl-to-vl-several-is-ok", SlToVlMappingTableRecord.ATTRIBUTE),
        several("arbitration-several-is-ok", VlArbitrationTableRecord.ATTRIBUTE));
  }

  private static DeviationSpec several(String name, SaAttribute attribute) {
    return deviation(
        "subnet." + name,
        "answers a Get that several %ss match with Status 0".formatted(attribute.name()),
        answers(
            gets(attribute),
            answer ->
                answer.status() == SaStatus.inStatus(SaStatus.TOO_MANY_RECORDS)
                    ? RecordAnswer.of(
                        List.of(MemorySegment.ofArray(new byte[attribute.layout().bytes()])))
                    : answer));
  }
}
