package org.ibassay.device.sma;

import org.ibassay.wire.attribute.PortInfo;

/// SMInfo of a node without a subnet manager. A port whose IsSMdisabled is set does not answer
/// (C14-70); another refuses, by code 3 as Linux' qib and hfi1 do, or by code 2.
final class AbsentSmInfo implements AttributeHandler {
  private final Ports ports;
  private final int code;

  /// @param code of the refusal
  AbsentSmInfo(Ports ports, int code) {
    this.ports = ports;
    this.code = code;
  }

  @Override
  public int get(Transaction t) {
    return refuse(t);
  }

  @Override
  public int set(Transaction t) {
    return refuse(t);
  }

  private int refuse(Transaction t) {
    if (ports.addressed(t.port()).value(PortInfo.IS_SM_DISABLED) == 1) {
      t.withholdResponse();
    }
    return code;
  }
}
