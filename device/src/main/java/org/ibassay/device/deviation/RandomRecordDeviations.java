package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.answersTo;
import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.device.deviation.SaEdits.gets;
import static org.ibassay.device.deviation.SaEdits.tables;
import static org.ibassay.wire.sa.RandomForwardingTableRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.RandomForwardingTableRecord.BLOCK_NUM;
import static org.ibassay.wire.sa.RandomForwardingTableRecord.LID;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.wire.sa.SaHeader;

/// Deviations in RandomForwardingTableRecords of switches that have no such table.
final class RandomRecordDeviations {
  private RandomRecordDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        deviation(
            "randomrecord.empty-block",
            "returns an empty RandomForwardingTableRecord to a Get",
            answersTo(gets(ATTRIBUTE), (call, _) -> empty(call))),
        deviation(
            "randomrecord.empty-block-by-lid",
            "returns an empty RandomForwardingTableRecord to a Get that names a LID and no block",
            answersTo(
                gets(ATTRIBUTE)
                    .and(call -> call.means(ATTRIBUTE, LID) && !call.means(ATTRIBUTE, BLOCK_NUM)),
                (call, _) -> empty(call))),
        deviation(
            "randomrecord.empty-block-by-number",
            "returns an empty RandomForwardingTableRecord to a Get that names a block",
            answersTo(
                gets(ATTRIBUTE).and(call -> call.means(ATTRIBUTE, BLOCK_NUM)),
                (call, _) -> empty(call))),
        deviation(
            "randomrecord.table",
            "returns a table with an empty RandomForwardingTableRecord",
            answersTo(tables(ATTRIBUTE), (call, _) -> empty(call))),
        deviation(
            "randomrecord.table-by-number",
            "returns a table with an empty RandomForwardingTableRecord for a block's number",
            answersTo(
                tables(ATTRIBUTE).and(call -> call.means(ATTRIBUTE, BLOCK_NUM)),
                (call, _) -> empty(call))));
  }

  private static RecordAnswer empty(SaCall call) {
    MemorySegment record = MemorySegment.ofArray(new byte[ATTRIBUTE.layout().bytes()]);
    MemorySegment.copy(call.mad(), SaHeader.DATA, record, 0, Integer.BYTES);
    return new RecordAnswer(0, List.of(record));
  }
}
