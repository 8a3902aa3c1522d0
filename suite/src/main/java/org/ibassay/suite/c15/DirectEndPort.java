package org.ibassay.suite.c15;

import static org.ibassay.wire.attribute.Attribute.GUID_INFO;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.P_KEY_TABLE;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.MadExchange;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.GuidInfo;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PKeyTable;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.Rate;

/// The attributes of an end port, as it reports them over SMPs.
///
/// @param nodeInfo NodeInfo of its node, with its own PortGUID
/// @param portInfo PortInfo of the port that has the LID: on a switch, port 0
/// @param linkInfo PortInfo of the port on the link
/// @param pKeys its P_Keys, without invalid ones
/// @param guids the GUIDs of its GIDs: PortGUID and additional ones assigned to it
record DirectEndPort(
    MadPacketSpec nodeInfo,
    MadPacketSpec portInfo,
    MadPacketSpec linkInfo,
    List<Integer> pKeys,
    Set<Long> guids) {

  private static final int MEMBERSHIP = 0x8000;
  private static final int SWITCH = 2;
  private static final int KEYS_PER_BLOCK = PKeyTable.P_KEY.count();
  private static final int GUIDS_PER_BLOCK = GuidInfo.GUID.count();

  /// Copies the collections.
  DirectEndPort {
    pKeys = List.copyOf(pKeys);
    guids = Set.copyOf(guids);
  }

  /// Reads the attributes of a port.
  ///
  /// @param to route to the port
  static DirectEndPort read(MadExchange mads, Route to) throws TestException {
    MadPacketSpec nodeInfo = get(mads, to, NODE_INFO, 0);
    boolean isSwitch = nodeInfo.data(NodeInfo.NODE_TYPE) == SWITCH;
    long number = nodeInfo.data(NodeInfo.LOCAL_PORT_NUM);
    MadPacketSpec plain = get(mads, to, PORT_INFO, isSwitch ? 0 : number);
    boolean isExtended = plain.data(PortInfo.IS_EXTENDED_SPEEDS_SUPPORTED) == 1;
    long knows = isExtended ? Integer.toUnsignedLong(PortInfo.SM_SUPPORTS_EXTENDED_SPEEDS) : 0;
    boolean isWhole = !isExtended && !isSwitch;
    MadPacketSpec linkInfo = isWhole ? plain : get(mads, to, PORT_INFO, knows | number);
    MadPacketSpec portInfo = isSwitch ? plain : linkInfo;
    List<Integer> pKeys = pKeys(mads, to, (int) nodeInfo.data(NodeInfo.PARTITION_CAP));
    return new DirectEndPort(
        nodeInfo, portInfo, linkInfo, pKeys, guids(mads, to, nodeInfo, portInfo));
  }

  private static MadPacketSpec get(MadExchange mads, Route to, Attribute attribute, long modifier)
      throws TestException {
    mads.send(MadPacketSpec.subnGet(attribute).attributeModifier(modifier), to);
    return mads.receiveOk();
  }

  private static List<Integer> pKeys(MadExchange mads, Route to, int cap) throws TestException {
    List<Integer> pKeys = new ArrayList<>();
    for (int block = 0; block * KEYS_PER_BLOCK < cap; block++) {
      MadPacketSpec keys = get(mads, to, P_KEY_TABLE, block);
      for (int i = 0; i < KEYS_PER_BLOCK; i++) {
        if (keys.data(PKeyTable.P_KEY_BASE, i) != 0) {
          pKeys.add((int) keys.data(PKeyTable.P_KEY, i));
        }
      }
    }
    return pKeys;
  }

  /// The first GUID is the PortGUID; others may be assigned to functions that share the port.
  private static Set<Long> guids(
      MadExchange mads, Route to, MadPacketSpec nodeInfo, MadPacketSpec portInfo)
      throws TestException {
    Set<Long> guids = new HashSet<>();
    guids.add(nodeInfo.data(NodeInfo.PORT_GUID));
    int cap = (int) portInfo.data(PortInfo.GUID_CAP);
    for (int block = 0; block * GUIDS_PER_BLOCK < cap; block++) {
      MadPacketSpec guidInfo = get(mads, to, GUID_INFO, block);
      for (int i = 0; i < GUIDS_PER_BLOCK; i++) {
        if (guidInfo.data(GuidInfo.GUID, i) != 0) {
          guids.add(guidInfo.data(GuidInfo.GUID, i));
        }
      }
    }
    return guids;
  }

  long guid() {
    return nodeInfo.data(NodeInfo.PORT_GUID);
  }

  /// Returns the GID of index 0.
  Gid gid() {
    return new Gid(portInfo.data(PortInfo.GID_PREFIX), guid());
  }

  /// Returns the base LID.
  int lid() {
    return (int) portInfo.data(PortInfo.LID);
  }

  /// Returns the last of its LIDs.
  int lastLid() {
    return lid() + (1 << portInfo.data(PortInfo.LMC)) - 1;
  }

  /// Whether a LID is one of its LIDs.
  boolean has(long lid) {
    return lid() != 0 && lid >= lid() && lid <= lastLid();
  }

  boolean isSwitch() {
    return nodeInfo.data(NodeInfo.NODE_TYPE) == SWITCH;
  }

  /// Returns the MTU code of its link: limited by what it supports and by what it was set to.
  long mtu() {
    return Math.min(linkInfo.data(PortInfo.NEIGHBOR_MTU), linkInfo.data(PortInfo.MTU_CAP));
  }

  /// Returns the rate of its link.
  Optional<Rate> rate() {
    return rate(portInfo, linkInfo);
  }

  /// Returns the rate of a link, from width and speed; empty if these are reserved. Extended speeds
  /// count if the node declares that it supports them; otherwise their fields are reserved.
  ///
  /// @param endPort PortInfo that declares it: on a switch, that of port 0
  /// @param linkInfo PortInfo of a port on the link
  static Optional<Rate> rate(MadPacketSpec endPort, MadPacketSpec linkInfo) {
    boolean extended = endPort.data(PortInfo.IS_EXTENDED_SPEEDS_SUPPORTED) == 1;
    boolean extended2 =
        endPort.data(PortInfo.IS_CAPABILITY_MASK2_SUPPORTED) == 1
            && endPort.data(PortInfo.IS_EXTENDED_SPEEDS2_SUPPORTED) == 1;
    return Rate.of(
        (int) linkInfo.data(PortInfo.LINK_WIDTH_ACTIVE),
        (int) linkInfo.data(PortInfo.LINK_SPEED_ACTIVE),
        extended ? (int) linkInfo.data(PortInfo.LINK_SPEED_EXT_ACTIVE) : 0,
        extended2 ? (int) linkInfo.data(PortInfo.LINK_SPEED_EXT_ACTIVE2) : 0);
  }

  /// Returns its port number.
  long number() {
    return nodeInfo.data(NodeInfo.LOCAL_PORT_NUM);
  }

  /// Whether it is a full or limited member of a partition.
  boolean isIn(int pKey) {
    return pKeys.stream().anyMatch(own -> ((own ^ pKey) & ~MEMBERSHIP) == 0);
  }

  /// Whether it can communicate with the owner of a P_Key: one of both is a full member.
  boolean shares(int pKey) {
    return pKeys.stream()
        .anyMatch(own -> ((own ^ pKey) & ~MEMBERSHIP) == 0 && ((own | pKey) & MEMBERSHIP) != 0);
  }
}
