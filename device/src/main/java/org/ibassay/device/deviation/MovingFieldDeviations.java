package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.CA;
import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.device.variant.SimParameter.ENHANCED_PORT0;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.ibassay.device.sma.Replies;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;

/// Deviations in what a Set is not about: each Set of an attribute, refused or not, moves one of
/// its fields, of all ports, of port 0 only, or of the others. Beside these, a field that differs
/// where a request names the port.
final class MovingFieldDeviations {
  /// The bits of AttributeModifier that name a port.
  private static final int NUMBER = 0xFF;

  private static final Set<NodeKind> SWITCHES = Set.of(SWITCH);

  /// What a conforming device may move at any time.
  private static final Set<Field> FREE =
      Set.of(PortInfo.DIAG_CODE, PortInfo.LINK_ROUND_TRIP_LATENCY, PortInfo.MAX_CREDIT_HINT);

  /// What counts on by itself: it is moved back.
  private static final Set<Field> COUNTERS =
      Set.of(PortInfo.M_KEY_VIOLATIONS, PortInfo.P_KEY_VIOLATIONS, PortInfo.Q_KEY_VIOLATIONS);

  /// What an external port has not of its own, or may show as port 0 has it.
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
          PortInfo.PORT_PHYSICAL_STATE,
          PortInfo.PARTITION_ENFORCEMENT_INBOUND,
          PortInfo.PARTITION_ENFORCEMENT_OUTBOUND,
          PortInfo.FILTER_RAW_INBOUND,
          PortInfo.FILTER_RAW_OUTBOUND);

  private MovingFieldDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>();
    for (Field field : PORT_INFO.layout().fields()) {
      if (!FREE.contains(field)) {
        all.addAll(ofPorts(field));
      }
    }
    for (Field field : SWITCH_INFO.layout().fields()) {
      all.add(moving("switchinfo", SWITCH_INFO, field, SWITCHES));
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
                isForPort0)
            .on(ENHANCED_PORT0, 1));
    if (!NOT_EXTERNAL.contains(field)) {
      String when = "of external ports with each Set for port 0";
      Predicate<Transaction> isForOthers = isForPort0.negate();
      all.add(
          moving("by-port0", when, PORT_INFO, field, SWITCHES, isForPort0, isForOthers)
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

  private static int number(Transaction t) {
    return t.modifier() & NUMBER;
  }

  private static DeviationSpec moving(
      String word, Attribute attribute, Field field, Set<NodeKind> kinds) {
    return moving(word, "with each Set", attribute, field, kinds, _ -> true, _ -> true);
  }

  /// @param moving the Sets that do it
  /// @param showing the responses that show it
  private static DeviationSpec moving(
      String word,
      String when,
      Attribute attribute,
      Field field,
      Set<NodeKind> kinds,
      Predicate<Transaction> moving,
      Predicate<Transaction> showing) {
    return DeviationSpec.of(
        "moving.%s-%s".formatted(word, word(field.name())),
        "moves %s of %s %s".formatted(field.name(), attribute.name(), when),
        kinds,
        seams ->
            seams.replies.depart(replies ->
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
                      long moved = COUNTERS.contains(field) ? -1 - sets : t.answered(field) + sets;
                      t.answer(field, moved & field.max());
                    }
                  }
                }));
  }

  private static String word(String name) {
    return name.toLowerCase(Locale.ROOT).replace("_", "");
  }
}
