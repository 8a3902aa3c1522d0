package org.ibassay.suite.c15;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.SaRecord;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.LinearForwardingTable;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.attribute.SmInfo;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.sa.GuidInfoRecord;
import org.ibassay.wire.sa.LinearForwardingTableRecord;
import org.ibassay.wire.sa.LinkRecord;
import org.ibassay.wire.sa.MulticastForwardingTableRecord;
import org.ibassay.wire.sa.NodeRecord;
import org.ibassay.wire.sa.PKeyTableRecord;
import org.ibassay.wire.sa.PortInfoRecord;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaAttribute.Component;
import org.ibassay.wire.sa.SlToVlMappingTableRecord;
import org.ibassay.wire.sa.SmInfoRecord;
import org.ibassay.wire.sa.SwitchInfoRecord;
import org.ibassay.wire.sa.VlArbitrationTableRecord;

/// The record types that are compared with the subnet itself: key components, and the attribute and
/// node that a record repeats.
@SuppressWarnings("ImmutableEnumChecker") // its lists and sets are made by List.of and Set.of
enum RecordType {
  NODES(NodeRecord.ATTRIBUTE, List.of(NodeRecord.LID), Set.of(), RecordType::nodes),
  PORTS(
      PortInfoRecord.ATTRIBUTE,
      List.of(PortInfoRecord.ENDPORT_LID, PortInfoRecord.PORT_NUM),
      Set.of(
          PortInfoRecord.PORT_INFO.of(PortInfo.M_KEY),
          PortInfoRecord.PORT_INFO.of(PortInfo.MCAST_P_KEY_TRAP_SUPPRESSION_ENABLED)),
      RecordType::ports),
  SWITCHES(
      SwitchInfoRecord.ATTRIBUTE, List.of(SwitchInfoRecord.LID), Set.of(), RecordType::switches),
  LINKS(
      LinkRecord.ATTRIBUTE,
      List.of(LinkRecord.FROM_LID, LinkRecord.FROM_PORT, LinkRecord.TO_PORT, LinkRecord.TO_LID),
      Set.of(),
      RecordType::links),
  LINEAR_TABLES(
      LinearForwardingTableRecord.ATTRIBUTE,
      List.of(LinearForwardingTableRecord.LID, LinearForwardingTableRecord.BLOCK_NUM),
      Set.of(),
      RecordType::linearTables),
  MANAGERS(
      SmInfoRecord.ATTRIBUTE,
      List.of(SmInfoRecord.LID),
      Set.of(SmInfoRecord.SM_INFO.of(SmInfo.SM_KEY)),
      RecordType::managers),
  GUIDS(
      GuidInfoRecord.ATTRIBUTE,
      List.of(GuidInfoRecord.LID, GuidInfoRecord.BLOCK_NUM),
      Set.of(),
      RecordType::guids),
  SL_TO_VL(
      SlToVlMappingTableRecord.ATTRIBUTE,
      List.of(
          SlToVlMappingTableRecord.LID,
          SlToVlMappingTableRecord.INPUT_PORT_NUM,
          SlToVlMappingTableRecord.OUTPUT_PORT_NUM),
      Set.of(),
      FabricBlocks::slToVl),
  VL_ARBITRATION(
      VlArbitrationTableRecord.ATTRIBUTE,
      List.of(
          VlArbitrationTableRecord.LID,
          VlArbitrationTableRecord.OUTPUT_PORT_NUM,
          VlArbitrationTableRecord.BLOCK_NUM),
      Set.of(),
      FabricBlocks::vlArbitration),
  MULTICAST_TABLES(
      MulticastForwardingTableRecord.ATTRIBUTE,
      List.of(
          MulticastForwardingTableRecord.LID,
          MulticastForwardingTableRecord.POSITION,
          MulticastForwardingTableRecord.BLOCK_NUM),
      Set.of(),
      FabricBlocks::multicast),
  P_KEYS(
      PKeyTableRecord.ATTRIBUTE,
      List.of(PKeyTableRecord.LID, PKeyTableRecord.BLOCK_NUM, PKeyTableRecord.PORT_NUM),
      Set.of(),
      FabricBlocks::pKeys);

  private static final int MASTER = 3;
  private static final Field BLOCK = LinearForwardingTableRecord.BLOCK_NUM;

  private final SaAttribute attribute;
  private final List<Field> rid;
  private final Set<Field> unasked;
  private final Function<FabricView, Stream<KnownRecord>> known;

  /// @param unasked components that are not requested: keys, which are 0 for untrusted requesters,
  ///   and components that earlier releases consider reserved
  RecordType(
      SaAttribute attribute,
      List<Field> rid,
      Set<Field> unasked,
      Function<FabricView, Stream<KnownRecord>> known) {
    this.attribute = attribute;
    this.rid = rid;
    this.unasked = unasked;
    this.known = known;
  }

