package org.ibassay.device.sma;

import org.ibassay.wire.mad.MadStatus;

/// An attribute whose requests get code 2, not 3, where the device does not have them: Linux' qib
/// answers so for SLtoVLMappingTable and VLArbitrationTable, ibsim for a Set of NodeInfo.
record AbsentCode(AttributeHandler handler) implements AttributeHandler {
  @Override
  public int get(Transaction t) {
    return replaced(handler.get(t));
  }

  @Override
  public int set(Transaction t) {
    return replaced(handler.set(t));
  }

  private static int replaced(int code) {
    return code == MadStatus.BAD_METHOD_ATTRIBUTE ? MadStatus.BAD_METHOD : code;
  }
}
