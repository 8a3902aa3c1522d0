package org.ibassay.device.sma;

import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadStatus;

/// SMInfo of a node without a subnet manager. A port whose IsSMdisabled is set does not respond
/// (C14-70); others respond with an error.
final class AbsentSmInfo implements AttributeHandler {
  private final Ports ports;

  AbsentSmInfo(Ports ports) {
    this.ports = ports;
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
    return MadStatus.BAD_METHOD_ATTRIBUTE;
  }
}
