package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.answers;
import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.device.deviation.SaEdits.gets;
import static org.ibassay.device.deviation.SaEdits.ignores;
import static org.ibassay.device.deviation.SaEdits.messages;
import static org.ibassay.device.deviation.SaEdits.segments;
import static org.ibassay.device.deviation.SaEdits.tables;
import static org.ibassay.wire.sa.PathRecord.ATTRIBUTE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaStatus;

/// Deviations in the paths found, and in how they are sent: status, table, transfer.
final class SaDeviations {
  private static final int UNSUPPORTED = 0x000C;
  private static final int INVALID_FIELD = 0x001C;
  private static final int SA_HEADER_BYTES = SaHeader.DATA - RmppHeader.DATA;

  private SaDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(statuses(), numbers(), components(), tableForms(), transfers())
        .flatMap(List::stream)
        .toList();
  }

  private static List<DeviationSpec> statuses() {
    return List.of(
        status("get-no-records", "ERR_NO_RECORDS", gets(ATTRIBUTE), SaStatus.inStatus(3)),
        status("get-status-in-low-byte", "code 7", gets(ATTRIBUTE), INVALID_FIELD),
        status("table-no-records", "ERR_NO_RECORDS", tables(ATTRIBUTE), SaStatus.inStatus(3)),
        status("table-status-in-low-byte", "code 7", tables(ATTRIBUTE), INVALID_FIELD),
        status(
            "table-priority-suggested",
            "PRIORITY_SUGGESTED",
            tables(ATTRIBUTE),
            SaStatus.inStatus(SaStatus.PRIORITY_SUGGESTED)),
        refusal("get-unsupported", gets(ATTRIBUTE)),
        refusal("table-unsupported", tables(ATTRIBUTE)));
  }

  private static DeviationSpec status(
      String name, String says, Predicate<SaCall> which, int status) {
    return deviation(
        "sa.path-" + name,
        "returns the right paths with a Status of " + says,
        answers(which, answer -> answer.status() == 0 ? answer.withStatus(status) : answer));
  }

  private static DeviationSpec refusal(String name, Predicate<SaCall> which) {
    return deviation(
        "sa.path-" + name,
        "does not support the attribute: Status 0x000C and nothing else",
        answers(which, answer -> new RecordAnswer(UNSUPPORTED, List.of())));
  }

  private static List<DeviationSpec> numbers() {
    return List.of(
        table("table-empty", "finds no paths", records -> List.of()),
        table(
            "without-path-to-itself",
            "finds no path from a port to itself",
            records -> records.stream().filter(record -> !isLoopback(record)).toList()),
        table(
            "without-path-to-others",
            "finds only the path from a port to itself",
            records -> records.stream().filter(SaDeviations::isLoopback).toList()),
        table(
            "last-twice",
            "returns the last path twice",
            records ->
                Stream.concat(records.stream(), records.reversed().stream().limit(1)).toList()),
        table(
            "first-for-all",
            "returns the first path for each",
            records -> records.stream().map(_ -> records.getFirst()).toList()),
        table(
            "record-of-zeros-at-end",
            "returns a record of zeros after the last path",
            records -> {
              List<MemorySegment> more = new ArrayList<>(records);
              more.add(MemorySegment.ofArray(new byte[ATTRIBUTE.layout().bytes()]));
              return more;
            }));
  }

  private static DeviationSpec table(
      String name, String summary, UnaryOperator<List<MemorySegment>> edit) {
    return deviation(
        "sa.path-" + name,
        summary,
        answers(tables(ATTRIBUTE), answer -> answer.withRecords(edit.apply(answer.records()))));
  }

  private static boolean isLoopback(MemorySegment record) {
    return Gid.get(PathRecord.DGID, record, 0).equals(Gid.get(PathRecord.SGID, record, 0));
  }

  private static List<DeviationSpec> components() {
    return List.of(
        ignored("sgid", PathRecord.SGID, tables(ATTRIBUTE)),
        ignored("sgid-in-get", PathRecord.SGID, gets(ATTRIBUTE)),
        ignored("dgid-in-get", PathRecord.DGID, gets(ATTRIBUTE)),
        ignored("p-key", PathRecord.P_KEY, tables(ATTRIBUTE)),
        ignored("numb-path", PathRecord.NUMB_PATH, tables(ATTRIBUTE)).on(SimParameter.LMC, 1),
        ignored(
                "numb-path-beside-p-key",
                PathRecord.NUMB_PATH,
                tables(ATTRIBUTE).and(call -> call.means(ATTRIBUTE, PathRecord.P_KEY)))
            .on(SimParameter.LMC, 1));
  }

  private static DeviationSpec ignored(String name, Field component, Predicate<SaCall> which) {
    return deviation(
        "sa.path-" + name + "-ignored",
        "ignores %s in a request for paths".formatted(component.name()),
        ignores(which, ATTRIBUTE, component));
  }

  private static List<DeviationSpec> tableForms() {
    return List.of(
        offset("one-more", "one unit too large", units -> units + 1),
        offset("in-bytes", "in bytes", units -> units * 8),
        offset("0", "0", units -> 0L));
  }

  private static DeviationSpec offset(String name, String text, UnaryOperator<Long> edit) {
    return deviation(
        "sa.attribute-offset-" + name,
        "returns AttributeOffset " + text,
        messages(
            SaDeviations::isForTable,
            message ->
                SaHeader.ATTRIBUTE_OFFSET.set(
                    message, 0, edit.apply(SaHeader.ATTRIBUTE_OFFSET.get(message, 0)))));
  }

  private static List<DeviationSpec> transfers() {
    return List.of(
        length("without-sa-header", "the data alone", -SA_HEADER_BYTES),
        length("one-path-less", "a PathRecord too little", -ATTRIBUTE.layout().bytes()),
        length("one-byte-less", "a byte too little", -1),
        length("one-unit-more", "8 bytes too much", 8),
        deviation(
            "sa.rmpp-inactive",
            "returns tables in a MAD whose RMPP header is not active",
            segments(SaDeviations::isForTable, mad -> RmppHeader.ACTIVE.set(mad, 0, 0))),
        deviation(
            "sa.rmpp-without-last",
            "never marks the last segment",
            segments(SaDeviations::isForTable, mad -> RmppHeader.LAST.set(mad, 0, 0))),
        deviation(
            "sa.rmpp-without-first",
            "never marks the first segment",
            segments(SaDeviations::isForTable, mad -> RmppHeader.FIRST.set(mad, 0, 0))),
        deviation(
            "sa.rmpp-from-segment-0",
            "counts segments from 0",
            segments(
                SaDeviations::isForTable,
                mad ->
                    RmppHeader.SEGMENT_NUMBER.set(
                        mad, 0, RmppHeader.SEGMENT_NUMBER.get(mad, 0) - 1))));
  }

  private static DeviationSpec length(String name, String text, long difference) {
    return deviation(
        "sa.payload-length-" + name,
        "counts as the last segment's PayloadLength " + text,
        segments(
            SaDeviations::isForTable,
            mad -> {
              if (RmppHeader.LAST.get(mad, 0) == 1) {
                RmppHeader.PAYLOAD_LENGTH.set(
                    mad, 0, RmppHeader.PAYLOAD_LENGTH.get(mad, 0) + difference);
              }
            }));
  }

  private static boolean isForTable(SaCall call) {
    return call.method() == SaMethod.GET_TABLE;
  }
}
