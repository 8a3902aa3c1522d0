package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.ManagerDeviations.rule;
import static org.ibassay.device.sm.ManagerRules.ACKNOWLEDGE;
import static org.ibassay.device.sm.ManagerRules.DISABLE;
import static org.ibassay.device.sm.ManagerRules.DISCOVER;
import static org.ibassay.device.sm.ManagerRules.HANDOVER;
import static org.ibassay.device.sm.ManagerRules.STANDBY;
import static org.ibassay.wire.attribute.Attribute.SM_INFO;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.ibassay.device.sm.ManagerRules;
import org.ibassay.device.sm.SmState;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.attribute.SmInfo;
import org.ibassay.wire.mad.MadStatus;

/// Deviations of a subnet manager in the commands that it obeys in each state, and in the resulting
/// states.
final class CommandDeviations {
  private CommandDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(obeyed(), partly(), refused(), after()).flatMap(List::stream).toList();
  }

  private static List<DeviationSpec> obeyed() {
    return List.of(
        obeys(
            "key-not-checked",
            "commands from any manager",
            (_, _, right) -> right.test(true, false)),
        obeys(
            "handover-key-not-checked",
            "a Handover without its key",
            (command, _, right) -> right.test(command == HANDOVER, false)),
        obeys(
            "disable-key-not-checked",
            "a Disable without its key",
            (command, _, right) -> right.test(command == DISABLE, false)),
        obeys(
            "discover-key-not-checked",
            "a Discover without its key",
            (command, _, right) -> right.test(command == DISCOVER, false)),
        obeys(
            "standby-key-not-checked",
            "a Standby without its key",
            (command, _, right) -> right.test(command == STANDBY, false)),
        obeys(
            "sender-not-checked",
            "a manager that is not master",
            (_, _, right) -> right.test(false, true)),
        obeys(
            "disable-sender-not-checked",
            "a Disable from a manager that is not master",
            (command, _, right) -> right.test(false, command == DISABLE)),
        obeys(
            "standby-sender-not-checked",
            "a Standby from a manager that is not master",
            (command, _, right) -> right.test(false, command == STANDBY)),
        takes("acknowledge-by-master", ACKNOWLEDGE, SmState.MASTER),
        takes("disable-by-master", DISABLE, SmState.MASTER),
        takes("standby-by-master", STANDBY, SmState.MASTER),
        takes("discover-by-master", DISCOVER, SmState.MASTER),
        takes("standby-in-standby", STANDBY, SmState.STANDBY),
        takes("handover-not-active", HANDOVER, SmState.NOT_ACTIVE),
        takes("acknowledge-not-active", ACKNOWLEDGE, SmState.NOT_ACTIVE),
        takes("disable-not-active", DISABLE, SmState.NOT_ACTIVE),
        takes("discover-not-active", DISCOVER, SmState.NOT_ACTIVE),
        DeviationSpec.of(
            "manager.discover-not-active-late",
            "obeys command 5 in state 0, which it rejects",
            Set.of(NodeKind.SM),
            CommandDeviations::discoverLate));
  }

  private static void discoverLate(Seams seams) {
    seams.managers.deviate(rules -> decided(rules, DISCOVER, SmState.NOT_ACTIVE, true));
    Edits.responses(
            t ->
                Edits.isOf(SM_INFO, t)
                    && Edits.isSet(t)
                    && t.modifier() == DISCOVER
                    && t.answered(SmInfo.SM_STATE) == SmState.NOT_ACTIVE.number(),
            t -> MadStatus.CODE.set(t.response(), 0, MadStatus.INVALID_FIELD))
        .accept(seams);
  }

  /// Deviations in how much of a command is compared.
  private static List<DeviationSpec> partly() {
    return List.of(
        key("key-lower-half", "the lower 32 bits", 0xFFFF_FFFFL),
        key("key-upper-half", "the upper 32 bits", 0xFFFF_FFFFL << Integer.SIZE),
        key("key-63-bits", "all bits but the highest", Long.MAX_VALUE),
        modifier("modifier-low-byte", "the low byte", 0xFF),
        modifier("modifier-16-bits", "the lower 16 bits", 0xFFFF),
        modifier("modifier-31-bits", "all bits but the highest", Integer.MAX_VALUE),
        sender("sender-discovering", SmState.DISCOVERING),
        sender("sender-not-active", SmState.NOT_ACTIVE));
  }

  private static List<DeviationSpec> refused() {
    return List.of(
        leaves("handover-refused", HANDOVER, SmState.STANDBY),
        leaves("handover-refused-by-master", HANDOVER, SmState.MASTER),
        leaves("acknowledge-refused", ACKNOWLEDGE, SmState.MASTER),
        leaves("disable-refused", DISABLE, SmState.STANDBY),
        leaves("discover-refused", DISCOVER, SmState.STANDBY),
        leaves("standby-refused", STANDBY, SmState.NOT_ACTIVE));
  }

  private static List<DeviationSpec> after() {
    return List.of(
        ends("handover-ignored", HANDOVER, SmState.STANDBY, SmState.STANDBY),
        ends("handover-ends-master", HANDOVER, SmState.MASTER, SmState.STANDBY),
        ends("acknowledge-ignored", ACKNOWLEDGE, SmState.MASTER, SmState.MASTER),
        ends("acknowledge-ends-not-active", ACKNOWLEDGE, SmState.MASTER, SmState.NOT_ACTIVE),
        ends("disable-ignored", DISABLE, SmState.STANDBY, SmState.STANDBY),
        ends("disable-discovers", DISABLE, SmState.STANDBY, SmState.DISCOVERING),
        ends("discover-takes-over", DISCOVER, SmState.STANDBY, SmState.MASTER),
        ends("discover-disables", DISCOVER, SmState.STANDBY, SmState.NOT_ACTIVE),
        ends("standby-ignored", STANDBY, SmState.NOT_ACTIVE, SmState.NOT_ACTIVE));
  }

  // --- kinds of deviations

  /// Decides as if the key or the sender were correct.
  private interface AsIf {
    boolean test(boolean hasKey, boolean isMaster);
  }

  private interface Obedience {
    boolean obeys(int command, SmState state, AsIf right);
  }

  private static DeviationSpec obeys(String name, String whom, Obedience obedience) {
    return rule(
        name,
        "obeys " + whom,
        rules ->
            new ManagerRules.Overlay(rules) {
              @Override
              public boolean obeys(
                  int command,
                  SmState state,
                  SmState sender,
                  boolean hasKey,
                  boolean isHandingOver) {
                AsIf right =
                    (key, isMaster) ->
                        super.obeys(
                            command,
                            state,
                            isMaster && command != ACKNOWLEDGE ? SmState.MASTER : sender,
                            key || hasKey,
                            isHandingOver);
                return obedience.obeys(command, state, right);
              }
            });
  }

  private static DeviationSpec key(String name, String part, long bits) {
    return rule(
        name,
        "compares %s of the SM_Key of a command".formatted(part),
        rules ->
            new ManagerRules.Overlay(rules) {
              @Override
              public boolean isKey(long given, long own) {
                return super.isKey(given & bits, own & bits);
              }
            });
  }

  private static DeviationSpec modifier(String name, String part, int bits) {
    return rule(
        name,
        "compares %s of the AttributeModifier of a command".formatted(part),
        rules ->
            new ManagerRules.Overlay(rules) {
              @Override
              public boolean obeys(
                  int command,
                  SmState state,
                  SmState sender,
                  boolean hasKey,
                  boolean isHandingOver) {
                return super.obeys(command & bits, state, sender, hasKey, isHandingOver);
              }

              @Override
              public SmState next(int command, SmState state) {
                return super.next(command & bits, state);
              }
            });
  }

  private static DeviationSpec sender(String name, SmState taken) {
    return rule(
        name,
        "obeys a sender in state %d as if it were the master".formatted(taken.number()),
        rules ->
            new ManagerRules.Overlay(rules) {
              @Override
              public boolean obeys(
                  int command,
                  SmState state,
                  SmState sender,
                  boolean hasKey,
                  boolean isHandingOver) {
                return super.obeys(
                    command,
                    state,
                    sender == taken ? SmState.MASTER : sender,
                    hasKey,
                    isHandingOver);
              }
            });
  }

  static DeviationSpec takes(String name, int command, SmState in) {
    return decides(name, "obeys", command, in, true);
  }

  private static DeviationSpec leaves(String name, int command, SmState in) {
    return decides(name, "rejects", command, in, false);
  }

  private static DeviationSpec decides(
      String name, String does, int command, SmState in, boolean isObeyed) {
    return rule(
        name,
        "%s command %d in state %d".formatted(does, command, in.number()),
        rules -> decided(rules, command, in, isObeyed));
  }

  private static ManagerRules decided(
      ManagerRules rules, int command, SmState in, boolean isObeyed) {
    return new ManagerRules.Overlay(rules) {
      @Override
      public boolean obeys(
          int given, SmState state, SmState sender, boolean hasKey, boolean isHandingOver) {
        if (given == command && state == in) {
          return isObeyed && hasKey;
        }
        return super.obeys(given, state, sender, hasKey, isHandingOver);
      }
    };
  }

  private static DeviationSpec ends(String name, int command, SmState in, SmState wrong) {
    return rule(
        name,
        "is in state %d after command %d".formatted(wrong.number(), command),
        rules ->
            new ManagerRules.Overlay(rules) {
              @Override
              public SmState next(int given, SmState state) {
                return given == command && state == in ? wrong : super.next(given, state);
              }
            });
  }
}
