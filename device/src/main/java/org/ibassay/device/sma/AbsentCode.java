package org.ibassay.device.sma;

import org.ibassay.wire.mad.MadStatus;

/// An attribute for which a device that does not have it responds with code 2 instead of 3: as
/// Linux's qib for SLtoVLMappingTable and VLArbitrationTable, and ibsim for a Set of NodeInfo.
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
