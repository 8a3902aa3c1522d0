package org.ibassay.device.sa;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Stream;
import org.ibassay.device.sm.EndPort;
import org.ibassay.device.sm.TableBlock;
import org.ibassay.wire.EmbeddedTable;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.sa.GuidInfoRecord;
import org.ibassay.wire.sa.PKeyTableRecord;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.SlToVlMappingTableRecord;
import org.ibassay.wire.sa.VlArbitrationTableRecord;

/// The tables of the ports, a record a block. Of end ports, and there are no others in a subnet of
/// one cable, components that number a switch's ports mean nothing: they are 0, and no request
/// picks by them.
///
/// @param lid the component that says whose table it is
/// @param number the component that says which block; empty where there is but one
/// @param ports components that number a switch's ports
/// @param content the block within the record
/// @param isForAll whether requests without the key of trusted ones are heard too
record BlockRecords(
    SaAttribute attribute,
    Attribute table,
    Field lid,
    List<Field> number,
    List<Field> ports,
    EmbeddedTable content,
    boolean isForAll)
    implements RecordService {

  /// SLtoVLMappingTableRecord (15.2.5.4).
  static RecordService slToVl() {
    return new BlockRecords(
        SlToVlMappingTableRecord.ATTRIBUTE,
        Attribute.SL_TO_VL_MAPPING_TABLE,
        SlToVlMappingTableRecord.LID,
        List.of(),
        List.of(SlToVlMappingTableRecord.INPUT_PORT_NUM, SlToVlMappingTableRecord.OUTPUT_PORT_NUM),
        SlToVlMappingTableRecord.SL_TO_VL_MAPPING_TABLE,
        true);
  }

  /// VLArbitrationTableRecord (15.2.5.9). OpenSM gives the port's number here, though it is an end
  /// port's.
  static RecordService vlArbitration() {
    return new BlockRecords(
        VlArbitrationTableRecord.ATTRIBUTE,
        Attribute.VL_ARBITRATION_TABLE,
        VlArbitrationTableRecord.LID,
        List.of(VlArbitrationTableRecord.BLOCK_NUM),
        List.of(VlArbitrationTableRecord.OUTPUT_PORT_NUM),
        VlArbitrationTableRecord.VL_ARBITRATION_TABLE,
        true);
  }

  /// P_KeyTableRecord (15.2.5.11), given to trusted requests only; others are invalid, as with
  /// OpenSM.
  static RecordService pKeys() {
    return new BlockRecords(
        PKeyTableRecord.ATTRIBUTE,
        Attribute.P_KEY_TABLE,
        PKeyTableRecord.LID,
        List.of(PKeyTableRecord.BLOCK_NUM),
        List.of(PKeyTableRecord.PORT_NUM),
        PKeyTableRecord.P_KEY_TABLE,
        false);
  }

  /// GUIDInfoRecord (15.2.5.18).
  static RecordService guids() {
    return new BlockRecords(
        GuidInfoRecord.ATTRIBUTE,
        Attribute.GUID_INFO,
        GuidInfoRecord.LID,
        List.of(GuidInfoRecord.BLOCK_NUM),
        List.of(),
        GuidInfoRecord.GUID_INFO,
        true);
  }

  @Override
  public RecordAnswer find(SaCall call) {
    if (!isForAll && !call.isTrusted()) {
      return RecordAnswer.refused(SaStatus.REQ_INVALID);
    }
    long meaningless = ports.stream().mapToLong(attribute::mask).reduce(0, (a, b) -> a | b);
    return new PlainRecords(attribute, List.of(lid), this::all)
        .find(call.withMask(call.mask() & ~meaningless));
  }

  private List<MemorySegment> all(SaCall call) {
    return call.subnet().ports().stream().flatMap(this::of).toList();
  }

  private Stream<MemorySegment> of(EndPort port) {
    return port.tables().stream()
        .filter(block -> block.table().equals(table))
        .map(block -> record(port, block));
  }

  private MemorySegment record(EndPort port, TableBlock block) {
    MemorySegment record = NodeRecords.empty(attribute);
    lid.set(record, 0, port.lid());
    number.forEach(field -> field.set(record, 0, block.number()));
    long bytes = Math.min(record.byteSize() - content.byteOffset(), block.content().byteSize());
    MemorySegment.copy(block.content(), 0, record, content.byteOffset(), bytes);
    return record;
  }
}
