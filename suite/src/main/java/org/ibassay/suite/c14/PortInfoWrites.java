package org.ibassay.suite.c14;

import org.ibassay.suite.MadPacketSpec;
import org.ibassay.wire.attribute.PortInfo;

/// Makes a PortInfo that was read fit to be written back.
final class PortInfoWrites {
  private static final int SOME_LID = 1;

  private PortInfoWrites() {}

  /// Some values read cannot legally be written: the port's states (there "no change" is written)
  /// and, on a device fresh from power-on, a LID or MasterSMLID of 0 (a valid one is written).
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

  /// Of an external port of a switch the LIDs are written as they are read: they are those of port
  /// 0, and not looked at. A NeighborMTU of 0, which a port may show that never had a link, is no
  /// legal value.
  static MadPacketSpec makeWritableOutside(MadPacketSpec portInfo) {
    portInfo.setData(PortInfo.PORT_STATE, 0);
    portInfo.setData(PortInfo.PORT_PHYSICAL_STATE, 0);
    if (portInfo.data(PortInfo.NEIGHBOR_MTU) == 0) {
      portInfo.setData(PortInfo.NEIGHBOR_MTU, 1);
    }
    return portInfo;
  }
}
