package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.CA;
import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.device.variant.SimParameter.ENHANCED_PORT0;
import static org.ibassay.device.variant.SimParameter.SWITCHINFO_ILLEGAL;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.mad.MadStatus.CODE;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.ibassay.device.sma.MKeyRules;
import org.ibassay.device.sma.Replies;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SwitchInfo;

/// Deviations in fields that a Set should not affect: each Set of an attribute, rejected or not,
/// changes one of its fields, at all ports, at port 0 only, or at the others; or many Gets change
/// it. Also fields that differ if a request names the port.
final class MovingFieldDeviations {
  /// The bits of AttributeModifier that name a port.
  private static final int NUMBER = 0xFF;

  private static final Set<NodeKind> SWITCHES = Set.of(SWITCH);

  /// Fields that a conforming device may change at any time.
  private static final Set<Field> FREE =
      Set.of(PortInfo.DIAG_CODE, PortInfo.LINK_ROUND_TRIP_LATENCY, PortInfo.MAX_CREDIT_HINT);

  /// Counters: they are decremented, because they may be incremented at any time.
  private static final Set<Field> COUNTERS =
      Set.of(PortInfo.M_KEY_VIOLATIONS, PortInfo.P_KEY_VIOLATIONS, PortInfo.Q_KEY_VIOLATIONS);

  /// Fields that an external port does not have, or may show as those of port 0.
  private static final Set<Field> NOT_EXTERNAL =
      Set.of(
          PortInfo.M_KEY,
          PortInfo.M_KEY_PROTECT_BITS,
          PortInfo.M_KEY_LEASE_PERIOD,
          PortInfo.M_KEY_VIOLATIONS,
          PortInfo.Q_KEY_VIOLATIONS,
          PortInfo.GID_PREFIX,
          PortInfo.LID,
          PortInfo.LMC,
          PortInfo.MASTER_SM_LID,
          PortInfo.MASTER_SM_SL,
          PortInfo.SUBNET_TIME_OUT,
          PortInfo.INIT_TYPE_REPLY,
          PortInfo.CLIENT_REREGISTER,
          PortInfo.MCAST_P_KEY_TRAP_SUPPRESSION_ENABLED,
          PortInfo.PORT_PHYSICAL_STATE);

  /// Fields that tests write back as read: two distinct legal values each.
  private static final Map<Field, List<Long>> LEGAL =
      Map.of(
          PortInfo.NEIGHBOR_MTU, List.of(1L, 2L),
          PortInfo.OPERATIONAL_VLS, List.of(1L, 2L),
          PortInfo.LINK_DOWN_DEFAULT_STATE, List.of(1L, 2L),
          PortInfo.LINK_WIDTH_ENABLED, List.of(1L, 2L),
          PortInfo.LINK_SPEED_ENABLED, List.of(1L, 3L));

  /// Fields that declare the legal values: they show fewer.
  private static final Set<Field> SUPPORTED =
      Set.of(PortInfo.LINK_WIDTH_SUPPORTED, PortInfo.LINK_SPEED_SUPPORTED);

  /// The index of the parameter's word for a switch that rejects illegal values of SwitchInfo.
  private static final int REFUSED = 2;

  /// An odd number: a bit that every Set inverts is restored after an even number of Sets.
  private static final int SOME_SETS = 3;

  /// More Gets than most tests send for one attribute.
  private static final int MANY = 20;

