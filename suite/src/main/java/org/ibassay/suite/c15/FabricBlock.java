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

/// A block of a table, as a node says it itself.
///
/// @param modifier the AttributeModifier: which block, of a switch of which ports too
/// @param entries how many of the block's entries there are
record FabricBlock(Attribute table, int modifier, int entries, MadPacketSpec content) {
  /// A larger table takes longer than a test may.
  static final int MOST_MULTICAST_BLOCKS = 16;

  private static final int PORTS_PER_POSITION = 16;
  private static final int LANES_OF_ONE = 1;

  /// Where a block of VLArbitrationTable stands in the AttributeModifier.
  private static final int PART_SHIFT = 16;

  private static final int POSITION_SHIFT = 28;

  /// Where a port of a switch stands in the AttributeModifier of P_KeyTable.
  private static final int P_KEY_PORT_SHIFT = 16;

  /// A block that is to be read.
  private record Wanted(Attribute table, int modifier, int entries) {}

  /// The tables of lanes and groups that the node has; what it refuses it does not have.
  static List<FabricBlock> read(MadExchange mads, FabricNode node) throws TestException {
    return read(
        mads,
        node,
        Stream.of(slToVl(node), vlArbitration(node), multicast(node)).flatMap(all -> all).toList());
  }

  /// The P_KeyTables of the node: of a switch that of port 0, and of ports with a link.
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

  /// Numbers of the ports that have virtual lanes: of a switch those with a link, and an enhanced
  /// port 0; 0 stands for an end port's own.
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

  /// Parts 1 and 2 have the entries of low priority, 3 and 4 those of high.
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
