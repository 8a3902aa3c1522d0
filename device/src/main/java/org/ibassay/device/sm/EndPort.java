package org.ibassay.device.sm;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.Rate;

/// A port as the subnet manager found and configured it: an end port, including port 0 of a switch,
/// or a switch's external port, which has no LID.
///
/// @param nodeInfo received from the port: with its own PortGUID
/// @param nodeDescription of its node
/// @param number port number; 0 for a switch's port with the LID
/// @param portInfo as last received
/// @param pKeys its valid partition keys, in the order of its table
/// @param tables the blocks of all its tables; for a switch's port 0 those of the whole switch
public record EndPort(
    MemorySegment nodeInfo,
    MemorySegment nodeDescription,
    int number,
    MemorySegment portInfo,
    List<Integer> pKeys,
    List<TableBlock> tables) {

  private static final int MEMBERSHIP = 0x8000;
  private static final int SWITCH = 2;

  /// Copies the lists.
  public EndPort {
    pKeys = List.copyOf(pKeys);
    tables = List.copyOf(tables);
  }

  /// Returns a copy with other partition keys.
  public EndPort withKeys(List<Integer> others) {
    return new EndPort(nodeInfo, nodeDescription, number, portInfo, others, tables);
  }

  /// PortGUID.
  public long guid() {
    return NodeInfo.PORT_GUID.get(nodeInfo, 0);
  }

  /// Whether it is a port of a switch.
  public boolean isOfSwitch() {
    return NodeInfo.NODE_TYPE.get(nodeInfo, 0) == SWITCH;
  }

  /// The GID of index 0: the subnet's prefix and the port's GUID.
  public Gid gid() {
    return new Gid(PortInfo.GID_PREFIX.get(portInfo, 0), guid());
  }

  /// The base LID.
  public int lid() {
    return (int) PortInfo.LID.get(portInfo, 0);
  }

  /// The number of its LIDs, which are consecutive.
  public int lids() {
    return 1 << PortInfo.LMC.get(portInfo, 0);
  }

  /// Whether it has a LID.
  public boolean has(int lid) {
    return lid() != 0 && lid >= lid() && lid < lid() + lids();
  }

  /// The encoded MTU for sending: the smaller of its own and its neighbor's.
  public int mtu() {
    return (int)
        Math.min(PortInfo.NEIGHBOR_MTU.get(portInfo, 0), PortInfo.MTU_CAP.get(portInfo, 0));
  }

  /// The rate of its link; empty for a reserved combination.
  public Optional<Rate> rate() {
    return Rate.of(
        (int) PortInfo.LINK_WIDTH_ACTIVE.get(portInfo, 0),
        (int) PortInfo.LINK_SPEED_ACTIVE.get(portInfo, 0),
        (int) PortInfo.LINK_SPEED_EXT_ACTIVE.get(portInfo, 0),
        (int) PortInfo.LINK_SPEED_EXT_ACTIVE2.get(portInfo, 0));
  }

  /// Whether it is a member of a partition.
  ///
  /// @param pKey with any membership bit
  public boolean isIn(int pKey) {
    return pKeys.stream().anyMatch(own -> isSamePartition(own, pKey));
  }

  /// Returns the first of its partition keys with which it may communicate with another port: one
  /// of the two must be a full member (10.9.3).
  public Optional<Integer> sharedKey(EndPort other) {
    return pKeys.stream().filter(own -> shares(other, own)).findFirst();
  }

  /// Whether it may communicate with another port in a partition.
  ///
  /// @param pKey with any membership bit
  public boolean shares(EndPort other, int pKey) {
    return pKeys.stream()
        .filter(own -> isSamePartition(own, pKey))
        .anyMatch(own ->
            other.pKeys.stream()
                .filter(theirs -> isSamePartition(own, theirs))
                .anyMatch(theirs -> ((own | theirs) & MEMBERSHIP) != 0));
  }

  private static boolean isSamePartition(int one, int other) {
    return ((one ^ other) & ~MEMBERSHIP & 0xFFFF) == 0;
  }
}
