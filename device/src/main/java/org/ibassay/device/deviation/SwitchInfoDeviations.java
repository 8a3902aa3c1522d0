package org.ibassay.device.deviation;

import static org.ibassay.device.variant.SimParameter.ENHANCED_PORT0;
import static org.ibassay.device.variant.SimParameter.LINEAR_CAP;
import static org.ibassay.device.variant.SimParameter.RANDOM_CAP;
import static org.ibassay.device.variant.SimParameter.SWITCHINFO_ILLEGAL;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.SwitchInfo.DEFAULT_MULTICAST_NOT_PRIMARY_PORT;
import static org.ibassay.wire.attribute.SwitchInfo.DEFAULT_MULTICAST_PRIMARY_PORT;
import static org.ibassay.wire.attribute.SwitchInfo.DEFAULT_PORT;
import static org.ibassay.wire.attribute.SwitchInfo.LIDS_PER_PORT;
import static org.ibassay.wire.attribute.SwitchInfo.LIFE_TIME_VALUE;
import static org.ibassay.wire.attribute.SwitchInfo.LINEAR_FDB_CAP;
import static org.ibassay.wire.attribute.SwitchInfo.LINEAR_FDB_TOP;
import static org.ibassay.wire.attribute.SwitchInfo.PORT_STATE_CHANGE;
import static org.ibassay.wire.mad.MadStatus.BAD_METHOD_ATTRIBUTE;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.Smp.DATA;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.SwitchInfo;

