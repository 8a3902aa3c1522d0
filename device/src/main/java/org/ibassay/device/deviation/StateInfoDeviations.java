package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.wire.attribute.Attribute.SM_INFO;

import java.util.List;
import java.util.function.LongUnaryOperator;
import org.ibassay.device.sma.Transaction;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.SmInfo;
import org.ibassay.wire.mad.Smp;

/// Deviations in the SMInfo of a subnet manager that is not the master.
final class StateInfoDeviations {
  private static final int NOT_ACTIVE = 0;
  private static final int STANDBY = 2;

  private StateInfoDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        in(STANDBY, "standby-priority-0", "Priority 0 in standby", SmInfo.PRIORITY, _ -> 0),
        in(STANDBY, "standby-guid-0", "GUID 0 in standby", SmInfo.GUID, _ -> 0),
        in(
            STANDBY,
            "standby-guid-high-bit",
            "another GUID in standby",
            SmInfo.GUID,
            guid -> guid ^ Long.MIN_VALUE),
        in(NOT_ACTIVE, "off-priority-15", "Priority 15 if disabled", SmInfo.PRIORITY, _ -> 15),
        in(NOT_ACTIVE, "off-guid-next", "the next GUID if disabled", SmInfo.GUID, guid -> guid + 1),
        deviation(
            "stateinfo.deaf-by-lid",
            "does not answer SubnGet(SMInfo) by LID",
            Edits.deafTo(t -> Edits.isOf(SM_INFO, t) && Edits.isGet(t) && Edits.isByLid(t))),
        deviation(
            "stateinfo.guid-by-lid",
            "reports in SMInfo another GUID by LID",
            Edits.responses(
                t -> Edits.isOf(SM_INFO, t) && Edits.isByLid(t),
                t -> t.answer(SmInfo.GUID, t.answered(SmInfo.GUID) ^ 1))));
  }

  private static DeviationSpec in(
      int state, String name, String text, Field field, LongUnaryOperator wrong) {
    return deviation(
        "stateinfo." + name,
        "reports in SMInfo " + text,
        Edits.responses(
            t -> Edits.isOf(SM_INFO, t) && SmInfo.SM_STATE.get(t.response(), Smp.DATA) == state,
            (Transaction t) ->
                t.answer(field, wrong.applyAsLong(field.get(t.response(), Smp.DATA)))));
  }
}
