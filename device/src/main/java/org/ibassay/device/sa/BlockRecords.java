package org.ibassay.device.sa;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.device.sm.EndPort;
import org.ibassay.device.sm.TableBlock;
import org.ibassay.wire.EmbeddedTable;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.sa.GuidInfoRecord;
import org.ibassay.wire.sa.LinearForwardingTableRecord;
import org.ibassay.wire.sa.MulticastForwardingTableRecord;
import org.ibassay.wire.sa.PKeyTableRecord;
import org.ibassay.wire.sa.RandomForwardingTableRecord;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.SlToVlMappingTableRecord;
import org.ibassay.wire.sa.VlArbitrationTableRecord;

/// The block tables of ports and switches, one record for each block. For end ports, components
/// with a switch's port number have no meaning: they are 0, and requests do not match by them.
///
/// @param lid the component that identifies the owner of the table
/// @param keys the components that identify the block
/// @param content the block within the record
/// @param isForAll whether requests without the SM_Key of trusted requests are answered, too
record BlockRecords(
    SaAttribute attribute,
    Attribute table,
    Field lid,
    List<Key> keys,
    EmbeddedTable content,
    boolean isForAll)
    implements RecordService {

  /// A component, and the position of its value in the AttributeModifier that reads the block.
  ///
  /// @param isPort whether it is a switch's port number
  private record Key(Field field, int shift, boolean isPort) {
    static Key block(Field field, int shift) {
      return new Key(field, shift, false);
    }

    static Key port(Field field, int shift) {
      return new Key(field, shift, true);
    }

    void set(MemorySegment record, int modifier) {
      field.set(record, 0, modifier >>> shift & field.max());
    }
  }

  /// SLtoVLMappingTableRecord (15.2.5.4).
  static RecordService slToVl() {
    return new BlockRecords(
        SlToVlMappingTableRecord.ATTRIBUTE,
        Attribute.SL_TO_VL_MAPPING_TABLE,
        SlToVlMappingTableRecord.LID,
        List.of(
            Key.port(SlToVlMappingTableRecord.INPUT_PORT_NUM, 8),
            Key.port(SlToVlMappingTableRecord.OUTPUT_PORT_NUM, 0)),
        SlToVlMappingTableRecord.SL_TO_VL_MAPPING_TABLE,
        true);
  }

  /// VLArbitrationTableRecord (15.2.5.9). As with OpenSM, it has the port number even of an end
  /// port.
  static RecordService vlArbitration() {
    return new BlockRecords(
        VlArbitrationTableRecord.ATTRIBUTE,
        Attribute.VL_ARBITRATION_TABLE,
        VlArbitrationTableRecord.LID,
        List.of(
            Key.port(VlArbitrationTableRecord.OUTPUT_PORT_NUM, 0),
            Key.block(VlArbitrationTableRecord.BLOCK_NUM, 16)),
        VlArbitrationTableRecord.VL_ARBITRATION_TABLE,
        true);
  }

  /// P_KeyTableRecord (15.2.5.11), only for trusted requests; others are invalid, as with OpenSM.
  static RecordService pKeys() {
    return new BlockRecords(
        PKeyTableRecord.ATTRIBUTE,
        Attribute.P_KEY_TABLE,
        PKeyTableRecord.LID,
        List.of(Key.block(PKeyTableRecord.BLOCK_NUM, 0), Key.port(PKeyTableRecord.PORT_NUM, 16)),
        PKeyTableRecord.P_KEY_TABLE,
        false);
  }

  /// GUIDInfoRecord (15.2.5.18).
  static RecordService guids() {
    return new BlockRecords(
        GuidInfoRecord.ATTRIBUTE,
        Attribute.GUID_INFO,
        GuidInfoRecord.LID,
        List.of(Key.block(GuidInfoRecord.BLOCK_NUM, 0)),
        GuidInfoRecord.GUID_INFO,
        true);
  }

  /// LinearForwardingTableRecord (15.2.5.6).
  static RecordService linear() {
    return new BlockRecords(
        LinearForwardingTableRecord.ATTRIBUTE,
        Attribute.LINEAR_FORWARDING_TABLE,
        LinearForwardingTableRecord.LID,
        List.of(Key.block(LinearForwardingTableRecord.BLOCK_NUM, 0)),
        LinearForwardingTableRecord.LINEAR_FORWARDING_TABLE,
        true);
  }

  /// RandomForwardingTableRecord (15.2.5.7): the subnet manager does not fill these tables.
  static RecordService random() {
    return new BlockRecords(
        RandomForwardingTableRecord.ATTRIBUTE,
        Attribute.RANDOM_FORWARDING_TABLE,
        RandomForwardingTableRecord.LID,
        List.of(Key.block(RandomForwardingTableRecord.BLOCK_NUM, 0)),
        RandomForwardingTableRecord.RANDOM_FORWARDING_TABLE,
        true);
  }

  /// MulticastForwardingTableRecord (15.2.5.8).
  static RecordService multicast() {
    return new BlockRecords(
        MulticastForwardingTableRecord.ATTRIBUTE,
        Attribute.MULTICAST_FORWARDING_TABLE,
        MulticastForwardingTableRecord.LID,
        List.of(
            Key.block(MulticastForwardingTableRecord.POSITION, 28),
            Key.block(MulticastForwardingTableRecord.BLOCK_NUM, 0)),
        MulticastForwardingTableRecord.MULTICAST_FORWARDING_TABLE,
        true);
  }

  @Override
  public RecordAnswer find(SaCall call) {
    if (!isForAll && !call.isTrusted()) {
      return RecordAnswer.refused(SaStatus.REQ_INVALID);
    }
    long ofPorts =
        keys.stream()
            .filter(Key::isPort)
            .mapToLong(key -> attribute.mask(key.field()))
            .reduce(0, (a, b) -> a | b);
    List<MemorySegment> found =
        Stream.concat(
                among(call, port -> !port.isOfSwitch(), call.mask() & ~ofPorts),
                among(call, EndPort::isOfSwitch, call.mask()))
            .toList();
    return RecordAnswer.of(found);
  }

  private Stream<MemorySegment> among(SaCall call, Predicate<EndPort> ports, long mask) {
    return new PlainRecords(
            attribute,
            List.of(lid),
            asked -> asked.subnet().ports().stream().filter(ports).flatMap(this::of).toList())
        .find(call.withMask(mask)).records().stream();
  }

  private Stream<MemorySegment> of(EndPort port) {
    return port.tables().stream()
        .filter(block -> block.table().equals(table))
        .map(block -> record(port, block));
  }

  private MemorySegment record(EndPort port, TableBlock block) {
    MemorySegment record = NodeRecords.empty(attribute);
    lid.set(record, 0, port.lid());
    keys.forEach(key -> key.set(record, block.modifier()));
    long bytes = Math.min(record.byteSize() - content.byteOffset(), block.content().byteSize());
    MemorySegment.copy(block.content(), 0, record, content.byteOffset(), bytes);
    return record;
  }
}
