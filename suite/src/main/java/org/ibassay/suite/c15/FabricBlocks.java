package org.ibassay.suite.c15;

import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.SaRecord;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.LinearForwardingTable;
import org.ibassay.wire.attribute.MulticastForwardingTable;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.sa.MulticastForwardingTableRecord;
import org.ibassay.wire.sa.PKeyTableRecord;
import org.ibassay.wire.sa.SlToVlMappingTableRecord;
import org.ibassay.wire.sa.VlArbitrationTableRecord;

/// The records that correspond to the blocks of the nodes of a subnet.
final class FabricBlocks {
  private static final int PARTS = 4;
  private static final int PART_SHIFT = 16;
  private static final int POSITION_SHIFT = 28;

  private FabricBlocks() {}

  /// Port numbers are meaningless in a record of an end port.
  static Stream<KnownRecord> slToVl(FabricView subnet) {
    return records(
        subnet,
        Attribute.SL_TO_VL_MAPPING_TABLE,
        (node, block) ->
            (node.isSwitch()
                    ? KnownRecord.of(SlToVlMappingTableRecord.ATTRIBUTE)
                    : KnownRecord.of(
                        SlToVlMappingTableRecord.ATTRIBUTE,
                        SlToVlMappingTableRecord.INPUT_PORT_NUM,
                        SlToVlMappingTableRecord.OUTPUT_PORT_NUM))
                .with(SlToVlMappingTableRecord.LID, node.lid())
                .with(SlToVlMappingTableRecord.INPUT_PORT_NUM, block.modifier() >>> Byte.SIZE)
                .with(SlToVlMappingTableRecord.OUTPUT_PORT_NUM, block.modifier() & 0xFF)
                .with(SlToVlMappingTableRecord.SL_TO_VL_MAPPING_TABLE, block.content()));
  }

  static Stream<KnownRecord> vlArbitration(FabricView subnet) {
    return records(
        subnet,
        Attribute.VL_ARBITRATION_TABLE,
        (node, block) ->
            (node.isSwitch()
                    ? KnownRecord.of(VlArbitrationTableRecord.ATTRIBUTE)
                    : KnownRecord.of(
                        VlArbitrationTableRecord.ATTRIBUTE,
                        VlArbitrationTableRecord.OUTPUT_PORT_NUM))
                .with(VlArbitrationTableRecord.LID, node.lid())
                .with(VlArbitrationTableRecord.OUTPUT_PORT_NUM, block.modifier() & 0xFF)
                .with(VlArbitrationTableRecord.BLOCK_NUM, block.modifier() >>> PART_SHIFT)
                .with(VlArbitrationTableRecord.VL_ARBITRATION_TABLE, block.content())
                .comparing(new KnownRecord.Range(0, block.entries() - 1)));
  }

  static Stream<KnownRecord> pKeys(FabricView subnet) {
    return records(
        subnet,
        Attribute.P_KEY_TABLE,
        (node, block) ->
            (node.isSwitch()
                    ? KnownRecord.of(PKeyTableRecord.ATTRIBUTE)
                    : KnownRecord.of(PKeyTableRecord.ATTRIBUTE, PKeyTableRecord.PORT_NUM))
                .with(PKeyTableRecord.LID, node.lid())
                .with(PKeyTableRecord.BLOCK_NUM, block.modifier() & 0xFFFF)
                .with(PKeyTableRecord.PORT_NUM, block.modifier() >>> PART_SHIFT)
                .with(PKeyTableRecord.P_KEY_TABLE, block.content())
                .comparing(new KnownRecord.Range(0, block.entries() - 1)));
  }

  /// A block in which no group has an entry need not have a record.
  static Stream<KnownRecord> multicast(FabricView subnet) {
    return records(
        subnet,
        Attribute.MULTICAST_FORWARDING_TABLE,
        (node, block) -> {
          boolean isEmpty =
              IntStream.range(0, block.entries())
                  .allMatch(i -> block.content().data(MulticastForwardingTable.PORT_MASK, i) == 0);
          return KnownRecord.of(MulticastForwardingTableRecord.ATTRIBUTE)
              .with(MulticastForwardingTableRecord.LID, node.lid())
              .with(MulticastForwardingTableRecord.POSITION, block.modifier() >>> POSITION_SHIFT)
              .with(MulticastForwardingTableRecord.BLOCK_NUM, block.modifier() & 0x1FF)
              .with(MulticastForwardingTableRecord.MULTICAST_FORWARDING_TABLE, block.content())
              .comparing(new KnownRecord.Range(0, block.entries() - 1))
              .optional(isEmpty);
        });
  }

