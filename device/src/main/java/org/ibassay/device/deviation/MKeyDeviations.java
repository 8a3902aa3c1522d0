package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.MKeyEdits.although0;
import static org.ibassay.device.deviation.MKeyEdits.byLid;
import static org.ibassay.device.deviation.MKeyEdits.compared;
import static org.ibassay.device.deviation.MKeyEdits.counting;
import static org.ibassay.device.deviation.MKeyEdits.counting0;
import static org.ibassay.device.deviation.MKeyEdits.guarding;
import static org.ibassay.device.deviation.MKeyEdits.hole;
import static org.ibassay.device.deviation.MKeyEdits.isAtLevel3;
import static org.ibassay.device.deviation.MKeyEdits.isTrapRepress;
import static org.ibassay.device.deviation.MKeyEdits.leasing0;
import static org.ibassay.device.deviation.MKeyEdits.levelUnset;
import static org.ibassay.device.deviation.MKeyEdits.matching;
import static org.ibassay.device.deviation.MKeyEdits.onSwitches;
import static org.ibassay.device.deviation.MKeyEdits.outcome;
import static org.ibassay.device.deviation.MKeyEdits.ownKeyInHeader;
import static org.ibassay.device.deviation.MKeyEdits.refused;
import static org.ibassay.device.deviation.MKeyEdits.refusing0;
import static org.ibassay.device.deviation.MKeyEdits.showing;
import static org.ibassay.device.deviation.MKeyEdits.spoiling;
import static org.ibassay.device.deviation.MKeyEdits.storing;
import static org.ibassay.device.deviation.MKeyEdits.uncounted;
import static org.ibassay.device.deviation.MKeyEdits.unguarded;
import static org.ibassay.device.deviation.MKeyEdits.unset;
import static org.ibassay.device.sma.MKeyRules.Outcome.ANSWERED;
import static org.ibassay.device.sma.MKeyRules.Outcome.ANSWERED_WITH_ERROR;
import static org.ibassay.device.sma.MKeyRules.Outcome.EXECUTED;
import static org.ibassay.device.variant.NodeKind.ALL;
import static org.ibassay.device.variant.SimParameter.CABLED;
import static org.ibassay.device.variant.SimParameter.VIOLATIONS;
import static org.ibassay.wire.attribute.Attribute.GUID_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.P_KEY_TABLE;
import static org.ibassay.wire.attribute.Attribute.SL_TO_VL_MAPPING_TABLE;
import static org.ibassay.wire.attribute.Attribute.VL_ARBITRATION_TABLE;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Smp;

/// Deviations in the M_Key check.
final class MKeyDeviations {
  private static final long LOW_HALF = 0xFFFF_FFFFL;
  private static final int BYTE_MAX = 0xFF;
  private static final int NEAR_THE_END = 0xFFF0;

