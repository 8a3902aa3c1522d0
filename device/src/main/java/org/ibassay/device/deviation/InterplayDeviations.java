package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.CA;
import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.wire.attribute.Attribute.GUID_INFO;
import static org.ibassay.wire.attribute.Attribute.LED_INFO;
import static org.ibassay.wire.attribute.Attribute.LINEAR_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.MULTICAST_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.P_KEY_TABLE;
import static org.ibassay.wire.attribute.Attribute.SL_TO_VL_MAPPING_TABLE;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.Attribute.VL_ARBITRATION_TABLE;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.ibassay.device.sma.PortInfoChecks.Ruling;
import org.ibassay.device.sma.PortInfoEffects.Done;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.mad.MadStatus;

/// Deviations in the effects of a change of one component on others: tables that are lost when a
/// component of PortInfo or SwitchInfo changes, and components that the state of the port resets,
/// or that cannot be set in a state.
final class InterplayDeviations {
  private static final Set<NodeKind> CAS = Set.of(CA);
  private static final Set<NodeKind> SWITCHES = Set.of(SWITCH);
  private static final Set<NodeKind> CA_AND_SWITCH = Set.of(CA, SWITCH);

  /// For each component of PortInfo, the table that a channel adapter loses when it changes.
  private static final Map<Field, Attribute> OF_ADAPTER =
      Map.of(
          PortInfo.PORT_STATE, P_KEY_TABLE,
          PortInfo.OPERATIONAL_VLS, VL_ARBITRATION_TABLE,
          PortInfo.NEIGHBOR_MTU, SL_TO_VL_MAPPING_TABLE,
          PortInfo.LID, GUID_INFO,
          PortInfo.LMC, P_KEY_TABLE,
          PortInfo.GID_PREFIX, GUID_INFO,
          PortInfo.MASTER_SM_LID, LED_INFO,
          PortInfo.LINK_WIDTH_ENABLED, VL_ARBITRATION_TABLE,
          PortInfo.LINK_SPEED_ENABLED, SL_TO_VL_MAPPING_TABLE,
          PortInfo.VL_HIGH_LIMIT, VL_ARBITRATION_TABLE);

  private static final Map<Field, Attribute> OF_SWITCH =
      Map.of(
          PortInfo.PORT_STATE, MULTICAST_FORWARDING_TABLE,
          PortInfo.OPERATIONAL_VLS, SL_TO_VL_MAPPING_TABLE,
          PortInfo.NEIGHBOR_MTU, VL_ARBITRATION_TABLE,
          PortInfo.LID, LINEAR_FORWARDING_TABLE,
          PortInfo.HOQ_LIFE, P_KEY_TABLE,
          PortInfo.PARTITION_ENFORCEMENT_INBOUND, P_KEY_TABLE);

  private static final Map<Field, Attribute> OF_SWITCH_INFO =
      Map.of(
          SwitchInfo.LINEAR_FDB_TOP, MULTICAST_FORWARDING_TABLE,
          SwitchInfo.LIFE_TIME_VALUE, VL_ARBITRATION_TABLE,
          SwitchInfo.DEFAULT_MULTICAST_PRIMARY_PORT, MULTICAST_FORWARDING_TABLE,
          SwitchInfo.DEFAULT_MULTICAST_NOT_PRIMARY_PORT, LINEAR_FORWARDING_TABLE);

  /// Fields that are reset to 0 when PortState changes.
  private static final List<Field> FALLING =
      List.of(
          PortInfo.SUBNET_TIME_OUT,
          PortInfo.M_KEY_LEASE_PERIOD,
          PortInfo.VL_HIGH_LIMIT,
          PortInfo.GID_PREFIX);

  private static final List<Field> HELD =
      List.of(
          PortInfo.LID,
          PortInfo.MASTER_SM_LID,
          PortInfo.MASTER_SM_SL,
          PortInfo.GID_PREFIX,
          PortInfo.SUBNET_TIME_OUT,
          PortInfo.M_KEY_LEASE_PERIOD);

