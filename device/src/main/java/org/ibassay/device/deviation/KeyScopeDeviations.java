package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.ALL;
import static org.ibassay.device.variant.NodeKind.CA;
import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.device.variant.SimParameter.EXTERNAL_ABSENT;
import static org.ibassay.device.variant.SimParameter.GUID_CAP;
import static org.ibassay.device.variant.SimParameter.PARTITION_CAP;
import static org.ibassay.wire.attribute.Attribute.GUID_INFO;
import static org.ibassay.wire.attribute.Attribute.LED_INFO;
import static org.ibassay.wire.attribute.Attribute.LINEAR_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.MULTICAST_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.P_KEY_TABLE;
import static org.ibassay.wire.attribute.Attribute.SL_TO_VL_MAPPING_TABLE;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.Attribute.VL_ARBITRATION_TABLE;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.ibassay.device.sma.MKeyRules;
import org.ibassay.device.sma.Port;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadStatus;

/// Deviations in what the M_Key protects beyond the requests that every M_Key test sends, and in
/// which requests start and stop the lease period timer.
final class KeyScopeDeviations {
  private static final int NUMBER = 0xFF;
  private static final int NO_PORT = 200;
  private static final int NO_ATTRIBUTE = 0xFF;
  private static final long NO_UNICAST_LID = 0xFFFF;
  private static final int TWO_BLOCKS = 64;
  private static final Set<NodeKind> CAS = Set.of(CA);
  private static final Set<NodeKind> SWITCHES = Set.of(SWITCH);

  /// Kinds of requests.
  private static final Map<String, Predicate<Transaction>> REQUESTS =
      Map.of(
          "set-portinfo",
          t -> Edits.isSet(t) && Edits.isOf(PORT_INFO, t),
          "set-pkeytable",
          t -> Edits.isSet(t) && Edits.isOf(P_KEY_TABLE, t),
          "sets",
          Edits::isSet,
          "trap-repress",
          MKeyEdits::isTrapRepress);

