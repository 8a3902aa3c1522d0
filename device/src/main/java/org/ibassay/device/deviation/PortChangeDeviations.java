package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Smp;

/// Deviations in what sets and clears SwitchInfo:PortStateChange.
final class PortChangeDeviations {
  private PortChangeDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        of(
            "state-0-clears",
            "clears it with a Set of PortInfo that has PortState 0",
            showing(t -> setsState(t, PortState.NO_CHANGE), 0)),
        of(
            "state-0-sets",
            "sets it with a Set of PortInfo that has PortState 0",
            showing(t -> setsState(t, PortState.NO_CHANGE), 1)),
        of(
            "armed-clears",
            "clears it when a Set changes PortState to Armed",
            showing(t -> setsState(t, PortState.ARMED), 0)),
        of(
            "active-sets",
            "sets it when a Set changes PortState to Active",
            showing(t -> setsState(t, PortState.ACTIVE), 1)),
        of(
            "down-clears",
            "clears it with a Set of PortState Down, and does not set it when the link has trained",
            showing(t -> setsState(t, PortState.DOWN), 0)),
        of(
            "clears-on-read",
            "clears it with each Get of SwitchInfo",
            showing(PortChangeDeviations::isShown, 0)),
        of(
            "portinfo-read-clears",
            "clears it with each Get of PortInfo",
            showing(t -> Edits.isOf(PORT_INFO, t) && Edits.isGet(t), 0)),
        of(
            "lifetime-set-clears",
            "clears it with a Set of SwitchInfo that changes LifeTimeValue",
            OddFields.requested(
                SWITCH_INFO,
                (t, held) -> {
                  if (t.asked(SwitchInfo.LIFE_TIME_VALUE) != held.of(SwitchInfo.LIFE_TIME_VALUE)) {
                    SwitchInfo.PORT_STATE_CHANGE.set(t.request(), Smp.DATA, 1);
                  }
                })),
        of(
                "rejected-set-clears",
                "clears it with a Set of SwitchInfo that it rejects",
                showing(t -> Edits.isOf(SWITCH_INFO, t) && Edits.isSet(t) && isRejected(t), 0))
            .on(SimParameter.SWITCHINFO_ILLEGAL, 2),
        of(
            "never-set",
            "shows 0 whatever the ports do",
            Edits.responses(
                t -> Edits.isOf(SWITCH_INFO, t), t -> t.answer(SwitchInfo.PORT_STATE_CHANGE, 0))));
  }

  private static boolean isShown(Transaction t) {
    return Edits.isOf(SWITCH_INFO, t)
        && Edits.isGet(t)
        && t.answered(SwitchInfo.PORT_STATE_CHANGE) == 1;
  }

  private static boolean setsState(Transaction t, long state) {
    return Edits.isOf(PORT_INFO, t) && Edits.isSet(t) && t.asked(PortInfo.PORT_STATE) == state;
  }

  /// Shows a value from a request on, until a Set clears it; the response to that request still
  /// shows the former one.
  private static Consumer<Seams> showing(Predicate<Transaction> when, long value) {
    return seams -> {
      boolean[] isShown = new boolean[1];
      Edits.responses(
              _ -> true,
              t -> {
                boolean isMet = when.test(t);
                if (Edits.isOf(SWITCH_INFO, t)) {
                  isShown[0] &= !clears(t);
                  if (isShown[0]) {
                    t.answer(SwitchInfo.PORT_STATE_CHANGE, value);
                  }
                }
                isShown[0] |= isMet;
              })
          .accept(seams);
    };
  }

  private static boolean isRejected(Transaction t) {
    return MadStatus.CODE.get(t.response(), 0) == MadStatus.INVALID_FIELD;
  }

  private static boolean clears(Transaction t) {
    return Edits.isSet(t) && t.asked(SwitchInfo.PORT_STATE_CHANGE) == 1;
  }

  private static DeviationSpec of(String name, String summary, Consumer<Seams> effect) {
    return DeviationSpec.of(
        "portchange." + name, summary + " (PortStateChange)", Set.of(SWITCH), effect);
  }
}