  private MovingFieldDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>();
    for (Field field : PORT_INFO.layout().fields()) {
      if (!FREE.contains(field)) {
        all.addAll(ofPorts(field));
        all.add(byGets("portinfo", PORT_INFO, field).on(ENHANCED_PORT0, 1));
      }
    }
    all.add(
        unchecking(
            "moving.unchecked-mkey",
            moving("portinfo", PORT_INFO, PortInfo.M_KEY, Set.of(CA, SWITCH))));
    all.add(
        unchecking(
            "moving.unchecked-mkey-by-gets",
            byGets("portinfo", PORT_INFO, PortInfo.M_KEY).on(ENHANCED_PORT0, 1)));
    for (Field field : SWITCH_INFO.layout().fields()) {
      all.add(moving("switchinfo", SWITCH_INFO, field, SWITCHES));
      if (!field.equals(SwitchInfo.PORT_STATE_CHANGE)) {
        all.add(byRefusal(field));
        all.add(byGets("switchinfo", SWITCH_INFO, field));
      }
    }
    return all;
  }

  private static List<DeviationSpec> ofPorts(Field field) {
    List<DeviationSpec> all = new ArrayList<>();
    all.add(moving("portinfo", PORT_INFO, field, Set.of(CA, SWITCH)));
    all.add(byNumber(field));
    Predicate<Transaction> isForPort0 = t -> number(t) == 0;
    all.add(
        moving(
                "port0",
                "of port 0 with each Set",
                PORT_INFO,
                field,
                SWITCHES,
                _ -> true,
                isForPort0,
                hasTwoValues(field))
            .on(ENHANCED_PORT0, 1));
    if (!NOT_EXTERNAL.contains(field)) {
      String when = "of external ports with each Set for port 0";
      Predicate<Transaction> isForOthers = isForPort0.negate();
      all.add(
          moving(
                  "by-port0",
                  when,
                  PORT_INFO,
                  field,
                  SWITCHES,
                  isForPort0,
                  isForOthers,
                  hasTwoValues(field))
              .on(ENHANCED_PORT0, 1));
    }
    return all;
  }

  private static DeviationSpec byNumber(Field field) {
    return DeviationSpec.of(
        "moving.by-number-" + word(field.name()),
        "shows another %s of PortInfo where a request names the port".formatted(field.name()),
        Set.of(CA),
        Edits.responses(
            t -> Edits.isOf(PORT_INFO, t) && number(t) == t.port(),
            t -> t.answer(field, (t.answered(field) + 1) & field.max())));
  }

  private static DeviationSpec byRefusal(Field field) {
    return DeviationSpec.of(
            "moving.by-refusal-" + word(field.name()),
            "changes %s of SwitchInfo with each Set that it rejects".formatted(field.name()),
            SWITCHES,
            seams -> {
              int[] refused = new int[1];
              Edits.responses(
                      t -> Edits.isOf(SWITCH_INFO, t),
                      t -> {
                        refused[0] += Edits.isSet(t) && CODE.get(t.response(), 0) != OK ? 1 : 0;
                        t.answer(field, moved(field, t.answered(field), refused[0]));
                      })
                  .accept(seams);
            })
        .on(SWITCHINFO_ILLEGAL, REFUSED);
  }

  private static DeviationSpec byGets(String word, Attribute attribute, Field field) {
    return DeviationSpec.of(
        "moving.by-gets-%s-%s".formatted(word, word(field.name())),
        "changes %s of %s with each Get from the %dth on"
            .formatted(field.name(), attribute.name(), MANY),
        SWITCHES,
        seams -> {
          Map<Long, Integer> gets = new HashMap<>();
          Edits.responses(
                  t -> Edits.isOf(attribute, t) && Edits.isGet(t),
                  t -> {
                    int count = gets.merge(LostValues.place(t), 1, Integer::sum);
                    t.answer(field, moved(field, t.answered(field), Math.max(0, count - MANY)));
                  })
              .accept(seams);
        });
  }

  /// Makes the device ignore the M_Key: otherwise it would require the M_Key that it shows, and the
  /// deviation would not be visible.
  private static DeviationSpec unchecking(String name, DeviationSpec of) {
    return new DeviationSpec(
        name,
        of.summary() + ", and checks none",
        of.kinds(),
        of.given(),
        seams -> {
          of.effect().accept(seams);
          seams.mKey.deviate(rules ->
              new MKeyRules.Overlay(rules) {
                @Override
                public boolean needsKey(Transaction t, int protectBits) {
                  return false;
                }
              });
        });
  }

  /// Whether it is restored after an even number of Sets that change it.
  private static boolean hasTwoValues(Field field) {
    return field.max() == 1 || LEGAL.containsKey(field) || SUPPORTED.contains(field);
  }

  /// Returns the value of a field after a number of Sets that change it.
  private static long moved(Field field, long value, int sets) {
    if (COUNTERS.contains(field)) {
      return (-1L - sets) & field.max();
    }
    if (sets % 2 == 1 && SUPPORTED.contains(field)) {
      return value & ~Long.highestOneBit(value);
    }
    List<Long> legal = LEGAL.getOrDefault(field, List.of());
    if (!legal.isEmpty()) {
      return sets % 2 == 0 ? value : legal.get(value == legal.getFirst() ? 1 : 0);
    }
    return (value + (SUPPORTED.contains(field) ? 0 : sets)) & field.max();
  }

  private static int number(Transaction t) {
    return t.modifier() & NUMBER;
  }

  private static DeviationSpec moving(
      String word, Attribute attribute, Field field, Set<NodeKind> kinds) {
    return moving(word, "with each Set", attribute, field, kinds, _ -> true, _ -> true, false);
  }

  /// @param moving selects the Sets that change the field
  /// @param showing selects the responses that show the change
  /// @param once whether the field changes only once
  private static DeviationSpec moving(
      String word,
      String when,
      Attribute attribute,
      Field field,
      Set<NodeKind> kinds,
      Predicate<Transaction> moving,
      Predicate<Transaction> showing,
      boolean once) {
    return DeviationSpec.of(
        "moving.%s-%s".formatted(word, word(field.name())),
        "changes %s of %s %s".formatted(field.name(), attribute.name(), when),
        kinds,
        seams ->
            seams.replies.deviate(replies ->
                new Replies.Overlay(replies) {
                  private int sets;

                  @Override
                  public boolean hears(Transaction t) {
                    boolean isOne = Edits.isOf(attribute, t) && Edits.isSet(t) && moving.test(t);
                    sets += isOne ? 1 : 0;
                    return super.hears(t);
                  }

                  @Override
                  public void edit(Transaction t) {
                    super.edit(t);
                    if (Edits.isOf(attribute, t) && showing.test(t)) {
                      int count = !once ? sets : sets > SOME_SETS ? 1 : 0;
                      t.answer(field, moved(field, t.answered(field), count));
                    }
                  }
                }));
  }

  private static String word(String name) {
    return name.toLowerCase(Locale.ROOT).replace("_", "");
  }
}
