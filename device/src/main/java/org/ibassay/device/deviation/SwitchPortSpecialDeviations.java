package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.ibassay.device.sma.PortInfoChecks.Ruling;
import org.ibassay.device.sma.PortInfoEffects.Done;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SwitchInfo;

/// Deviations in how a switch handles values of PortInfo with a special meaning, at its external
/// ports and at its port 0.
final class SwitchPortSpecialDeviations {
  private static final int LAST = 36;

  /// The value of counters in a device whose counters do not start at 0.
  private static final long COUNTED = 3;

  /// Fields in which 0 means "no change".
  private static final Map<String, Field> KEPT_BY_0 =
      new TreeMap<>(
          Map.of(
              "vls", PortInfo.OPERATIONAL_VLS,
              "down-default", PortInfo.LINK_DOWN_DEFAULT_STATE,
              "width", PortInfo.LINK_WIDTH_ENABLED,
              "speed", PortInfo.LINK_SPEED_ENABLED));

  private static final Map<String, Field> COUNTERS =
      new TreeMap<>(
          Map.of(
              "m-key", PortInfo.M_KEY_VIOLATIONS,
              "p-key", PortInfo.P_KEY_VIOLATIONS,
              "q-key", PortInfo.Q_KEY_VIOLATIONS));

  private SwitchPortSpecialDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>();
    KEPT_BY_0.forEach((word, field) -> all.addAll(ofZero(word, field)));
    all.addAll(ofSupported());
    all.addAll(ofStates());
    all.addAll(ofPort0());
    return all;
  }

  private static List<DeviationSpec> ofZero(String word, Field field) {
    String name = field.name();
    return List.of(
        of(
            "stores-%s-0".formatted(word),
            "stores 0 in " + name,
            zero(field, n -> n > 0, Ruling.STORE)),
        of(
            "stores-%s-0-on-last".formatted(word),
            "stores 0 in %s of port 36".formatted(name),
            zero(field, n -> n == LAST, Ruling.STORE)),
        of(
            "refuses-%s-0".formatted(word),
            "rejects 0 in " + name,
            zero(field, n -> n > 0, Ruling.REFUSE)));
  }

  private static List<DeviationSpec> ofSupported() {
    Field width = PortInfo.LINK_WIDTH_ENABLED;
    Field speed = PortInfo.LINK_SPEED_ENABLED;
    return List.of(
        of("stores-width-255", "stores 255 in LinkWidthEnabled", asking(width, 255, 255)),
        of("takes-width-255-for-1", "mistakes LinkWidthEnabled 255 for 1X", asking(width, 255, 1)),
        of("ignores-width-255", "ignores LinkWidthEnabled 255", keeping(width, 255)),
        of("stores-speed-15", "stores 15 in LinkSpeedEnabled", asking(speed, 15, 15)),
        of(
            "takes-speed-15-for-1",
            "mistakes LinkSpeedEnabled 15 for 2.5 Gb/s",
            asking(speed, 15, 1)),
        of("ignores-speed-15", "ignores LinkSpeedEnabled 15", keeping(speed, 15)),
        of(
                "keeps-violations",
                "does not clear P_KeyViolations of an external port",
                keepingCounter(PortInfo.P_KEY_VIOLATIONS, n -> n > 0))
            .on(SimParameter.VIOLATIONS, COUNTED),
        of(
                "keeps-violations-on-last",
                "does not clear P_KeyViolations of port 36",
                keepingCounter(PortInfo.P_KEY_VIOLATIONS, n -> n == LAST))
            .on(SimParameter.VIOLATIONS, COUNTED));
  }

  private static List<DeviationSpec> ofStates() {
    Field state = PortInfo.PORT_STATE;
    Field physical = PortInfo.PORT_PHYSICAL_STATE;
    return List.of(
        of("ignores-down", "ignores PortState Down", ruling(state, 1, Ruling.SKIP)),
        of("refuses-down", "rejects PortState Down", ruling(state, 1, Ruling.REFUSE)),
        of("ignores-armed", "ignores PortState Armed", ruling(state, 3, Ruling.SKIP)),
        of("ignores-sleep", "ignores PortPhysicalState Sleep", ruling(physical, 1, Ruling.SKIP)),
        of("refuses-sleep", "rejects PortPhysicalState Sleep", ruling(physical, 1, Ruling.REFUSE)),
        of(
            "ignores-polling",
            "ignores PortPhysicalState Polling",
            ruling(physical, 2, Ruling.SKIP)),
        of(
            "ignores-disabled",
            "ignores PortPhysicalState Disabled",
            ruling(physical, 3, Ruling.SKIP)),
        of(
            "ignores-disabled-on-last",
            "ignores PortPhysicalState Disabled of port 36",
            PortInfoDeviations.rules((_, port, field, asked, right) ->
                port.number() == LAST && field.equals(physical) && asked == 3
                    ? Ruling.SKIP
                    : right)),
        of(
            "stores-state-0",
            "stores 0 in PortState of port 36",
            zero(state, n -> n == LAST, Ruling.STORE)),
        of(
            "stays-armed",
            "stays Armed when its link goes down by a Set",
            SwitchPortSpecialDeviations::stayArmed),
        of(
            "set-sets-change",
            "sets SwitchInfo:PortStateChange when a Set changes PortState",
            settingChange(t -> t.asked(state) != 0)),
        of(
            "any-set-sets-change",
            "sets SwitchInfo:PortStateChange with every Set of PortInfo",
            settingChange(_ -> true)));
  }

  private static List<DeviationSpec> ofPort0() {
    List<DeviationSpec> all = new ArrayList<>();
    COUNTERS.forEach((word, field) ->
        all.add(
            of(
                    "port0-keeps-%s-violations".formatted(word),
                    "does not clear %s of port 0".formatted(field.name()),
                    keepingCounter(field, n -> n == 0))
                .on(SimParameter.VIOLATIONS, COUNTED)));
    all.add(
        of(
            "port0-stores-vls-0",
            "stores 0 in OperationalVLs of port 0",
            zero(PortInfo.OPERATIONAL_VLS, n -> n == 0, Ruling.STORE)));
    all.add(
        of(
            "port0-refuses-vls-0",
            "rejects 0 in OperationalVLs of port 0",
            zero(PortInfo.OPERATIONAL_VLS, n -> n == 0, Ruling.REFUSE)));
    all.add(
        of(
            "port0-stores-state-0",
            "stores 0 in PortState of port 0",
            zero(PortInfo.PORT_STATE, n -> n == 0, Ruling.STORE)));
    all.add(
        of(
            "port0-refuses-state-0",
            "rejects 0 in PortState of port 0",
            zero(PortInfo.PORT_STATE, n -> n == 0, Ruling.REFUSE)));
    all.add(
        of(
            "port0-keeps-reregister",
            "keeps ClientReregister 1 of port 0",
            port0(done ->
                done.port()
                    .put(PortInfo.CLIENT_REREGISTER, done.t().asked(PortInfo.CLIENT_REREGISTER)))));
    all.add(
        of(
            "port0-refuses-reregister",
            "rejects ClientReregister 1 of port 0",
            PortInfoDeviations.rules((_, port, field, asked, right) ->
                port.number() == 0 && field.equals(PortInfo.CLIENT_REREGISTER) && asked == 1
                    ? Ruling.REFUSE
                    : right)));
    all.add(
        of(
            "port0-get-refused",
            "rejects a Get of port 0 with code 7",
            Edits.codes(
                PORT_INFO,
                (t, code) -> Edits.isGet(t) && t.modifier() << 1 == 0 ? INVALID_FIELD : code)));
    all.add(
        of(
            "port0-speed-0-changes-1",
            "sets LinkSpeedEnabled of port 1 to 1 when that of port 0 is set to 0",
            port0(done -> {
              if (done.t().asked(PortInfo.LINK_SPEED_ENABLED) == 0) {
                done.all().get(1).put(PortInfo.LINK_SPEED_ENABLED, 1);
              }
            })));
    return all.stream().map(one -> one.on(SimParameter.ENHANCED_PORT0, 1)).toList();
  }

  private static Consumer<Seams> zero(Field field, IntPredicate ports, Ruling wrong) {
    return PortInfoDeviations.rules((_, port, of, asked, right) ->
        of.equals(field) && asked == 0 && ports.test(port.number()) ? wrong : right);
  }

  private static Consumer<Seams> ruling(Field field, long value, Ruling wrong) {
    return PortInfoDeviations.rules((_, port, of, asked, right) ->
        of.equals(field) && asked == value && port.number() > 0 ? wrong : right);
  }

  private static Consumer<Seams> asking(Field field, long value, long stored) {
    return whenAsked(field, value, done -> done.port().put(field, stored));
  }

  private static Consumer<Seams> keeping(Field field, long value) {
    return whenAsked(field, value, done -> PortInfoEdits.keep(done, field));
  }

  private static Consumer<Seams> whenAsked(Field field, long value, Consumer<Done> more) {
    return SwitchPortDeviations.taken(
        _ -> true,
        done -> {
          if (done.t().asked(field) == value) {
            more.accept(done);
          }
        });
  }

  private static Consumer<Seams> keepingCounter(Field counter, IntPredicate ports) {
    return PortInfoEdits.stored(done -> {
      if (done.code() == OK && ports.test(done.port().number())) {
        PortInfoEdits.keep(done, counter);
      }
    });
  }

  private static Consumer<Seams> port0(Consumer<Done> more) {
    return PortInfoEdits.stored(done -> {
      if (done.code() == OK && done.port().number() == 0) {
        more.accept(done);
      }
    });
  }

  /// A port that was Armed before a Set of PortState Down shows Armed again in the next Get.
  private static void stayArmed(Seams seams) {
    boolean[] armed = new boolean[1];
    SwitchPortDeviations.taken(
            _ -> true,
            done -> {
              long asked = done.t().asked(PortInfo.PORT_STATE);
              armed[0] |= asked == 1;
              armed[0] &= asked != 3;
            })
        .accept(seams);
    Edits.responses(
            t -> armed[0] && Edits.isGet(t) && Edits.isOf(PORT_INFO, t),
            t -> t.answer(PortInfo.PORT_STATE, 3))
        .accept(seams);
  }

  private static Consumer<Seams> settingChange(Predicate<Transaction> which) {
    return seams -> {
      boolean[] changed = new boolean[1];
      Edits.responses(
              t -> true,
              t -> {
                if (Edits.isOf(PORT_INFO, t) && Edits.isSet(t)) {
                  changed[0] |= which.test(t);
                } else if (Edits.isOf(SWITCH_INFO, t) && Edits.isSet(t)) {
                  changed[0] &= t.asked(SwitchInfo.PORT_STATE_CHANGE) == 0;
                } else if (Edits.isOf(SWITCH_INFO, t) && changed[0]) {
                  t.answer(SwitchInfo.PORT_STATE_CHANGE, 1);
                }
              })
          .accept(seams);
    };
  }

  private static DeviationSpec of(String name, String summary, Consumer<Seams> effect) {
    return DeviationSpec.of(
        "switchspecial." + name, summary + " (PortInfo)", Set.of(SWITCH), effect);
  }
}
