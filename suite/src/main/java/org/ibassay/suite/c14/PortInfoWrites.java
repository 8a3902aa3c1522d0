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
}