/// Deviations in SwitchInfo.
final class SwitchInfoDeviations {
  private SwitchInfoDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>();
    for (Field field : SwitchInfo.LAYOUT.fields()) {
      if (field.access() == Access.RO) {
        all.add(of("stores-" + word(field), "stores " + field.name(), OddFields.stored(field)));
      }
    }
    all.addAll(readOnly());
    for (Field field : List.of(LINEAR_FDB_TOP, DEFAULT_MULTICAST_PRIMARY_PORT, LIFE_TIME_VALUE)) {
      all.add(unstored(field));
      all.add(echoed(field));
    }
    all.add(unstored(DEFAULT_MULTICAST_NOT_PRIMARY_PORT));
    all.add(withRandomTable(unstored(DEFAULT_PORT)));
    all.add(withRandomTable(echoed(DEFAULT_PORT)));
    all.addAll(readWrite());
    all.addAll(moved());
    all.addAll(illegal());
    return all;
  }

  private static List<DeviationSpec> readOnly() {
    return List.of(
        of(
            "stores-low-byte-of-lids-per-port",
            "stores the low byte of LIDsPerPort",
            OddFields.stored(LIDS_PER_PORT, value -> value & 0xFF)),
        of(
            "read-only-echoed",
            "echoes the read-only components of a Set, and stores none",
            Edits.responses(SwitchInfoDeviations::isSet, SwitchInfoDeviations::echoReadOnly)),
        of(
            "enhanced-port0-echoed",
            "echoes EnhancedPort0 of a Set in the response, and does not store it",
            Edits.responses(SwitchInfoDeviations::isSet, t -> echo(t, SwitchInfo.ENHANCED_PORT0))),
        of(
            "stored-for-one-get",
            "shows a changed read-only component to one Get",
            OddFields.shownOnce(LINEAR_FDB_CAP)),
        of(
            "read-only-refused",
            "answers a Set that changes a read-only component with code 7",
            Edits.codes(
                SWITCH_INFO,
                (t, code) -> Edits.isSet(t) && changesReadOnly(t) ? INVALID_FIELD : code)),
        of(
            "inbound-cap-refused",
            "answers a Set that changes InboundEnforcementCap with code 7",
            Edits.codes(
                SWITCH_INFO,
                (t, code) ->
                    Edits.isSet(t) && changes(t, SwitchInfo.INBOUND_ENFORCEMENT_CAP)
                        ? INVALID_FIELD
                        : code)),
        of(
            "read-only-set-resets-lifetime",
            "sets LifeTimeValue to 0 by a Set that changes a read-only component",
            OddFields.moved(SwitchInfoDeviations::changesReadOnly, LIFE_TIME_VALUE, _ -> 0)));
  }

  private static List<DeviationSpec> readWrite() {
    return List.of(
        of(
            "not-stored",
            "answers each Set as a Get",
            OddFields.requested(SWITCH_INFO, (t, held) -> copyAll(t, held))),
        of(
            "echoed-not-stored",
            "answers each Set as if it were stored, and stores none",
            TableEdits.unstored(SWITCH_INFO, _ -> true)),
        of("forgotten-after-get", "keeps a Set for one Get", OddTables.forgotten(SWITCH_INFO, 1)),
        of(
            "forgotten-after-2-gets",
            "keeps a Set for two Gets",
            OddTables.forgotten(SWITCH_INFO, 2)),
        wrong("lifetime-4-bits", LIFE_TIME_VALUE, value -> value & 0xF),
        wrong("lifetime-at-most-19", LIFE_TIME_VALUE, value -> Math.min(value, 19)),
        wrong("lifetime-at-most-18", LIFE_TIME_VALUE, value -> value == 19 ? 18 : value),
        wrong("lifetime-0-is-1", LIFE_TIME_VALUE, value -> Math.max(value, 1)),
        wrong("top-bytes-swapped", LINEAR_FDB_TOP, value -> ((value & 0xFF) << 8) | (value >>> 8)),
        wrong("top-low-byte-only", LINEAR_FDB_TOP, value -> value & 0xFF),
        wrong("top-14-bits", LINEAR_FDB_TOP, value -> value & 0x3FFF),
        wrong("top-one-less", LINEAR_FDB_TOP, value -> Math.max(0, value - 1)),
        wrong("top-at-most-cap-less-2", LINEAR_FDB_TOP, value -> Math.min(value, 49150)),
        wrong(
            "last-port-is-next-to-last",
            DEFAULT_MULTICAST_PRIMARY_PORT,
            value -> value == 36 ? 35 : value),
        wrong("port-5-bits", DEFAULT_MULTICAST_NOT_PRIMARY_PORT, value -> value & 0x1F),
        refused("top-0-refused", t -> t.asked(LINEAR_FDB_TOP) == 0),
        refused("greatest-top-refused", t -> t.asked(LINEAR_FDB_TOP) == 49151),
        refused("infinite-lifetime-refused", t -> t.asked(LIFE_TIME_VALUE) > 19),
        of(
            "stored-but-refused",
            "stores each Set, and answers code 7",
            Edits.codes(SWITCH_INFO, (t, code) -> Edits.isSet(t) ? INVALID_FIELD : code)),
        refused(
                "port-0-refused",
                t ->
                    t.asked(DEFAULT_MULTICAST_PRIMARY_PORT) == 0
                        && changes(t, DEFAULT_MULTICAST_PRIMARY_PORT))
            .on(ENHANCED_PORT0, 1));
  }

  private static List<DeviationSpec> moved() {
    return List.of(
        of(
            "multicast-ports-swapped",
            "stores the two default multicast ports swapped",
            OddFields.requested(
                SWITCH_INFO,
                (t, _) -> {
                  long primary = t.asked(DEFAULT_MULTICAST_PRIMARY_PORT);
                  put(
                      t,
                      DEFAULT_MULTICAST_PRIMARY_PORT,
                      t.asked(DEFAULT_MULTICAST_NOT_PRIMARY_PORT));
                  put(t, DEFAULT_MULTICAST_NOT_PRIMARY_PORT, primary);
                })),
        of(
            "primary-port-stored-in-both",
            "stores DefaultMulticastPrimaryPort in both ports",
            OddFields.requested(
                SWITCH_INFO,
                (t, _) ->
                    put(
                        t,
                        DEFAULT_MULTICAST_NOT_PRIMARY_PORT,
                        t.asked(DEFAULT_MULTICAST_PRIMARY_PORT)))),
        withRandomTable(
            of(
                "default-port-stored-in-primary",
                "stores DefaultPort in DefaultMulticastPrimaryPort, too",
                OddFields.requested(
                    SWITCH_INFO,
                    (t, _) -> put(t, DEFAULT_MULTICAST_PRIMARY_PORT, t.asked(DEFAULT_PORT))))),
        of(
            "lifetime-moves-top",
            "sets LinearFDBTop to 0 when LifeTimeValue changes",
            OddFields.moved(t -> changes(t, LIFE_TIME_VALUE), LINEAR_FDB_TOP, _ -> 0)),
        of(
            "top-moves-lifetime",
            "sets LifeTimeValue to 0 when LinearFDBTop changes",
            OddFields.moved(t -> changes(t, LINEAR_FDB_TOP), LIFE_TIME_VALUE, _ -> 0)),
        of(
            "one-component-a-set",
            "stores only the first component that a Set changes",
            OddFields.requested(SWITCH_INFO, SwitchInfoDeviations::keepAllButFirst)),
        of(
            "set-moves-cap",
            "declares one entry more after LinearFDBTop was set to the greatest",
            OddFields.moved(t -> t.asked(LINEAR_FDB_TOP) == 49151, LINEAR_FDB_CAP, cap -> cap - 1)),
        of(
            "port-state-change-cleared-by-0",
            "clears PortStateChange by any Set",
            OddFields.requested(SWITCH_INFO, (t, _) -> put(t, PORT_STATE_CHANGE, 1))));
  }

  private static List<DeviationSpec> illegal() {
    return List.of(
        refusing(
            "illegal-refused-but-stored",
            "answers a Set of LinearFDBTop beyond the table" + " with code 7, and stores it",
            OddFields.storedWhenRefused(LINEAR_FDB_TOP)),
        refusing(
            "illegal-port-refused-but-stored",
            "answers a Set of a default port that it lacks" + " with code 7, and stores it",
            OddFields.storedWhenRefused(DEFAULT_MULTICAST_PRIMARY_PORT)),
        refusing(
            "illegal-refused-code-3",
            "answers a Set with an illegal value with code 3",
            Edits.codes(
                SWITCH_INFO, (_, code) -> code == INVALID_FIELD ? BAD_METHOD_ATTRIBUTE : code)),
        refusing(
            "refused-set-resets-lifetime",
            "sets LifeTimeValue to 0 by a Set that it rejects",
            OddFields.moved(t -> t.asked(LINEAR_FDB_TOP) >= 49152, LIFE_TIME_VALUE, _ -> 0)),
        refusing(
            "refused-set-locks",
            "rejects each Set after one that it had to reject",
            OddFields.locked(SWITCH_INFO)),
        of(
            "illegal-top-is-5",
            "stores 5 for a LinearFDBTop beyond the table",
            OddFields.requested(
                SWITCH_INFO,
                (t, _) -> {
                  if (t.asked(LINEAR_FDB_TOP) >= 49152) {
                    put(t, LINEAR_FDB_TOP, 5);
                  }
                })),
        of(
            "illegal-port-moves-other",
            "stores a default port that it lacks in the other one",
            OddFields.requested(
                SWITCH_INFO,
                (t, _) -> {
                  if (t.asked(DEFAULT_MULTICAST_PRIMARY_PORT) > 36) {
                    put(t, DEFAULT_MULTICAST_NOT_PRIMARY_PORT, 1);
                  }
                })));
  }

  /// `LIDsPerPort` as `lids-per-port`.
  private static String word(Field field) {
    return field.name().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }

  private static DeviationSpec of(String name, String summary, Consumer<Seams> effect) {
    return DeviationSpec.of("switchinfo." + name, summary, Set.of(NodeKind.SWITCH), effect);
  }

  private static DeviationSpec refusing(String name, String summary, Consumer<Seams> effect) {
    return of(name, summary, effect).on(SWITCHINFO_ILLEGAL, 2);
  }

  private static DeviationSpec withRandomTable(DeviationSpec spec) {
    return spec.on(LINEAR_CAP, 0).on(RANDOM_CAP, 64);
  }

  private static DeviationSpec unstored(Field field) {
    return of(
        "keeps-" + word(field),
        "keeps the value of " + field.name(),
        OddFields.requested(SWITCH_INFO, (t, held) -> put(t, field, held.of(field))));
  }

  private static DeviationSpec echoed(Field field) {
    return of(
        "echoes-" + word(field),
        "echoes %s of a Set in the response, and does not store it".formatted(field.name()),
        OddFields.echoed(field));
  }

  private static DeviationSpec wrong(String name, Field field, LongUnaryOperator stored) {
    return of(
        name,
        "stores a different %s than it was set to".formatted(field.name()),
        OddFields.requested(
            SWITCH_INFO,
            (t, held) -> {
              if (t.asked(field) != held.of(field)) {
                put(t, field, stored.applyAsLong(t.asked(field)));
              }
            }));
  }

  private static DeviationSpec refused(String name, Predicate<Transaction> which) {
    return of(
        name, "rejects a legal value with code 7 and keeps the old one", OddFields.refused(which));
  }

  private static boolean isSet(Transaction t) {
    return Edits.isSet(t) && Edits.isOf(SWITCH_INFO, t);
  }

  private static void put(Transaction t, Field field, long value) {
    field.set(t.request(), DATA, value);
  }

  private static void echo(Transaction t, Field field) {
    t.answer(field, t.asked(field));
  }

  private static void echoReadOnly(Transaction t) {
    SwitchInfo.LAYOUT.fields().stream()
        .filter(field -> field.access() == Access.RO)
        .forEach(field -> echo(t, field));
  }

  /// Whether an executed Set has another value than its response.
  private static boolean changes(Transaction t, Field field) {
    return t.asked(field) != t.answered(field);
  }

  private static boolean changesReadOnly(Transaction t) {
    return SwitchInfo.LAYOUT.fields().stream()
        .anyMatch(field -> field.access() == Access.RO && changes(t, field));
  }

  private static void copyAll(Transaction t, OddFields.Held held) {
    SwitchInfo.LAYOUT.fields().forEach(field -> put(t, field, held.of(field)));
  }

  private static void keepAllButFirst(Transaction t, OddFields.Held held) {
    boolean isFirst = true;
    for (Field field : SwitchInfo.LAYOUT.fields()) {
      boolean isChanged = field.access() == Access.RW && t.asked(field) != held.of(field);
      if (isChanged && !isFirst && !field.equals(PORT_STATE_CHANGE)) {
        put(t, field, held.of(field));
      }
      isFirst &= !isChanged;
    }
  }
}