  private InterplayDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>();
    OF_ADAPTER.forEach((by, lost) -> all.add(loses(by, lost, CAS)));
    OF_SWITCH.forEach((by, lost) -> all.add(loses(by, lost, SWITCHES)));
    for (Attribute lost : List.of(P_KEY_TABLE, VL_ARBITRATION_TABLE)) {
      all.add(loses(PortInfo.M_KEY, lost, CA_AND_SWITCH));
      all.add(loses(PortInfo.M_KEY_PROTECT_BITS, lost, CA_AND_SWITCH));
    }
    all.add(loses(PortInfo.M_KEY_PROTECT_BITS, GUID_INFO, CAS));
    all.add(loses(PortInfo.M_KEY_PROTECT_BITS, SL_TO_VL_MAPPING_TABLE, CAS));
    all.add(loses(PortInfo.M_KEY_PROTECT_BITS, LINEAR_FORWARDING_TABLE, SWITCHES));
    OF_SWITCH_INFO.forEach((by, lost) ->
        all.add(
            DeviationSpec.of(
                name("loses", lost, by),
                "loses what was set of %s when %s of SwitchInfo changes"
                    .formatted(lost.name(), by.name()),
                SWITCHES,
                losing(lost, (seams, lose) -> whenSwitchInfoChanges(seams, by, lose)))));
    for (Field field : FALLING) {
      all.add(
          of(
              "falls-with-state-" + word(field),
              "sets %s to 0 when PortState is set".formatted(field.name()),
              CAS,
              PortInfoEdits.stored(done -> {
                if (done.code() == MadStatus.OK && changes(done, PortInfo.PORT_STATE)) {
                  done.port().put(field, 0);
                }
              })));
    }
    for (Field field : HELD) {
      all.add(held(field, PortState.ARMED));
      all.add(held(field, PortState.ACTIVE));
    }
    all.add(
        of(
            "state-alone",
            "stores nothing but PortState of a Set that changes it",
            CA_AND_SWITCH,
            PortInfoDeviations.rules((t, _, field, _, right) ->
                t.asked(PortInfo.PORT_STATE) > PortState.DOWN && !field.equals(PortInfo.PORT_STATE)
                    ? Ruling.SKIP
                    : right)));
    all.add(
        of(
            "lmc-cleared-with-lid",
            "sets LMC to 0 when LID is set to another value",
            CAS,
            PortInfoEdits.stored(done -> {
              if (done.code() == MadStatus.OK && changes(done, PortInfo.LID)) {
                done.port().put(PortInfo.LMC, 0);
              }
            })));
    all.add(
        of(
            "mtu-of-ingress-in-next",
            "stores NeighborMTU of the port that receives the Set in the next port, too",
            SWITCHES,
            PortInfoEdits.stored(done -> {
              if (done.code() == MadStatus.OK && done.port().number() == done.t().port()) {
                PortInfoEdits.next(done)
                    .put(PortInfo.NEIGHBOR_MTU, done.port().value(PortInfo.NEIGHBOR_MTU));
              }
            })));
    all.addAll(alone());
    all.addAll(declared());
    return all;
  }

  /// A Set that takes the link down stores nothing else; ClientReregister is not reset.
  private static List<DeviationSpec> alone() {
    return List.of(
        alone("down-alone", PortInfo.PORT_STATE, PortState.DOWN),
        alone("polling-alone", PortInfo.PORT_PHYSICAL_STATE, 2),
        of(
            "reregister-kept-with-state",
            "keeps ClientReregister 1 of a Set that changes PortState",
            CAS,
            PortInfoEdits.stored(done -> {
              boolean isChanged = done.t().asked(PortInfo.PORT_STATE) > PortState.DOWN;
              if (done.code() == MadStatus.OK && isChanged) {
                long asked = done.t().asked(PortInfo.CLIENT_REREGISTER);
                done.port().put(PortInfo.CLIENT_REREGISTER, asked);
              }
            })));
  }

  private static DeviationSpec alone(String name, Field state, long value) {
    return of(
        name,
        "stores nothing else of a Set with %s = %d".formatted(state.name(), value),
        CA_AND_SWITCH,
        PortInfoDeviations.rules((t, _, field, _, right) ->
            t.asked(state) == value && !field.equals(state) ? Ruling.SKIP : right));
  }

  /// A declared capability changes after a Set.
  private static List<DeviationSpec> declared() {
    return List.of(
        moved(P_KEY_TABLE, NODE_INFO, NodeInfo.PARTITION_CAP, CA_AND_SWITCH),
        moved(PORT_INFO, NODE_INFO, NodeInfo.SYSTEM_IMAGE_GUID, CA_AND_SWITCH),
        moved(P_KEY_TABLE, SWITCH_INFO, SwitchInfo.PARTITION_ENFORCEMENT_CAP, SWITCHES),
        moved(MULTICAST_FORWARDING_TABLE, SWITCH_INFO, SwitchInfo.MULTICAST_FDB_CAP, SWITCHES),
        of(
            "lanes-declared-by-use",
            "declares no VLArbitrationTable while OperationalVLs is 1",
            CAS,
            Edits.responses(
                t -> Edits.isOf(PORT_INFO, t) && t.answered(PortInfo.OPERATIONAL_VLS) == 1,
                t -> {
                  t.answer(PortInfo.VL_ARBITRATION_HIGH_CAP, 0);
                  t.answer(PortInfo.VL_ARBITRATION_LOW_CAP, 0);
                })));
  }

  private static DeviationSpec of(
      String name, String does, Set<NodeKind> kinds, Consumer<Seams> effect) {
    return DeviationSpec.of("interplay." + name, does, kinds, effect);
  }

  private static String word(Field field) {
    return field.name().toLowerCase(Locale.ROOT);
  }

  private static String word(Attribute attribute) {
    return attribute.name().toLowerCase(Locale.ROOT).replace("_", "");
  }

  private static String name(String does, Attribute attribute, Field field) {
    return "interplay.%s-%s-by-%s".formatted(does, word(attribute), word(field));
  }

  private static DeviationSpec moved(
      Attribute set, Attribute shown, Field field, Set<NodeKind> kinds) {
    return of(
        "%s-moves-with-%s".formatted(word(field), word(set)),
        "declares another %s once %s was set".formatted(field.name(), set.name()),
        kinds,
        Edits.changedBySets(set, shown, t -> t.answer(field, t.answered(field) - 1)));
  }

  private static DeviationSpec held(Field field, int state) {
    String word = state == PortState.ARMED ? "armed" : "active";
    return of(
        "held-while-%s-%s".formatted(word, word(field)),
        "accepts but does not store %s while PortState is %d".formatted(field.name(), state),
        CAS,
        PortInfoDeviations.rules((_, port, of, _, right) ->
            of.equals(field) && port.value(PortInfo.PORT_STATE) == state ? Ruling.SKIP : right));
  }

  private static DeviationSpec loses(Field by, Attribute lost, Set<NodeKind> kinds) {
    return DeviationSpec.of(
        name("loses", lost, by),
        "loses what was set of %s when %s of PortInfo changes".formatted(lost.name(), by.name()),
        kinds,
        losing(
            lost,
            (seams, lose) ->
                PortInfoEdits.stored(
                        done -> {
                          if (done.code() == MadStatus.OK && changes(done, by)) {
                            lose.run();
                          }
                        })
                    .accept(seams)));
  }

  private static boolean changes(Done done, Field field) {
    return field.get(done.before(), 0) != done.port().value(field);
  }

  private static void whenSwitchInfoChanges(Seams seams, Field field, Runnable then) {
    Edits.sets(
            SWITCH_INFO,
            (t, handler) -> {
              handler.get(t);
              long before = t.answered(field);
              int code = handler.set(t);
              if (t.answered(field) != before) {
                then.run();
              }
              return code;
            })
        .accept(seams);
  }

  /// The settings of an attribute read 0 after they are lost, until they are set again.
  ///
  /// @param watch adds a deviation that calls its second parameter when they are lost
  private static Consumer<Seams> losing(Attribute lost, BiConsumer<Seams, Runnable> watch) {
    return seams -> {
      Set<Long> set = new HashSet<>();
      Set<Long> gone = new HashSet<>();
      watch.accept(seams, () -> gone.addAll(set));
      Edits.handler(
              lost,
              handler ->
                  Edits.handler(
                      t -> {
                        int code = handler.get(t);
                        if (gone.contains(LostValues.place(t))) {
                          t.clearAnswer();
                        }
                        return code;
                      },
                      t -> taken(t, handler.set(t), set, gone)))
          .accept(seams);
    };
  }

  private static int taken(Transaction t, int code, Set<Long> set, Set<Long> gone) {
    if (code == MadStatus.OK) {
      set.add(LostValues.place(t));
      gone.remove(LostValues.place(t));
    }
    return code;
  }
}
