package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.answers;
import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.device.deviation.SaEdits.tables;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.wire.sa.InformInfoRecord;

/// Deviations in tables of some lengths.
final class TableLengthDeviations {
  /// Bytes of records in a segment.
  private static final int SEGMENT = 200;

  private static final int UNIT = 8;

  private TableLengthDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        table(
            "full-segment-cut",
            "leaves out the last record of a table whose last segment is full",
            records -> bytes(records) % SEGMENT == 0,
            TableLengthDeviations::withoutLast),
        table(
            "over-16-cut",
            "returns at most 16 records",
            records -> records.size() > 16,
            records -> records.subList(0, 16)),
        table(
            "over-25-cut",
            "returns at most 25 records",
            records -> records.size() > 25,
            records -> records.subList(0, 25)),
        table(
            "one-segment-only",
            "returns the records of the first segment",
            records -> bytes(records) > SEGMENT,
            records -> records.subList(0, 3)),
        table(
            "crossing-twice",
            "returns a record twice that begins in one segment and ends in the next",
            records -> records.size() == 4,
            records -> {
              List<MemorySegment> more = new ArrayList<>(records);
              more.add(records.getLast());
              return more;
            }),
        table(
            "fifth-repeated",
            "repeats the fourth record of a table in place of the fifth",
            records -> records.size() > 4,
            records -> {
              List<MemorySegment> other = new ArrayList<>(records);
              other.set(4, records.get(3));
              return other;
            }));
  }

  private static DeviationSpec table(
      String name,
      String text,
      Predicate<List<MemorySegment>> which,
      UnaryOperator<List<MemorySegment>> edit) {
    return deviation(
        "tablelength." + name,
        text + ", of subscriptions",
        answers(
            tables(InformInfoRecord.ATTRIBUTE),
            answer ->
                !answer.records().isEmpty() && which.test(answer.records())
                    ? answer.withRecords(edit.apply(answer.records()))
                    : answer));
  }

  private static List<MemorySegment> withoutLast(List<MemorySegment> records) {
    return records.subList(0, records.size() - 1);
  }

  private static long bytes(List<MemorySegment> records) {
    return (records.getFirst().byteSize() + UNIT - 1) / UNIT * UNIT * records.size();
  }
}
