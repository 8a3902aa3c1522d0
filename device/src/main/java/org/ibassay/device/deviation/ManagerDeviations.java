package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.device.sm.ManagerRules.ACKNOWLEDGE;
import static org.ibassay.device.sm.ManagerRules.HANDOVER;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ibassay.device.sm.FoundManager;
import org.ibassay.device.sm.ManagerRules;
import org.ibassay.device.sm.SmState;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SmInfo;

/// Deviations of a subnet manager in its interaction with others: precedence, the contents of its
/// commands, and polling.
final class ManagerDeviations {
  private static final long VERY_LONG = 10_000_000_000_000L;
  private static final long LOWER_HALF = 0xFFFF_FFFFL;

  private ManagerDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(election(), ties(), rivals(), withdrawn(), sent(), polling())
        .flatMap(List::stream)
        .toList();
  }

  private static List<DeviationSpec> election() {
    return List.of(
        higher("priority-ignored", "compares GUIDs only", (o, _, guid) -> isLower(o, guid)),
        higher(
            "priority-reversed", "prefers the lower Priority", (o, own, _) -> o.priority() < own),
        higher("never-yields", "treats no other manager as higher", (_, _, _) -> false),
        higher("always-yields", "treats every other manager as higher", (_, _, _) -> true),
        higher(
            "priority-off-by-one",
            "yields to a Priority that is higher by 2",
            (o, own, _) -> o.priority() > own + 1),
        higher(
                "priority-three-bits",
                "compares three bits of Priority",
                (o, own, _) -> (o.priority() & 7) > (own & 7))
            .on(SimParameter.SM_PRIORITY, 8),
        higher(
                "priority-low-bits",
                "compares three bits of Priority, then GUIDs",
                (o, own, guid) ->
                    (o.priority() & 7) == (own & 7)
                        ? isLower(o, guid)
                        : (o.priority() & 7) > (own & 7))
            .on(SimParameter.SM_PRIORITY, 3),
        higher("tie-yields", "yields at equal Priority", (o, own, _) -> o.priority() >= own),
        higher(
            "tie-higher-guid",
            "yields to the higher GUID",
            (o, own, guid) -> o.priority() == own ? !isLower(o, guid) : o.priority() > own));
  }

  /// Deviations at equal Priority that only certain GUIDs show.
  private static List<DeviationSpec> ties() {
    return List.of(
        tie("never-yields", "does not yield at equal Priority", "higher", (_, _) -> false),
        tie("signed", "compares GUIDs as signed numbers", "bit-63", (o, own) -> o < own),
        tie(
            "lower-half",
            "compares the lower 32 bits of GUIDs",
            "upper",
            (o, own) -> (o & LOWER_HALF) < (own & LOWER_HALF)),
        tie(
            "upper-half",
            "compares the upper 32 bits of GUIDs",
            "higher",
            (o, own) -> o >>> 32 < own >>> 32),
        tie(
            "bytes-reversed",
            "compares GUIDs in reversed byte order",
            "upper",
            (o, own) -> Long.compareUnsigned(Long.reverseBytes(o), Long.reverseBytes(own)) < 0));
  }

  private interface Tie {
    boolean isLower(long other, long own);
  }

  /// @param order of [SimParameter#SM_GUID]
  private static DeviationSpec tie(String name, String does, String order, Tie tie) {
    return higher(
            "tie-" + name,
            does,
            (o, own, guid) ->
                o.priority() == own ? tie.isLower(o.guid(), guid) : o.priority() > own)
        .on(SimParameter.SM_GUID, SimParameter.SM_GUID.words().indexOf(order));
  }

  private static List<DeviationSpec> rivals() {
    return List.of(
        rival("not-active-rival", "hands over to a manager that is not active", _ -> true),
        rival(
            "highest-rival",
            "hands over to Priority 15 in whatever state",
            o -> o.priority() == 15 || o.state().number() > 1),
        rival("standby-unseen", "ignores one in standby", o -> o.state() == SmState.MASTER),
        rival("master-unseen", "ignores another master", o -> o.state() == SmState.STANDBY),
        rule(
            "master-first",
            "hands the subnet over to any master",
            rules ->
                new ManagerRules.Overlay(rules) {
                  @Override
                  public boolean isHigher(FoundManager other, int priority, long guid) {
                    return other.state() == SmState.MASTER || super.isHigher(other, priority, guid);
                  }
                }));
  }

  private static List<DeviationSpec> withdrawn() {
    return List.of(
        withdraws("withdraws-from-standby", "one in standby without precedence", SmState.STANDBY),
        withdraws("withdraws-from-not-active", "one that is not active", SmState.NOT_ACTIVE),
        withdraws("withdraws-from-master", "a master without precedence", SmState.MASTER));
  }

  private static List<DeviationSpec> sent() {
    return List.of(
        sends("handover-guid-0", HANDOVER, SmInfo.GUID, _ -> 0),
        sends("handover-guid-next", HANDOVER, SmInfo.GUID, guid -> guid + 1),
        sends("handover-priority-0", HANDOVER, SmInfo.PRIORITY, _ -> 0),
        sends("handover-priority-next", HANDOVER, SmInfo.PRIORITY, priority -> priority + 1),
        sends("handover-state-standby", HANDOVER, SmInfo.SM_STATE, _ -> 2),
        sends("handover-no-key", HANDOVER, SmInfo.SM_KEY, _ -> 0),
        sends("handover-key-reversed", HANDOVER, SmInfo.SM_KEY, Long::reverseBytes),
        sends("acknowledge-guid-0", ACKNOWLEDGE, SmInfo.GUID, _ -> 0),
        sends("acknowledge-no-key", ACKNOWLEDGE, SmInfo.SM_KEY, _ -> 0));
  }

  private static List<DeviationSpec> polling() {
    return List.of(
        rule(
            "polls-never",
            "does not poll",
            rules ->
                new ManagerRules.Overlay(rules) {
                  @Override
                  public boolean polls(SmState state) {
                    return false;
                  }
                }),
        rule(
            "polls-once",
            "polls once",
            rules ->
                new ManagerRules.Overlay(rules) {
                  @Override
                  public long pollNanos(long configured) {
                    return VERY_LONG;
                  }
                }),
        rule(
            "polls-not-active",
            "polls while it is not active",
            rules ->
                new ManagerRules.Overlay(rules) {
                  @Override
                  public boolean polls(SmState state) {
                    return state == SmState.NOT_ACTIVE || super.polls(state);
                  }
                }),
        rule("polls-when-disabled", "polls while it is not active", PollsWhenDisabled::new),
        rule("wakes-up", "goes to standby some time after it was disabled", WakesUp::new),
        rule(
            "claims-in-standby",
            "sends a Handover with each poll",
            rules ->
                new ManagerRules.Overlay(rules) {
                  @Override
                  public boolean claims() {
                    return true;
                  }
                }),
        rule(
            "never-takes-over",
            "does not take over from a silent master",
            rules ->
                new ManagerRules.Overlay(rules) {
                  @Override
                  public boolean takesOver() {
                    return false;
                  }
                }),
        rule(
            "patient-for-ever",
            "treats a silent master as alive",
            rules ->
                new ManagerRules.Overlay(rules) {
                  @Override
                  public int retries() {
                    return Integer.MAX_VALUE;
                  }
                }),
        rule(
            "takes-over-anyway",
            "takes over the subnet although the master answers",
            rules ->
                new ManagerRules.Overlay(rules) {
                  @Override
                  public boolean isAlive(FoundManager polled, boolean isHigher) {
                    return false;
                  }

                  @Override
                  public int retries() {
                    return 2;
                  }

                  @Override
                  public SmState afterSilence() {
                    return SmState.MASTER;
                  }
                }),
        deviation(
            "manager.takeover-untold",
            "does not announce itself to the ports after it has been in standby",
            ManagerDeviations::keepMasterLid));
  }

  private static void keepMasterLid(Seams seams) {
    boolean[] hasStoodBy = {false};
    seams.managers.deviate(rules ->
        new ManagerRules.Overlay(rules) {
          @Override
          public boolean takesOver() {
            hasStoodBy[0] = true;
            return super.takesOver();
          }
        });
    seams.management.deviate(rules ->
        (own, info) -> {
          rules.edit(own, info);
          if (hasStoodBy[0] && !own) {
            PortInfo.MASTER_SM_LID.set(info, 0, PortInfo.LID.get(info, 0));
          }
        });
  }

  // --- kinds of deviations

  private interface Order {
    boolean isHigher(FoundManager other, int priority, long guid);
  }

  private static boolean isLower(FoundManager other, long guid) {
    return Long.compareUnsigned(other.guid(), guid) < 0;
  }

  private static DeviationSpec higher(String name, String does, Order order) {
    return rule(
        name,
        does,
        rules ->
            new ManagerRules.Overlay(rules) {
              @Override
              public boolean isHigher(FoundManager other, int priority, long guid) {
                return order.isHigher(other, priority, guid);
              }
            });
  }

  private interface Rivals {
    boolean test(FoundManager other);
  }

  private static DeviationSpec rival(String name, String does, Rivals rivals) {
    return rule(
        name,
        does,
        rules ->
            new ManagerRules.Overlay(rules) {
              @Override
              public boolean isRival(FoundManager other) {
                return rivals.test(other);
              }
            });
  }

  private static DeviationSpec withdraws(String name, String whom, SmState from) {
    return rule(
        name,
        "goes to standby when it finds " + whom,
        rules ->
            new ManagerRules.Overlay(rules) {
              @Override
              public boolean withdraws(FoundManager other, boolean isHigher) {
                return other.state() == from && (from == SmState.NOT_ACTIVE || !isHigher);
              }
            });
  }

  /// Acts on the timer of its polls while it is not active.
  private abstract static class Disabled extends ManagerRules.Overlay {
    boolean isDisabled;

    Disabled(ManagerRules rules) {
      super(rules);
    }

    @Override
    public boolean polls(SmState state) {
      isDisabled = state == SmState.NOT_ACTIVE;
      return isDisabled || super.polls(state);
    }
  }

  private static final class PollsWhenDisabled extends Disabled {
    PollsWhenDisabled(ManagerRules rules) {
      super(rules);
    }

    @Override
    public int retries() {
      return isDisabled ? Integer.MAX_VALUE : super.retries();
    }
  }

  private static final class WakesUp extends Disabled {
    WakesUp(ManagerRules rules) {
      super(rules);
    }

    @Override
    public int retries() {
      return isDisabled ? -1 : super.retries();
    }

    @Override
    public SmState afterSilence() {
      return isDisabled ? SmState.STANDBY : super.afterSilence();
    }
  }

  private static DeviationSpec sends(
      String name, int command, Field field, LongUnaryOperator wrong) {
    return rule(
        name,
        "sends a command %d with another %s".formatted(command, field.name()),
        rules ->
            new ManagerRules.Overlay(rules) {
              @Override
              public void edit(int sent, MemorySegment info) {
                super.edit(sent, info);
                if (sent == command) {
                  field.set(info, 0, wrong.applyAsLong(field.get(info, 0)));
                }
              }
            });
  }

  /// A deviation of the family `manager`.
  static DeviationSpec rule(String name, String does, UnaryOperator<ManagerRules> rules) {
    Consumer<Seams> effect = seams -> seams.managers.deviate(rules);
    return deviation("manager." + name, does, effect);
  }
}
