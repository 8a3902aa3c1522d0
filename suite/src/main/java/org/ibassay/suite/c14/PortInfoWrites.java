package org.ibassay.suite.c14;

import org.ibassay.suite.MadPacketSpec;
import org.ibassay.wire.attribute.PortInfo;

/// Makes a PortInfo as read suitable for writing back.
final class PortInfoWrites {
  private static final int SOME_LID = 1;
  private static final int NO_MTU = 15;
  private static final int NO_UNICAST_LID = 0xFFFF;

  private PortInfoWrites() {}

  /// Replaces values that must not be written: the port states by "no change" and, on a device
  /// fresh from power-on, a LID or MasterSMLID of 0 by a valid one.
  static MadPacketSpec makeWritable(MadPacketSpec portInfo) {
    portInfo.setData(PortInfo.PORT_STATE, 0);
    portInfo.setData(PortInfo.PORT_PHYSICAL_STATE, 0);
    if (portInfo.data(PortInfo.LID) == 0) {
      portInfo.setData(PortInfo.LID, SOME_LID);
    }
    if (portInfo.data(PortInfo.MASTER_SM_LID) == 0) {
      portInfo.setData(PortInfo.MASTER_SM_LID, SOME_LID);
    }
    return portInfo;
  }

  /// On an external port of a switch the LIDs are written as read, because they are those of port 0
  /// and ignored. A NeighborMTU of 0, which a port that never had a link may show, is not a legal
  /// value.
  static MadPacketSpec makeWritableOutside(MadPacketSpec portInfo) {
    portInfo.setData(PortInfo.PORT_STATE, 0);
    portInfo.setData(PortInfo.PORT_PHYSICAL_STATE, 0);
    if (portInfo.data(PortInfo.NEIGHBOR_MTU) == 0) {
      portInfo.setData(PortInfo.NEIGHBOR_MTU, 1);
    }
    return portInfo;
  }

  /// Sets one component to an illegal value: NeighborMTU if the port has it, otherwise MasterSMLID.
  ///
  /// @param held PortInfo as read
  static MadPacketSpec makeIllegal(MadPacketSpec set, MadPacketSpec held) {
    return held.data(PortInfo.NEIGHBOR_MTU) != 0
        ? set.setData(PortInfo.NEIGHBOR_MTU, NO_MTU)
        : set.setData(PortInfo.MASTER_SM_LID, NO_UNICAST_LID);
  }
}
