package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.wire.attribute.Attribute.SM_INFO;

import java.util.List;
import org.ibassay.device.sma.Transaction;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SmInfo;
import org.ibassay.wire.mad.Smp;

/// Deviations of a subnet manager.
final class SmDeviations {
  private static final int STANDBY = 2;
  private static final int NOT_ACTIVE = 0;

  private SmDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        info("info-not-active", "that it is not active", SmInfo.SM_STATE, _ -> NOT_ACTIVE),
        info("info-standby", "that it is in standby", SmInfo.SM_STATE, _ -> STANDBY),
        info("info-guid-0", "a GUID of 0", SmInfo.GUID, _ -> 0),
        info("info-guid-next", "the GUID after its port's", SmInfo.GUID, guid -> guid + 1),
        masterLid("of-nobody", "a LID that no port has", lid -> lid ^ 0x4000),
        masterLid("own-lid", "the LID of the port itself", lid -> lid));
  }

  /// A port rejects a MasterSMLID of 0, and with it the whole Set; so the value is never 0.
  private static DeviationSpec masterLid(String name, String text, WrongValue fromLid) {
    return deviation(
        "sm.master-lid-" + name,
        "sets MasterSMLID to " + text,
        seams ->
            seams.management.deviate(rules ->
                (own, info) -> {
                  rules.edit(own, info);
                  PortInfo.MASTER_SM_LID.set(info, 0, fromLid.of(PortInfo.LID.get(info, 0)));
                }));
  }

  /// Maps a value to a wrong one.
  private interface WrongValue {
    long of(long value);
  }

  private static DeviationSpec info(String name, String text, Field field, WrongValue wrong) {
    return deviation(
        "sm." + name,
        "reports in SMInfo " + text,
        Edits.responses(t -> Edits.isOf(SM_INFO, t), (Transaction t) -> spoil(t, field, wrong)));
  }

  private static void spoil(Transaction t, Field field, WrongValue wrong) {
    t.answer(field, wrong.of(field.get(t.response(), Smp.DATA)));
  }
}
