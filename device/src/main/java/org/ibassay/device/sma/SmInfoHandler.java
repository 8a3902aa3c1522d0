package org.ibassay.device.sma;

import java.util.Map;
import org.ibassay.device.sm.SubnetManager;
import org.ibassay.wire.attribute.SmInfo;
import org.ibassay.wire.mad.MadStatus;

/// SMInfo (14.2.5.13), of the subnet manager at the port that receives the request.
///
/// A Set carries a command in its AttributeModifier (14.4.1). A master obeys only Handover, by
/// which another master gives its part of the subnet away, if the SM_Key proves that it may.
/// Acknowledge, Disable, Standby and Discover make no sense to a master, and get code 7. OpenSM
/// decides alike, but for the key.
public final class SmInfoHandler implements AttributeHandler {
  private static final int HANDOVER = 1;
  private static final int MASTER = 3;

  private final Map<Integer, SubnetManager> managers;

  /// @param managers by port
  public SmInfoHandler(Map<Integer, SubnetManager> managers) {
    this.managers = managers;
  }

  @Override
  public int get(Transaction t) {
    SubnetManager manager = managers.get(t.port());
    if (manager == null) {
      return MadStatus.BAD_METHOD_ATTRIBUTE;
    }
    manager.countActivity();
    t.answer(manager.info());
    return MadStatus.OK;
  }

  @Override
  public int set(Transaction t) {
    boolean obeyed =
        t.modifier() == HANDOVER
            && t.asked(SmInfo.SM_STATE) == MASTER
            && t.asked(SmInfo.SM_KEY) == SubnetManager.SM_KEY;
    int code = get(t);
    return code == MadStatus.OK && !obeyed ? MadStatus.INVALID_FIELD : code;
  }
}
