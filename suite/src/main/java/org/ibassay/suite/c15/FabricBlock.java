package org.ibassay.suite.c15;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibassay.suite.MadExchange;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.MulticastForwardingTable;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PKeyTable;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.attribute.VlArbitrationTable;
import org.ibassay.wire.mad.MadStatus;

/// A block of a table, as its node reports it.
///
/// @param modifier AttributeModifier: block number and, on a switch, ports
/// @param entries number of entries in the block
record FabricBlock(Attribute table, int modifier, int entries, MadPacketSpec content) {
  /// Reading a larger table would take longer than a test may.
  static final int MOST_MULTICAST_BLOCKS = 16;

  private static final int PORTS_PER_POSITION = 16;
  private static final int LANES_OF_ONE = 1;

  /// Position of the part of VLArbitrationTable in the AttributeModifier.
  private static final int PART_SHIFT = 16;

  private static final int POSITION_SHIFT = 28;

  /// Position of a switch port in the AttributeModifier of P_KeyTable.
  private static final int P_KEY_PORT_SHIFT = 16;

  /// A block to be read.
  private record Wanted(Attribute table, int modifier, int entries) {}

  /// Reads the VL and multicast tables of a node; a node that rejects one does not have it.
  static List<FabricBlock> read(MadExchange mads, FabricNode node) throws TestException {
    return read(
        mads,
        node,
        Stream.of(slToVl(node), vlArbitration(node), multicast(node)).flatMap(all -> all).toList());
  }

  /// Reads the P_KeyTables of a node: on a switch, those of port 0 and of ports with a link.
  static List<FabricBlock> readPKeys(MadExchange mads, FabricNode node) throws TestException {
    return read(mads, node, pKeys(node).toList());
  }

  private static List<FabricBlock> read(MadExchange mads, FabricNode node, List<Wanted> all)
      throws TestException {
    List<FabricBlock> blocks = new ArrayList<>();
    for (Wanted one : all) {
      mads.send(
          MadPacketSpec.subnGet(one.table())
              .attributeModifier(Integer.toUnsignedLong(one.modifier())),
          node.route());
      MadPacketSpec content = mads.receive();
      if (content.status() == MadStatus.OK) {
        blocks.add(new FabricBlock(one.table(), one.modifier(), one.entries(), content));
      }
    }
    return blocks;
  }

  /// Returns the numbers of the ports that have VLs: on a switch, those with a link, and an
  /// enhanced port 0; 0 stands for the port of an end node.
  private static List<Integer> outputs(FabricNode node) {
    if (!node.isSwitch()) {
      return List.of(0);
    }
    List<Integer> outputs = new ArrayList<>(node.linked());
    if (node.switchInfo().getFirst().data(SwitchInfo.ENHANCED_PORT0) == 1) {
      outputs.addFirst(0);
    }
    return outputs;
  }

  private static Stream<Wanted> slToVl(FabricNode node) {
    if (node.endPort().data(PortInfo.IS_SL_MAPPING_SUPPORTED) == 0) {
      return Stream.of();
    }
    List<Integer> inputs = new ArrayList<>(node.isSwitch() ? node.linked() : List.of());
    inputs.addFirst(0);
    return outputs(node).stream()
        .flatMap(output -> inputs.stream().map(input -> input << Byte.SIZE | output))
        .map(ports -> new Wanted(Attribute.SL_TO_VL_MAPPING_TABLE, ports, Integer.MAX_VALUE));
  }

  /// Parts 1 and 2 hold the low-priority entries, 3 and 4 the high-priority ones.
  private static Stream<Wanted> vlArbitration(FabricNode node) {
    int each = VlArbitrationTable.VL.count();
    List<Wanted> wanted = new ArrayList<>();
    for (int output : outputs(node)) {
      MadPacketSpec info = node.isSwitch() ? node.ports().get(output) : node.endPort();
      if (info == null || info.data(PortInfo.VL_CAP) == LANES_OF_ONE) {
        continue;
      }
      List<Field> capacities =
          List.of(PortInfo.VL_ARBITRATION_LOW_CAP, PortInfo.VL_ARBITRATION_HIGH_CAP);
      for (int part = 0; part < 2 * capacities.size(); part++) {
        int entries = (int) info.data(capacities.get(part / 2)) - (part % 2) * each;
        if (entries > 0) {
          int modifier = ((part + 1) << PART_SHIFT) | output;
          wanted.add(new Wanted(Attribute.VL_ARBITRATION_TABLE, modifier, Math.min(entries, each)));
        }
      }
    }
    return wanted.stream();
  }

  private static Stream<Wanted> pKeys(FabricNode node) {
    Stream<Wanted> own = pKeys(0, node.nodeInfo().data(NodeInfo.PARTITION_CAP));
    Stream<Wanted> external =
        node.switchInfo().stream()
            .flatMap(info ->
                node.linked().stream()
                    .flatMap(port -> pKeys(port, info.data(SwitchInfo.PARTITION_ENFORCEMENT_CAP))));
    return Stream.concat(own, external);
  }

  private static Stream<Wanted> pKeys(int port, long capacity) {
    int each = PKeyTable.P_KEY.count();
    return IntStream.iterate(0, block -> (long) block * each < capacity, block -> block + 1)
        .mapToObj(block ->
            new Wanted(
                Attribute.P_KEY_TABLE,
                port << P_KEY_PORT_SHIFT | block,
                (int) Math.min(each, capacity - (long) block * each)));
  }

  private static Stream<Wanted> multicast(FabricNode node) {
    int each = MulticastForwardingTable.PORT_MASK.count();
    int ports = node.isSwitch() ? (int) node.nodeInfo().data(NodeInfo.NUM_PORTS) : 0;
    return node.switchInfo().stream()
        .map(info -> (int) info.data(SwitchInfo.MULTICAST_FDB_CAP))
        .flatMap(capacity ->
            IntStream.iterate(0, block -> block * each < capacity, block -> block + 1)
                .limit(MOST_MULTICAST_BLOCKS)
                .boxed()
                .flatMap(block ->
                    IntStream.rangeClosed(0, ports / PORTS_PER_POSITION)
                        .mapToObj(position ->
                            new Wanted(
                                Attribute.MULTICAST_FORWARDING_TABLE,
                                position << POSITION_SHIFT | block,
                                Math.min(each, capacity - block * each)))));
  }
}
