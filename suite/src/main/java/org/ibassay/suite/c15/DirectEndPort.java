package org.ibassay.suite.c15;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.Rate;

/// What an end port says of itself over SMPs.
///
/// @param nodeInfo its node's, with its own PortGUID
/// @param portInfo of the port that has the LID: of a switch port 0
/// @param linkInfo of the port at the link
/// @param pKeys its partition keys, without invalid ones
/// @param guids all that its GIDs are made of: PortGUID and those that were given to it besides
record DirectEndPort(
    MadPacketSpec nodeInfo,
    MadPacketSpec portInfo,
    MadPacketSpec linkInfo,
    List<Integer> pKeys,
    Set<Long> guids) {

  private static final int MEMBERSHIP = 0x8000;
  static final int SWITCH = 2;

  /// Keeps copies.
  DirectEndPort {
    pKeys = List.copyOf(pKeys);
    guids = Set.copyOf(guids);
  }

  long guid() {
    return nodeInfo.data(NodeInfo.PORT_GUID);
  }

  /// The GID of index 0.
  Gid gid() {
    return new Gid(portInfo.data(PortInfo.GID_PREFIX), guid());
  }

  /// The base LID.
  int lid() {
    return (int) portInfo.data(PortInfo.LID);
  }

  /// The last of its LIDs.
  int lastLid() {
    return lid() + (1 << portInfo.data(PortInfo.LMC)) - 1;
  }

  /// Whether a LID is one of its own.
  boolean has(long lid) {
    return lid() != 0 && lid >= lid() && lid <= lastLid();
  }

  boolean isSwitch() {
    return nodeInfo.data(NodeInfo.NODE_TYPE) == SWITCH;
  }

  /// The code of the MTU that its link bears: no more than it can, and than it was set to.
  long mtu() {
    return Math.min(linkInfo.data(PortInfo.NEIGHBOR_MTU), linkInfo.data(PortInfo.MTU_CAP));
  }

  /// The rate of its link, from width and speed; none where these are reserved. Faster speeds count
  /// where the port declares that it knows them; else their fields are reserved.
  Optional<Rate> rate() {
    boolean extended = linkInfo.data(PortInfo.IS_EXTENDED_SPEEDS_SUPPORTED) == 1;
    boolean extended2 =
        linkInfo.data(PortInfo.IS_CAPABILITY_MASK2_SUPPORTED) == 1
            && linkInfo.data(PortInfo.IS_EXTENDED_SPEEDS2_SUPPORTED) == 1;
    return Rate.of(
        (int) linkInfo.data(PortInfo.LINK_WIDTH_ACTIVE),
        (int) linkInfo.data(PortInfo.LINK_SPEED_ACTIVE),
        extended ? (int) linkInfo.data(PortInfo.LINK_SPEED_EXT_ACTIVE) : 0,
        extended2 ? (int) linkInfo.data(PortInfo.LINK_SPEED_EXT_ACTIVE2) : 0);
  }

  /// Whether it is a member of a partition, by whatever membership.
  boolean isIn(int pKey) {
    return pKeys.stream().anyMatch(own -> ((own ^ pKey) & ~MEMBERSHIP) == 0);
  }
}
