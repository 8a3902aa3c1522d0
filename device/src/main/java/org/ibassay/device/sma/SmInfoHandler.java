package org.ibassay.device.sma;

import java.util.Map;
import org.ibassay.device.sm.SubnetManager;
import org.ibassay.wire.attribute.SmInfo;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Smp;

/// SMInfo (14.2.5.13) of the subnet manager at the port that receives the request.
///
/// The AttributeModifier of a Set is a command (14.4.1), which the manager obeys after responding.
/// A command that is not valid in its state, or does not have its SM_Key, gets code 7. OpenSM
/// decides likewise, except for the key.
public final class SmInfoHandler implements AttributeHandler {
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
    SubnetManager manager = managers.get(t.port());
    if (manager == null) {
      return MadStatus.BAD_METHOD_ATTRIBUTE;
    }
    int command = t.modifier();
    long sender = t.asked(SmInfo.GUID);
    boolean isObeyed = manager.obeys(command, t.request().asSlice(Smp.DATA, Smp.DATA_BYTES));
    if (isObeyed) {
      t.afterwards(() -> manager.obey(command, sender));
    }
    int code = get(t);
    return code == MadStatus.OK && !isObeyed ? MadStatus.INVALID_FIELD : code;
  }
}