  SaAttribute attribute() {
    return attribute;
  }

  /// Returns the key components: no two records are equal in all of them.
  List<Field> rid() {
    return rid;
  }

  /// Returns the key components that are LIDs of a port: any of its LIDs is valid there.
  List<Field> lids() {
    return rid.stream().filter(field -> field.name().endsWith("LID")).toList();
  }

  /// Returns the counter of a record that only rises: ActCount in that of the master, which has it
  /// itself.
  Optional<Field> counter(KnownRecord record) {
    return this == MANAGERS && record.data(SmInfoRecord.SM_INFO.of(SmInfo.SM_STATE)) == MASTER
        ? Optional.of(SmInfoRecord.SM_INFO.of(SmInfo.ACT_COUNT))
        : Optional.empty();
  }

  /// Whether it is of a VL table.
  boolean isOfLanes() {
    return this == SL_TO_VL || this == VL_ARBITRATION;
  }

  /// Whether it is returned only to requesters that know the SM_Key (15.4.1.2).
  boolean isForTrusted() {
    return this == P_KEYS;
  }

  /// Whether every subnet administration has it, if only for its own paths.
  boolean isRequired() {
    return this == NODES || this == PORTS;
  }

  /// Returns the records that correspond to a subnet.
  List<KnownRecord> in(FabricView subnet) {
    return known.apply(subnet).toList();
  }

  /// Returns the components by which records can be requested. The meaning of those of a
  /// GUIDInfoRecord in a Get is open: with SubnAdmSet they select the GUIDs of a block to set.
  List<Component> selectors(List<KnownRecord> records) {
    return attribute.components().stream()
        .filter(c -> this != GUIDS || rid.contains(c.field()))
        .filter(c -> !unasked.contains(c.field()))
        .filter(c ->
            records.stream().allMatch(r -> r.compared(c.field()).anyMatch(i -> i == c.index())))
        .toList();
  }

  /// Whether a record is an optional one that was not read from the subnet: a block of a forwarding
  /// table after those that were read, or a block of a table of a port without a link, or beyond
  /// its capacity.
  boolean isSurplus(SaRecord received, FabricView subnet) {
    List<FabricNode> of =
        subnet.nodes().stream()
            .filter(node -> node.lid() == received.data(rid.getFirst()))
            .toList();
    return switch (this) {
      case LINEAR_TABLES ->
          of.stream().anyMatch(node -> received.data(BLOCK) >= node.linearBlocks().size());
      case SL_TO_VL, VL_ARBITRATION, MULTICAST_TABLES, P_KEYS ->
          of.stream().anyMatch(node -> FabricBlocks.isUnread(node, received, this));
      default -> false;
    };
  }

  /// Whether a record may have a value of a component although the subnet was not read for it: the
  /// number of a block or port within the capacity of a node.
  boolean isPossible(Field field, long value, FabricView subnet) {
    return switch (this) {
      case LINEAR_TABLES -> field.equals(BLOCK) && FabricBlocks.isLinearBlock(subnet, value);
      case SL_TO_VL, VL_ARBITRATION, MULTICAST_TABLES, P_KEYS ->
          FabricBlocks.isPossible(subnet, field, value);
      default -> false;
    };
  }

  private static Stream<KnownRecord> nodes(FabricView subnet) {
    // On a switch, it is the number of the port by which the SMP entered.
    Field entered = NodeRecord.NODE_INFO.of(NodeInfo.LOCAL_PORT_NUM);
    return subnet.nodes().stream()
        .map(node ->
            (node.isSwitch()
                    ? KnownRecord.of(NodeRecord.ATTRIBUTE, entered)
                    : KnownRecord.of(NodeRecord.ATTRIBUTE))
                .with(NodeRecord.LID, node.lid())
                .with(NodeRecord.NODE_INFO, node.nodeInfo())
                .with(NodeRecord.NODE_DESCRIPTION, node.description()));
  }

  private static Stream<KnownRecord> ports(FabricView subnet) {
    return subnet.nodes().stream()
        .flatMap(node -> node.ports().entrySet().stream().map(port -> portRecord(node, port)));
  }

  private static KnownRecord portRecord(FabricNode node, Map.Entry<Integer, MadPacketSpec> port) {
    List<Field> moving = moving(node, port.getValue());
    Stream<Field> inner = moving.stream().map(PortInfoRecord.PORT_INFO::of);
    return KnownRecord.of(
            PortInfoRecord.ATTRIBUTE,
            Stream.concat(inner, Stream.of(PortInfoRecord.OPTIONS)).toArray(Field[]::new))
        .with(PortInfoRecord.ENDPORT_LID, node.lid())
        .with(PortInfoRecord.PORT_NUM, port.getKey())
        .with(PortInfoRecord.PORT_INFO, port.getValue())
        .with(PortInfoRecord.PORT_INFO.of(PortInfo.M_KEY), 0);
  }