  private MKeyDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>();
    all.addAll(installations());
    all.addAll(comparisons());
    all.addAll(holes());
    all.addAll(tooStrict());
    all.addAll(counts());
    all.addAll(outcomes());
    return all;
  }

  private static List<DeviationSpec> installations() {
    return List.of(
        unset("mkey.key-not-stored", "accepts but does not store M_Key", PortInfo.M_KEY),
        unset(
            "mkey.protect-bits-not-stored",
            "accepts but does not store M_KeyProtectBits",
            PortInfo.M_KEY_PROTECT_BITS),
        unset(
            "mkey.lease-period-not-stored",
            "accepts but does not store M_KeyLeasePeriod",
            PortInfo.M_KEY_LEASE_PERIOD),
        unset(
            "mkey.violations-not-reset",
            "does not reset M_KeyViolations when it is set to 0",
            PortInfo.M_KEY_VIOLATIONS),
        levelUnset("mkey.level-1-not-stored", 1),
        levelUnset("mkey.level-3-not-stored", 3));
  }

  private static List<DeviationSpec> comparisons() {
    return List.of(
        compared("mkey.low-half-compared", "compares the lower 32 bits of M_Key", LOW_HALF),
        compared("mkey.high-half-compared", "compares the upper 32 bits of M_Key", ~LOW_HALF),
        compared("mkey.lowest-bit-not-compared", "compares 63 bits of M_Key", ~1L),
        compared("mkey.highest-bit-not-compared", "compares 63 bits of M_Key", Long.MAX_VALUE),
        matching(
            "mkey.key-0-passes",
            "mistakes a request's M_Key of 0 for the right one",
            (_, _, key, right) -> right || key == 0),
        although0("mkey.checked-although-0", "checks M_Key although it is 0", (_, _) -> true),
        although0(
            "mkey.get-checked-although-0",
            "checks the M_Key of a Get although it is 0",
            (t, _) -> Edits.isGet(t)),
        although0(
            "mkey.set-checked-although-0",
            "checks the M_Key of a Set although it is 0",
            (t, _) -> Edits.isSet(t)),
        although0(
            "mkey.trap-repress-checked-although-0",
            "checks the M_Key of a TrapRepress although it is 0",
            (t, _) -> isTrapRepress(t)),
        although0(
            "mkey.checked-although-0-at-level-3",
            "checks M_Key although it is 0, at level 3",
            (_, bits) -> bits == 3),
        although0(
                "mkey.checked-although-0-on-port-2",
                "checks M_Key although it is 0, on port 2",
                (t, _) -> t.port() == 2)
            .on(CABLED, 2),
        refusing0(
            "mkey.key-0-error",
            "answers code 7 to a Get with an M_Key when its own is 0",
            _ -> true),
        refusing0(
            "mkey.key-0-error-beside-lease",
            "answers code 7 to a Get with an M_Key when its own is 0 and M_KeyLeasePeriod is not",
            guard -> guard.value(PortInfo.M_KEY_LEASE_PERIOD) != 0),
        counting0("mkey.counted-although-0", "counts violations of an M_Key of 0", _ -> true),
        counting0(
            "mkey.trap-repress-counted-although-0",
            "counts a TrapRepress as a violation of an M_Key of 0",
            MKeyEdits::isTrapRepress),
        leasing0(
            "mkey.key-0-locked-after-lease",
            "checks M_Key although it is 0, a lease period after another key",
            (_, _) -> false),
        leasing0(
            "mkey.key-0-lease-clears-level",
            "runs the lease timer for another key although M_Key is 0",
            (guard, right) -> {
              guard.put(PortInfo.M_KEY_PROTECT_BITS, 0);
              return right;
            }),
        leasing0(
            "mkey.key-0-lease-counts",
            "counts a violation of M_Key 0 a lease period after another key",
            (guard, right) -> {
              guard.count(PortInfo.M_KEY_VIOLATIONS);
              return right;
            }),
        spoiling("mkey.key-0-changes-level", PortInfo.M_KEY_PROTECT_BITS, 0),
        spoiling("mkey.key-0-changes-lease", PortInfo.M_KEY_LEASE_PERIOD, 1));
  }

  private static List<DeviationSpec> holes() {
    List<DeviationSpec> all = new ArrayList<>();
    all.add(hole("get-not-guarded", "accepts a Get with the wrong key", (t, _) -> Edits.isGet(t)));
    all.add(
        hole(
            "level-2-not-guarded",
            "guards Gets at level 3 only",
            (t, bits) -> Edits.isGet(t) && bits == 2));
    all.add(
        hole(
            "level-3-not-guarded",
            "guards Gets at level 2 only",
            (t, bits) -> Edits.isGet(t) && bits == 3));
    all.add(hole("set-not-guarded", "accepts a Set with any key", (t, _) -> Edits.isSet(t)));
    for (int level = 0; level <= 3; level++) {
      int open = level;
      all.add(
          hole(
              "set-not-guarded-at-level-" + level,
              "accepts a Set with any key at level " + level,
              (t, bits) -> Edits.isSet(t) && bits == open));
    }
    all.add(
        hole(
            "trap-repress-not-guarded",
            "accepts a TrapRepress with any key",
            (t, _) -> isTrapRepress(t)));
    all.add(
        hole(
            "only-port-info-guarded", "guards PortInfo only", (t, _) -> !Edits.isOf(PORT_INFO, t)));
    all.add(
        hole("port-2-not-guarded", "guards all ports but port 2", (t, _) -> t.port() == 2)
            .on(CABLED, 2));
    all.add(unguarded("get", Attribute.NODE_INFO, Edits::isGet));
    all.add(unguarded("get", PORT_INFO, Edits::isGet));
    for (Attribute attribute : List.of(Attribute.GUID_INFO, Attribute.P_KEY_TABLE)) {
      all.add(unguarded("set", attribute, Edits::isSet));
    }
    all.add(unguarded("set", Attribute.SL_TO_VL_MAPPING_TABLE, Edits::isSet));
    all.add(unguarded("set", Attribute.VL_ARBITRATION_TABLE, Edits::isSet));
    for (Attribute attribute :
        List.of(
            Attribute.SWITCH_INFO,
            Attribute.LINEAR_FORWARDING_TABLE,
            Attribute.MULTICAST_FORWARDING_TABLE)) {
      all.add(onSwitches(unguarded("set", attribute, Edits::isSet)));
      all.add(onSwitches(unguarded("get", attribute, Edits::isGet)));
    }
    all.add(
        onSwitches(
            hole(
                "external-ports-not-guarded",
                "does not guard the PortInfo of external ports",
                (t, _) -> Edits.isOf(PORT_INFO, t) && t.modifier() != 0)));
    all.add(byLid("lid-routed-not-guarded", "accepts LID-routed SMPs", _ -> true));
    all.add(byLid("lid-routed-set-not-guarded", "accepts LID-routed Sets", Edits::isSet));
    all.add(byLid("lid-routed-get-not-guarded", "accepts LID-routed Gets", Edits::isGet));
    for (Attribute attribute :
        List.of(GUID_INFO, P_KEY_TABLE, SL_TO_VL_MAPPING_TABLE, VL_ARBITRATION_TABLE)) {
      all.add(
          byLid(
              "lid-routed-set-not-guarded-of-" + attribute.name().toLowerCase(Locale.ROOT),
              "accepts LID-routed Sets of " + attribute.name(),
              t -> Edits.isSet(t) && Edits.isOf(attribute, t)));
    }
    return all;
  }

  private static List<DeviationSpec> tooStrict() {
    return List.of(
        guarding("level-0-guards-gets", "rejects Gets at level 0", 0),
        guarding("level-1-guards-gets", "rejects Gets at level 1", 1),
        ownKeyInHeader(
            "mkey.own-key-in-header", "shows its M_Key in the header of responses", _ -> true),
        ownKeyInHeader(
            "mkey.own-key-in-error-header",
            "shows its M_Key in the header of responses with a code other than 0",
            t -> MadStatus.CODE.get(t.response(), 0) != MadStatus.OK),
        showing(
            "key-shown-at-level-1",
            "shows the M_Key at level 1",
            (bits, right) -> right || bits == 1),
        showing(
            "key-hidden-at-level-0",
            "hides the M_Key at level 0",
            (bits, right) -> right && bits != 0),
        showing(
            "key-hidden-at-level-1",
            "hides the M_Key at level 1 from a requester with the right key",
            (bits, right) -> right && bits != 1));
  }

  private static List<DeviationSpec> counts() {
    return List.of(
        counting("violations-not-counted", "does not count violations", (_, _, _) -> {}),
        counting(
            "violations-counted-twice",
            "counts each violation twice",
            (_, _, count) -> {
              count.run();
              count.run();
            }),
        counting(
            "violations-wrap-at-255",
            "counts violations in eight bits",
            (_, guard, count) -> {
              count.run();
              guard.put(
                  PortInfo.M_KEY_VIOLATIONS, guard.value(PortInfo.M_KEY_VIOLATIONS) & BYTE_MAX);
            }),
        ending("violations-wrap", "lets the violation counter wrap from 0xFFFF to 0", 0xFFFF, 0),
        ending("violations-end-at-fffe", "counts violations to 0xFFFE only", 0xFFFE, 0xFFFE),
        ending("violations-end-at-255", "counts violations to 255 only", BYTE_MAX, BYTE_MAX),
        ending("violations-fall-back", "counts violations down from 0xFFFF", 0xFFFF, 0xFFFE),
        counting(
                "violations-counted-twice-at-the-end",
                "counts each violation twice from 0xFFF0 on",
                (_, guard, count) -> {
                  count.run();
                  if (guard.value(PortInfo.M_KEY_VIOLATIONS) > NEAR_THE_END) {
                    count.run();
                  }
                })
            .on(VIOLATIONS, NEAR_THE_END),
        uncounted("gets-not-counted", "does not count a rejected Get", Edits::isGet),
        uncounted("sets-not-counted", "does not count a rejected Set", Edits::isSet),
        uncounted(
            "trap-repress-not-counted",
            "does not count a rejected TrapRepress",
            MKeyEdits::isTrapRepress),
        uncounted(
            "only-trap-repress-counted",
            "counts a rejected TrapRepress only",
            t -> !isTrapRepress(t)),
        uncounted(
            "only-port-info-counted",
            "counts rejections of PortInfo only",
            t -> !Edits.isOf(PORT_INFO, t)),
        storing("wrong-key-changes-lease", PortInfo.M_KEY_LEASE_PERIOD),
        storing("wrong-key-changes-level", PortInfo.M_KEY_PROTECT_BITS),
        storing("wrong-key-changes-time-out", PortInfo.SUBNET_TIME_OUT));
  }

  /// Skips a value of the violation counter.
  private static DeviationSpec ending(String name, String summary, int last, int next) {
    return counting(
            name,
            summary,
            (_, guard, count) -> {
              if (guard.value(PortInfo.M_KEY_VIOLATIONS) == last) {
                guard.put(PortInfo.M_KEY_VIOLATIONS, next);
              } else {
                count.run();
              }
            })
        .on(VIOLATIONS, NEAR_THE_END);
  }

  private static List<DeviationSpec> outcomes() {
    return List.of(
        refused(
            "refused-set-answered-with-error",
            "answers a rejected Set with code 7",
            Edits::isSet,
            ANSWERED_WITH_ERROR),
        refused(
            "refused-get-answered-with-error",
            "answers a rejected Get with code 7",
            Edits::isGet,
            ANSWERED_WITH_ERROR),
        refused(
            "refused-get-answered",
            "counts a rejected Get, but answers it",
            Edits::isGet,
            ANSWERED),
        refused(
            "refused-set-answered",
            "counts a rejected Set, but executes it",
            Edits::isSet,
            ANSWERED),
        refused(
            "refused-set-stored",
            "stores a Set that it must drop, without a response",
            Edits::isSet,
            EXECUTED),
        outcome(
            "set-not-answered",
            "executes a Set at level 3 without a response",
            (t, admitted, right) ->
                admitted && Edits.isSet(t) && right == ANSWERED && isAtLevel3(t)
                    ? EXECUTED
                    : right),
        outcome(
            "set-answered-with-error",
            "answers a Set at level 3 with code 7",
            (t, admitted, right) ->
                admitted && Edits.isSet(t) && right == ANSWERED && isAtLevel3(t)
                    ? ANSWERED_WITH_ERROR
                    : right),
        DeviationSpec.of(
            "mkey.installed-and-answered-with-error",
            "answers a Set that assigns an M_Key with code 7, but stores the key",
            ALL,
            Edits.responses(
                t -> Edits.isSet(t) && Edits.isOf(PORT_INFO, t) && t.asked(PortInfo.M_KEY) != 0,
                t -> MadStatus.CODE.set(t.response(), 0, MadStatus.INVALID_FIELD))),
        DeviationSpec.of(
            "mkey.new-key-installed-and-answered-with-error",
            "answers the Set that assigns the first M_Key with code 7, but stores the key",
            ALL,
            Edits.responses(
                t ->
                    Edits.isSet(t)
                        && Edits.isOf(PORT_INFO, t)
                        && t.asked(PortInfo.M_KEY) != 0
                        && Smp.M_KEY.get(t.request(), 0) == 0,
                t -> MadStatus.CODE.set(t.response(), 0, MadStatus.INVALID_FIELD))),
        outcome(
            "get-with-other-key-answered-with-error",
            "answers a Get with another key with code 7, at levels 0 and 1",
            (t, admitted, right) ->
                admitted && Edits.isGet(t) && !t.keyMatched() ? ANSWERED_WITH_ERROR : right),
        refused(
            "refused-trap-repress-answered",
            "answers a rejected TrapRepress",
            MKeyEdits::isTrapRepress,
            ANSWERED),
        outcome(
            "trap-repress-answered",
            "answers a TrapRepress",
            (t, admitted, right) -> admitted && isTrapRepress(t) ? ANSWERED : right),
        outcome(
            "trap-repress-answered-with-error",
            "answers a TrapRepress with code 7",
            (t, admitted, right) -> admitted && isTrapRepress(t) ? ANSWERED_WITH_ERROR : right));
  }
}