  /// Makes the record of a block.
  @FunctionalInterface
  private interface RecordOf {
    KnownRecord make(FabricNode node, FabricBlock block);
  }

  private static Stream<KnownRecord> records(
      FabricView subnet, Attribute table, RecordOf recordOf) {
    return subnet.nodes().stream()
        .flatMap(node ->
            node.blocks().stream()
                .filter(block -> block.table().equals(table))
                .map(block -> recordOf.make(node, block)));
  }

  /// Whether a switch has a block of a linear forwarding table.
  static boolean isLinearBlock(FabricView subnet, long block) {
    return isAnySwitch(
        subnet,
        info -> block * LinearForwardingTable.PORT.count() < info.data(SwitchInfo.LINEAR_FDB_CAP));
  }

  private static boolean isAnySwitch(FabricView subnet, Predicate<MadPacketSpec> is) {
    return subnet.nodes().stream().flatMap(node -> node.switchInfo().stream()).anyMatch(is);
  }

  /// Whether a node has a port, or can have a block, of that number.
  static boolean isPossible(FabricView subnet, Field field, long value) {
    if (field.equals(VlArbitrationTableRecord.BLOCK_NUM)) {
      return value > 0 && value <= PARTS;
    }
    if (field.equals(MulticastForwardingTableRecord.BLOCK_NUM)) {
      int each = MulticastForwardingTable.PORT_MASK.count();
      return isAnySwitch(subnet, info -> value * each < info.data(SwitchInfo.MULTICAST_FDB_CAP));
    }
    boolean isPosition = field.equals(MulticastForwardingTableRecord.POSITION);
    long port = isPosition ? value * MulticastForwardingTable.PORT_MASK.width() : value;
    boolean isPort =
        isPosition
            || field.equals(VlArbitrationTableRecord.OUTPUT_PORT_NUM)
            || field.equals(SlToVlMappingTableRecord.INPUT_PORT_NUM)
            || field.equals(SlToVlMappingTableRecord.OUTPUT_PORT_NUM)
            || field.equals(PKeyTableRecord.PORT_NUM);
    return isPort
        && subnet.nodes().stream()
            .anyMatch(node -> port <= node.nodeInfo().data(NodeInfo.NUM_PORTS));
  }

  /// Whether a record is of a block that was not read from the node: of a switch port without a
  /// link, of port 0, beyond the capacity of an arbitration table, or late in a multicast
  /// forwarding table.
  static boolean isUnread(FabricNode node, SaRecord received, RecordType type) {
    return switch (type) {
      case SL_TO_VL ->
          isUnread(node, received, SlToVlMappingTableRecord.INPUT_PORT_NUM)
              || isUnread(node, received, SlToVlMappingTableRecord.OUTPUT_PORT_NUM);
      case VL_ARBITRATION -> {
        long part = received.data(VlArbitrationTableRecord.BLOCK_NUM);
        long port = received.data(VlArbitrationTableRecord.OUTPUT_PORT_NUM);
        long modifier = part << PART_SHIFT | (node.isSwitch() ? port : 0);
        yield isUnread(node, received, VlArbitrationTableRecord.OUTPUT_PORT_NUM)
            || (part > 0
                && part <= PARTS
                && node.blocks().stream()
                    .filter(block -> block.table().equals(Attribute.VL_ARBITRATION_TABLE))
                    .noneMatch(block -> block.modifier() == modifier));
      }
      case P_KEYS -> isUnread(node, received, PKeyTableRecord.PORT_NUM);
      case MULTICAST_TABLES ->
          received.data(MulticastForwardingTableRecord.BLOCK_NUM)
              >= FabricBlock.MOST_MULTICAST_BLOCKS;
      default -> false;
    };
  }

  private static boolean isUnread(FabricNode node, SaRecord received, Field port) {
    int number = (int) received.data(port);
    return node.isSwitch() && node.ports().containsKey(number) && !node.linked().contains(number);
  }
}
