package org.ibassay.suite.c15;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.MadExchange;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.GuidInfo;
import org.ibassay.wire.attribute.LinearForwardingTable;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.attribute.SwitchInfo;

/// An object with its own LID, as it reports itself over SMPs: a switch with all its ports, or one
/// port of a channel adapter or router.
///
/// @param route route to it
/// @param ports PortInfo by number: on a switch from port 0 on, otherwise of the one port
/// @param switchInfo SwitchInfo of a switch; otherwise empty
/// @param linearBlocks LinearForwardingTable of a switch, up to the block of LinearFDBTop
/// @param guidBlocks GUIDInfo of the port that has the LID
/// @param smInfo SMInfo if a subnet manager runs on it; otherwise empty
/// @param blocks blocks of its other tables, after [#withBlocks] has read them
record FabricNode(
    Route.Directed route,
    MadPacketSpec nodeInfo,
    MadPacketSpec description,
    Map<Integer, MadPacketSpec> ports,
    List<MadPacketSpec> switchInfo,
    List<MadPacketSpec> linearBlocks,
    List<MadPacketSpec> guidBlocks,
    List<MadPacketSpec> smInfo,
    List<FabricBlock> blocks) {

  /// Reads it.
  static FabricNode read(MadExchange mads, Route.Directed route, MadPacketSpec nodeInfo)
      throws TestException {
    boolean isSwitch = nodeInfo.data(NodeInfo.NODE_TYPE) == DutKind.SWITCH.nodeType();
    int own = (int) nodeInfo.data(NodeInfo.LOCAL_PORT_NUM);
    int first = isSwitch ? 0 : own;
    int last = isSwitch ? (int) nodeInfo.data(NodeInfo.NUM_PORTS) : own;
    Map<Integer, MadPacketSpec> ports = new TreeMap<>();
    MadPacketSpec endPort = get(mads, route, Attribute.PORT_INFO, first);
    // On a switch, port 0 declares it for all ports.
    boolean isExtended = endPort.data(PortInfo.IS_EXTENDED_SPEEDS_SUPPORTED) == 1;
    long knows = isExtended ? Integer.toUnsignedLong(PortInfo.SM_SUPPORTS_EXTENDED_SPEEDS) : 0;
    for (int number = first; number <= last; number++) {
      boolean isKnown = number == first && !isExtended;
      ports.put(number, isKnown ? endPort : get(mads, route, Attribute.PORT_INFO, knows | number));
    }
    List<MadPacketSpec> switchInfo =
        isSwitch ? List.of(get(mads, route, Attribute.SWITCH_INFO, 0)) : List.of();
    List<MadPacketSpec> linear = new ArrayList<>();
    for (MadPacketSpec info : switchInfo) {
      boolean isLinear = info.data(SwitchInfo.LINEAR_FDB_CAP) > 0;
      long entries = isLinear ? info.data(SwitchInfo.LINEAR_FDB_TOP) + 1 : 0;
      linear =
          blocks(
              mads, route, Attribute.LINEAR_FORWARDING_TABLE, entries, LinearForwardingTable.PORT);
    }
    boolean isManager = endPort.data(PortInfo.IS_SM) == 1;
    return new FabricNode(
        route,
        nodeInfo,
        get(mads, route, Attribute.NODE_DESCRIPTION, 0),
        ports,
        switchInfo,
        linear,
        blocks(mads, route, Attribute.GUID_INFO, endPort.data(PortInfo.GUID_CAP), GuidInfo.GUID),
        isManager ? List.of(get(mads, route, Attribute.SM_INFO, 0)) : List.of(),
        List.of());
  }

  private static MadPacketSpec get(
      MadExchange mads, Route route, Attribute attribute, long modifier) throws TestException {
    mads.send(MadPacketSpec.subnGet(attribute).attributeModifier(modifier), route);
    return mads.receiveOk();
  }

  private static List<MadPacketSpec> blocks(
      MadExchange mads, Route route, Attribute table, long entries, Field entry)
      throws TestException {
    List<MadPacketSpec> blocks = new ArrayList<>();
    for (int block = 0; (long) block * entry.count() < entries; block++) {
      blocks.add(get(mads, route, table, block));
    }
    return blocks;
  }

  /// Returns a copy with the blocks of SLtoVLMappingTable, VLArbitrationTable and
  /// MulticastForwardingTable.
  FabricNode withBlocks(MadExchange mads) throws TestException {
    return with(FabricBlock.read(mads, this));
  }

  /// Returns a copy with the blocks of P_KeyTable.
  FabricNode withPKeys(MadExchange mads) throws TestException {
    return with(FabricBlock.readPKeys(mads, this));
  }

  private FabricNode with(List<FabricBlock> others) {
    return new FabricNode(
        route, nodeInfo, description, ports, switchInfo, linearBlocks, guidBlocks, smInfo, others);
  }

  boolean isSwitch() {
    return !switchInfo.isEmpty();
  }

  /// Returns PortGUID, on a switch that of port 0: unique among nodes.
  long guid() {
    return nodeInfo.data(NodeInfo.PORT_GUID);
  }

  /// Returns the base LID.
  long lid() {
    return endPort().data(PortInfo.LID);
  }

  /// Returns the number of consecutive LIDs.
  int lids() {
    return 1 << endPort().data(PortInfo.LMC);
  }

  /// Returns PortInfo of the port that has the LID.
  MadPacketSpec endPort() {
    return ports.values().iterator().next();
  }

  /// Returns the ports that may lead to another node: those with a link, except port 0.
  List<Integer> linked() {
    return ports.entrySet().stream()
        .filter(port -> port.getKey() > 0)
        .filter(port -> port.getValue().data(PortInfo.PORT_STATE) > PortState.DOWN)
        .map(Map.Entry::getKey)
        .toList();
  }
}