  /// Returns the components of a PortInfo that may have changed. Of a port that is Down only its
  /// states are meaningful (14.2.5.6).
  private static List<Field> moving(FabricNode node, MadPacketSpec info) {
    if (info.data(PortInfo.PORT_STATE) == PortState.DOWN) {
      return PortInfo.LAYOUT.fields().stream()
          .filter(field -> !field.equals(PortInfo.PORT_STATE))
          .filter(field -> !field.equals(PortInfo.PORT_PHYSICAL_STATE))
          .toList();
    }
    List<Field> moving =
        new ArrayList<>(
            List.of(
                PortInfo.M_KEY_VIOLATIONS,
                PortInfo.P_KEY_VIOLATIONS,
                PortInfo.Q_KEY_VIOLATIONS,
                PortInfo.CLIENT_REREGISTER,
                PortInfo.DIAG_CODE,
                PortInfo.LINK_ROUND_TRIP_LATENCY));
    if (node.isSwitch()) {
      moving.add(PortInfo.LOCAL_PORT_NUM);
    }
    if (info.data(PortInfo.LINK_SPEED_EXT_ACTIVE) != 0) {
      // Options says whether these three are as on the port.
      moving.add(PortInfo.LINK_SPEED_ACTIVE);
      moving.add(PortInfo.LINK_SPEED_ENABLED);
      moving.add(PortInfo.LINK_SPEED_SUPPORTED);
    }
    return moving;
  }

  private static Stream<KnownRecord> switches(FabricView subnet) {
    return subnet.nodes().stream()
        .filter(FabricNode::isSwitch)
        .map(node ->
            KnownRecord.of(
                    SwitchInfoRecord.ATTRIBUTE,
                    SwitchInfoRecord.SWITCH_INFO.of(SwitchInfo.PORT_STATE_CHANGE))
                .with(SwitchInfoRecord.LID, node.lid())
                .with(SwitchInfoRecord.SWITCH_INFO, node.switchInfo().getFirst()));
  }

  private static Stream<KnownRecord> links(FabricView subnet) {
    return subnet.links().stream()
        .map(link ->
            KnownRecord.of(LinkRecord.ATTRIBUTE)
                .with(LinkRecord.FROM_LID, subnet.lid(link.from()))
                .with(LinkRecord.FROM_PORT, link.fromPort())
                .with(LinkRecord.TO_PORT, link.toPort())
                .with(LinkRecord.TO_LID, subnet.lid(link.to())));
  }

  /// LID 0 is reserved, and entries after LinearFDBTop are not used.
  private static Stream<KnownRecord> linearTables(FabricView subnet) {
    int each = LinearForwardingTable.PORT.count();
    return subnet.nodes().stream()
        .flatMap(node ->
            IntStream.range(0, node.linearBlocks().size())
                .mapToObj(block -> {
                  long top = node.switchInfo().getFirst().data(SwitchInfo.LINEAR_FDB_TOP);
                  int last = (int) Math.min(each - 1, top - (long) block * each);
                  return KnownRecord.of(LinearForwardingTableRecord.ATTRIBUTE)
                      .with(LinearForwardingTableRecord.LID, node.lid())
                      .with(LinearForwardingTableRecord.BLOCK_NUM, block)
                      .with(
                          LinearForwardingTableRecord.LINEAR_FORWARDING_TABLE,
                          node.linearBlocks().get(block))
                      .comparing(new KnownRecord.Range(block == 0 ? 1 : 0, last));
                }));
  }

  private static Stream<KnownRecord> managers(FabricView subnet) {
    return subnet.nodes().stream()
        .filter(node -> !node.smInfo().isEmpty())
        .map(node ->
            KnownRecord.of(SmInfoRecord.ATTRIBUTE, SmInfoRecord.SM_INFO.of(SmInfo.ACT_COUNT))
                .with(SmInfoRecord.LID, node.lid())
                .with(SmInfoRecord.SM_INFO, node.smInfo().getFirst())
                .with(SmInfoRecord.SM_INFO.of(SmInfo.SM_KEY), 0));
  }

  private static Stream<KnownRecord> guids(FabricView subnet) {
    return subnet.nodes().stream()
        .flatMap(node ->
            IntStream.range(0, node.guidBlocks().size())
                .mapToObj(block ->
                    KnownRecord.of(GuidInfoRecord.ATTRIBUTE)
                        .with(GuidInfoRecord.LID, node.lid())
                        .with(GuidInfoRecord.BLOCK_NUM, block)
                        .with(GuidInfoRecord.GUID_INFO, node.guidBlocks().get(block))));
  }
}