  private KeyScopeDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>();
    all.add(
        unguarded(
            "missing-attribute",
            "for an attribute that it lacks",
            t -> t.attributeId() > NO_ATTRIBUTE));
    all.add(
        unguarded(
            "missing-port",
            "for PortInfo of a port that it lacks",
            t -> Edits.isOf(PORT_INFO, t) && (t.modifier() & NUMBER) > NO_PORT));
    all.add(
        unguarded(
            "set-by-number",
            "to set PortInfo by the number of the receiving port",
            t -> isPortInfoSet(t) && isByOwnNumber(t)));
    all.add(
        unguarded(
            "get-by-number",
            "to get PortInfo by the number of the receiving port",
            t -> Edits.isGet(t) && isByOwnNumber(t)));
    all.add(
        MKeyEdits.uncounted(
            "by-number-not-counted",
            "counts no violation of PortInfo by the number of the receiving port",
            KeyScopeDeviations::isByOwnNumber));
    all.add(
        unguarded(
            "illegal-value",
            "to set an illegal MasterSMLID",
            t -> isPortInfoSet(t) && t.asked(PortInfo.MASTER_SM_LID) == NO_UNICAST_LID));
    all.add(unguardedBlock(GUID_INFO, ALL).on(GUID_CAP, TWO_BLOCKS));
    all.add(unguardedBlock(P_KEY_TABLE, ALL).on(PARTITION_CAP, TWO_BLOCKS));
    all.add(unguardedBlock(LINEAR_FORWARDING_TABLE, SWITCHES));
    all.add(unguardedBlock(MULTICAST_FORWARDING_TABLE, SWITCHES));
    for (Attribute attribute :
        List.of(GUID_INFO, P_KEY_TABLE, SL_TO_VL_MAPPING_TABLE, VL_ARBITRATION_TABLE)) {
      all.add(silentlyStored(attribute, ALL));
    }
    for (Attribute attribute :
        List.of(SWITCH_INFO, LINEAR_FORWARDING_TABLE, MULTICAST_FORWARDING_TABLE)) {
      all.add(silentlyStored(attribute, SWITCHES));
    }
    all.add(unguarded("led", "for LedInfo", t -> Edits.isOf(LED_INFO, t)));
    all.add(unguarded("led-set", "to set LedInfo", t -> Edits.isOf(LED_INFO, t) && Edits.isSet(t)));
    all.add(
        rules(
            "missing-attribute-not-counted",
            "counts no violation where an attribute is requested that it lacks",
            ALL,
            rules ->
                new MKeyRules.Overlay(rules) {
                  @Override
                  public void countViolation(Transaction t, Port guard) {
                    if (t.attributeId() <= NO_ATTRIBUTE) {
                      super.countViolation(t, guard);
                    }
                  }
                }));
    all.add(
        rules(
            "violations-reset-by-sets",
            "sets M_KeyViolations to 0 with each Set of another attribute than PortInfo",
            ALL,
            rules ->
                new MKeyRules.Overlay(rules) {
                  @Override
                  public boolean matches(Transaction t, Port guard, long key) {
                    boolean isRight = super.matches(t, guard, key);
                    if (isRight && Edits.isSet(t) && !Edits.isOf(PORT_INFO, t)) {
                      guard.put(PortInfo.M_KEY_VIOLATIONS, 0);
                    }
                    return isRight;
                  }
                }));
    all.add(
        unguarded(
            "key-removal",
            "to set M_Key to 0",
            t -> isPortInfoSet(t) && t.asked(PortInfo.M_KEY) == 0));
    all.add(
        MKeyEdits.matching(
            "keyscope.key-of-data-passes",
            "accepts a Set(PortInfo) whose M_Key is the one that it sets",
            (t, _, key, right) ->
                right || (isPortInfoSet(t) && key != 0 && t.asked(PortInfo.M_KEY) == key)));
    all.add(
        MKeyEdits.matching(
            "keyscope.key-in-data-passes",
            "accepts a Set(PortInfo) with any M_Key if it sets the right one",
            (t, guard, _, right) ->
                right
                    || (isPortInfoSet(t)
                        && t.asked(PortInfo.M_KEY) == guard.value(PortInfo.M_KEY))));
    all.add(
        MKeyEdits.matching(
            "keyscope.key-of-ones-passes",
            "mistakes an M_Key of all ones for the right one",
            (_, _, key, right) -> right || key == -1));
    for (Field counter : List.of(PortInfo.P_KEY_VIOLATIONS, PortInfo.Q_KEY_VIOLATIONS)) {
      all.add(
          MKeyEdits.countedIn(
              "keyscope.counted-in-" + counter.name().toLowerCase(Locale.ROOT), counter));
    }
    for (int bit : new int[] {7, 37, 62}) {
      all.add(
          MKeyEdits.compared(
              "keyscope.bit-%d-not-compared".formatted(bit),
              "does not compare bit %d of the M_Key".formatted(bit),
              ~(1L << bit)));
    }
    all.addAll(shown());
    all.addAll(throughExternalPorts());
    all.addAll(ofOtherPorts());
    REQUESTS.forEach((word, which) -> all.addAll(lease(word, which)));
    lease("lid", Edits::isByLid).forEach(deviation -> all.add(deviation.onLid()));
    return all;
  }

  private static boolean isByOwnNumber(Transaction t) {
    return Edits.isOf(PORT_INFO, t) && t.modifier() == t.port();
  }

  private static boolean isPortInfoSet(Transaction t) {
    return Edits.isSet(t) && Edits.isOf(PORT_INFO, t);
  }

  private interface Rules {
    MKeyRules over(MKeyRules rules);
  }

  private static DeviationSpec rules(String name, String does, Set<NodeKind> kinds, Rules rules) {
    return DeviationSpec.of(
        "keyscope." + name, does, kinds, seams -> seams.mKey.deviate(rules::over));
  }

  private static DeviationSpec unguarded(String name, String what, Predicate<Transaction> which) {
    return unguarded(name, what, ALL, which);
  }

  private static DeviationSpec silentlyStored(Attribute attribute, Set<NodeKind> kinds) {
    DeviationSpec stored =
        MKeyEdits.refused(
            "refused-%s-stored".formatted(attribute.name().toLowerCase(Locale.ROOT)),
            "stores a Set of %s that it must drop, without a response".formatted(attribute.name()),
            t -> Edits.isOf(attribute, t) && Edits.isSet(t),
            MKeyRules.Outcome.EXECUTED);
    String name = stored.name().replace("mkey.", "keyscope.");
    return DeviationSpec.of(name, stored.summary(), kinds, stored.effect());
  }

  private static DeviationSpec unguardedBlock(Attribute attribute, Set<NodeKind> kinds) {
    return unguarded(
        attribute.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-block-1",
        "for block 1 of " + attribute.name(),
        kinds,
        t -> Edits.isOf(attribute, t) && t.modifier() == 1);
  }

  private static DeviationSpec unguarded(
      String name, String what, Set<NodeKind> kinds, Predicate<Transaction> which) {
    return rules(
        "unguarded-" + name,
        "answers a request %s, whatever its M_Key".formatted(what),
        kinds,
        rules ->
            new MKeyRules.Overlay(rules) {
              @Override
              public boolean needsKey(Transaction t, int protectBits) {
                return super.needsKey(t, protectBits) && !which.test(t);
              }
            });
  }

  /// PortInfo of a port requested by number shows its M_Key without a check.
  private static List<DeviationSpec> shown() {
    return List.of(
        DeviationSpec.of(
            "keyscope.shown-by-number",
            "shows its M_Key where a request names the receiving port",
            CAS,
            seams -> show(seams, t -> (t.modifier() & NUMBER) == t.port())),
        DeviationSpec.of(
            "keyscope.shown-of-other-port",
            "shows the M_Key of another port than the receiving one",
            CAS,
            seams -> show(seams, t -> (t.modifier() & NUMBER) != t.port())),
        DeviationSpec.of(
                "keyscope.shown-in-external-ports",
                "shows the M_Key of port 0 in PortInfo of external ports",
                SWITCHES,
                seams -> show(seams, _ -> true))
            .on(EXTERNAL_ABSENT, 1));
  }

  private static void show(Seams seams, Predicate<Transaction> which) {
    Map<Integer, Long> keys = new HashMap<>();
    seams.mKey.deviate(rules ->
        new MKeyRules.Overlay(rules) {
          @Override
          public boolean matches(Transaction t, Port guard, long key) {
            keys.put(guard.number(), guard.value(PortInfo.M_KEY));
            return super.matches(t, guard, key);
          }
        });
    Edits.responses(
            t ->
                Edits.isOf(PORT_INFO, t)
                    && (t.modifier() & NUMBER) != 0
                    && which.test(t)
                    && MadStatus.CODE.get(t.response(), 0) == MadStatus.OK,
            t -> {
              int number = t.modifier() & NUMBER;
              t.answer(PortInfo.M_KEY, keys.getOrDefault(number, keys.getOrDefault(0, 0L)));
            })
        .accept(seams);
  }

  /// A Set for an external port of a switch stores components that belong to port 0.
  private static List<DeviationSpec> throughExternalPorts() {
    List<DeviationSpec> all = new ArrayList<>();
    for (Field field : List.of(PortInfo.M_KEY_PROTECT_BITS, PortInfo.M_KEY_LEASE_PERIOD)) {
      all.add(
          DeviationSpec.of(
              "keyscope.%s-through-external-ports".formatted(field.name().toLowerCase(Locale.ROOT)),
              "sets %s of port 0 to 0 with a Set for an external port".formatted(field.name()),
              SWITCHES,
              PortInfoEdits.stored(done -> {
                if (done.code() == MadStatus.OK && done.port().number() != 0) {
                  done.all().getFirst().put(field, 0);
                }
              })));
    }
    return all;
  }

  private static List<DeviationSpec> ofOtherPorts() {
    return List.of(
        rules(
            "counted-on-all-ports",
            "counts a violation on all ports",
            CAS,
            rules ->
                new MKeyRules.Overlay(rules) {
                  private final Set<Port> ports = new LinkedHashSet<>();

                  @Override
                  public boolean matches(Transaction t, Port guard, long key) {
                    ports.add(guard);
                    return super.matches(t, guard, key);
                  }

                  @Override
                  public void countViolation(Transaction t, Port guard) {
                    ports.forEach(port -> super.countViolation(t, port));
                  }
                }),
        rules(
            "key-of-other-port",
            "checks requests by the M_Key of the port that was given one last",
            CAS,
            rules ->
                new MKeyRules.Overlay(rules) {
                  private final Set<Port> ports = new LinkedHashSet<>();

                  @Override
                  public boolean matches(Transaction t, Port guard, long key) {
                    ports.add(guard);
                    return ports.stream().allMatch(port -> super.matches(t, port, key));
                  }

                  @Override
                  public boolean needsKey(Transaction t, int protectBits) {
                    return super.needsKey(t, protectBits)
                        || ports.stream()
                            .anyMatch(port ->
                                super.needsKey(t, (int) port.value(PortInfo.M_KEY_PROTECT_BITS)));
                  }
                }));
  }

  private static List<DeviationSpec> lease(String word, Predicate<Transaction> which) {
    return List.of(
        rules(
            "lease-not-started-by-" + word,
            "does not start the lease timer when a request of this kind is rejected",
            ALL,
            rules ->
                new MKeyRules.Overlay(rules) {
                  @Override
                  public long endAfterRefusal(Transaction t, long end, long whole) {
                    return which.test(t) ? end : super.endAfterRefusal(t, end, whole);
                  }
                }),
        rules(
            "lease-not-stopped-by-" + word,
            "does not stop the lease timer when a request of this kind has the right M_Key",
            ALL,
            rules ->
                new MKeyRules.Overlay(rules) {
                  @Override
                  public long endAfterRightKey(Transaction t, long end) {
                    return which.test(t) ? end : super.endAfterRightKey(t, end);
                  }
                }));
  }
}
