package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.CommandDeviations.takes;
import static org.ibassay.device.sm.ManagerRules.ACKNOWLEDGE;
import static org.ibassay.device.sm.ManagerRules.DISABLE;
import static org.ibassay.device.sm.ManagerRules.DISCOVER;
import static org.ibassay.device.sm.ManagerRules.STANDBY;
import static org.ibassay.wire.attribute.Attribute.SM_INFO;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.ibassay.device.sm.SmState;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.attribute.SmInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;

/// Deviations of a subnet manager while it discovers, and in its SMInfo in standby.
final class DiscoveringDeviations {
  private DiscoveringDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        takes("acknowledge-discovering", ACKNOWLEDGE, SmState.DISCOVERING),
        takes("disable-discovering", DISABLE, SmState.DISCOVERING),
        takes("standby-discovering", STANDBY, SmState.DISCOVERING),
        takes("discover-discovering", DISCOVER, SmState.DISCOVERING),
        shows(
            "act-count-constant-in-standby",
            "an ActCount of 7 in standby",
            in(SmState.STANDBY, t -> t.answer(SmInfo.ACT_COUNT, 7))),
        shows(
            "act-count-falls-in-standby",
            "an ActCount that counts down in standby",
            in(
                SmState.STANDBY,
                t -> t.answer(SmInfo.ACT_COUNT, -t.answered(SmInfo.ACT_COUNT) & 0xFFFF_FFFFL))),
        shows(
            "discovering-as-standby",
            "standby while it discovers",
            in(SmState.DISCOVERING, t -> t.answer(SmInfo.SM_STATE, SmState.STANDBY.number()))),
        shows(
            "discovering-as-master",
            "that it is the master while it discovers",
            in(SmState.DISCOVERING, t -> t.answer(SmInfo.SM_STATE, SmState.MASTER.number()))),
        DeviationSpec.of(
            "manager.discovering-stops-after-command",
            "reports not active after it rejects a command while discovering",
            Set.of(NodeKind.SM),
            DiscoveringDeviations::stopping),
        DeviationSpec.of(
            "manager.discovers-for-ever",
            "reports discovering forever after a Discover command",
            Set.of(NodeKind.SM),
            DiscoveringDeviations::lasting));
  }

  private static DeviationSpec shows(String name, String what, Consumer<Transaction> edit) {
    return DeviationSpec.of(
        "manager." + name,
        "shows " + what,
        Set.of(NodeKind.SM),
        Edits.responses(t -> Edits.isOf(SM_INFO, t) && Edits.isGet(t), edit));
  }

  private static Consumer<Transaction> in(SmState state, Consumer<Transaction> edit) {
    return t -> {
      if (t.answered(SmInfo.SM_STATE) == state.number()) {
        edit.accept(t);
      }
    };
  }

  private static void stopping(Seams seams) {
    boolean[] isRefused = {false};
    Edits.responses(
            t -> Edits.isOf(SM_INFO, t),
            t -> {
              boolean isDiscovering = t.answered(SmInfo.SM_STATE) == SmState.DISCOVERING.number();
              if (Edits.isGet(t) && isDiscovering && isRefused[0]) {
                t.answer(SmInfo.SM_STATE, SmState.NOT_ACTIVE.number());
              }
              boolean isRefusal =
                  !Edits.isGet(t) && MadHeader.STATUS.get(t.response(), 0) != MadStatus.OK;
              isRefused[0] = isRefusal || (isRefused[0] && isDiscovering);
            })
        .accept(seams);
  }

  private static void lasting(Seams seams) {
    boolean[] isShown = {false};
    Edits.responses(
            t -> Edits.isOf(SM_INFO, t) && Edits.isGet(t),
            t -> {
              isShown[0] |= t.answered(SmInfo.SM_STATE) == SmState.DISCOVERING.number();
              if (isShown[0]) {
                t.answer(SmInfo.SM_STATE, SmState.DISCOVERING.number());
              }
            })
        .accept(seams);
  }
}
