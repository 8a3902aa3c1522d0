package org.ibassay.device.deviation;

import static org.ibassay.device.variant.SimParameter.LINEAR_CAP;
import static org.ibassay.device.variant.SimParameter.RANDOM_CAP;
import static org.ibassay.wire.attribute.Attribute.RANDOM_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.SwitchInfo.LINEAR_FDB_CAP;
import static org.ibassay.wire.attribute.SwitchInfo.RANDOM_FDB_CAP;
import static org.ibassay.wire.mad.MadStatus.BAD_METHOD;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.RandomForwardingTable;

/// Deviations in random forwarding tables: by default of a table with six blocks and a part, and of
/// a switch without one.
final class RandomTableDeviations {
  private static final int ENTRY = 4;
  private static final int BLOCK = 64;

  private static final TableFamily FAMILY =
      new TableFamily(
          "rft",
          RANDOM_FORWARDING_TABLE,
          Set.of(NodeKind.SWITCH),
          ENTRY,
          Map.of(LINEAR_CAP, 0L, RANDOM_CAP, 100L));

  /// The last block of a table of 100 entries, which is partial; the next one does not exist.
  private static final int BEYOND_CAP = 6;

  private static final int MISSING_BLOCK = 7;
  private static final int LAST_ENTRY = 15;

  private RandomTableDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>(FAMILY.all());
    all.addAll(fields());
    for (Field field : RandomForwardingTable.LAYOUT.fields()) {
      String name = field.name().toLowerCase(Locale.ROOT);
      all.add(shows("beyond-cap-" + name, "beyond RandomFDBCap", field, BEYOND_CAP, LAST_ENTRY));
      all.add(shows("missing-block-" + name, "that does not exist", field, MISSING_BLOCK, 3));
    }
    all.addAll(declared());
    all.addAll(without());
    return all;
  }

  private static List<DeviationSpec> fields() {
    return List.of(
        written("lmc-lost", "stores LMC 0", 2, value -> value & 0x80),
        written("lmc-two-bits", "stores two bits of LMC", 2, value -> value & 0xB0),
        written("valid-always-1", "stores each entry as a valid one", 2, value -> value | 0x80),
        written("valid-lost", "stores no entry as a valid one", 2, value -> value & 0x7F),
        written("lid-low-byte-only", "stores the low byte of a LID", 0, _ -> 0),
        written("lid-above-0x0fff-lost", "stores 12 bits of a LID", 0, value -> value & 0x0F),
        written("port-5-bits", "stores five bits of a port", 3, value -> value & 0x1F),
        written("port-lost", "stores port 0", 3, _ -> 0),
        written(
            "reserved-bits-set",
            "treats an entry's reserved bits as part of the port",
            3,
            v -> v | 0x40),
        FAMILY.kept(
            "lid-bytes-swapped",
            "stores a LID with its bytes swapped",
            OddTables.misplaced((at, _) -> at % ENTRY < 2 ? at ^ 1 : at)),
        FAMILY.kept(
            "one-invalid-entry-kept",
            "keeps entry 7 of block 2 valid",
            OddTables.written(
                (at, value) -> at == 2 * BLOCK + 7 * ENTRY + 2 ? value | 0x80 : value)),
        FAMILY
            .kept(
                "blocks-modulo-1024",
                "has memory for 1024 blocks only, and uses it again and again",
                OddTables.aliased((at, _) -> at % (1024 * BLOCK)))
            .on(RANDOM_CAP, 49152),
        FAMILY
            .kept(
                "block-3071-not-stored",
                "keeps the entries of block 3071",
                OddTables.kept(at -> at / BLOCK == 3071))
            .on(RANDOM_CAP, 49152));
  }

  private static DeviationSpec shows(String name, String where, Field field, int block, int entry) {
    return FAMILY.of(
        name,
        "shows %s 1 in an entry %s".formatted(field.name(), where),
        Edits.responses(
            t -> Edits.isOf(RANDOM_FORWARDING_TABLE, t) && t.modifier() == block,
            t -> t.answer(field, entry, 1)));
  }

  private static List<DeviationSpec> declared() {
    return List.of(
        declared(
            "declared-more", "declares one entry more than it has", RANDOM_FDB_CAP, c -> c + 1),
        declared(
            "declared-less", "declares one entry less than it has", RANDOM_FDB_CAP, c -> c - 1),
        declared("declared-0", "declares no random table, but has one", RANDOM_FDB_CAP, _ -> 0),
        declared("declared-too-many", "declares 49153 entries", RANDOM_FDB_CAP, _ -> 49_153),
        declared("two-tables", "declares a linear table, too", LINEAR_FDB_CAP, _ -> 64),
        FAMILY.of(
            "set-makes-linear-table",
            "declares a linear table, too, after the first Set",
            Edits.changedBySets(
                RANDOM_FORWARDING_TABLE, SWITCH_INFO, t -> t.answer(LINEAR_FDB_CAP, 64))));
  }

  private static List<DeviationSpec> without() {
    return List.of(
        without("unsupported-ok", "answers code 0", _ -> true, OK),
        without("unsupported-set-ok", "answers Sets with code 0", Edits::isSet, OK),
        without("unsupported-get-ok", "answers Gets with code 0", Edits::isGet, OK),
        without("unsupported-code-7", "answers code 7", _ -> true, INVALID_FIELD),
        without("unsupported-set-code-7", "answers Sets with code 7", Edits::isSet, INVALID_FIELD),
        without("unsupported-get-code-2", "answers Gets with code 2", Edits::isGet, BAD_METHOD),
        without("unsupported-block-0-ok", "answers code 0 for block 0", t -> t.modifier() == 0, OK),
        without(
            "unsupported-one-set-code-7",
            "answers the Set of block 3071 with code 7",
            t -> Edits.isSet(t) && t.modifier() == 3071,
            INVALID_FIELD),
        without(
            "unsupported-past-768-code-7",
            "answers code 7 for blocks from 768 on",
            t -> t.modifier() >= 768,
            INVALID_FIELD),
        of(
            "unsupported-set-makes-table",
            "declares a random table after the first Set",
            Edits.changedBySets(
                RANDOM_FORWARDING_TABLE, SWITCH_INFO, t -> t.answer(RANDOM_FDB_CAP, 64))));
  }

  private static DeviationSpec of(String name, String summary, Consumer<Seams> effect) {
    return DeviationSpec.of("rft." + name, summary, Set.of(NodeKind.SWITCH), effect);
  }

  /// @param octet of an entry
  private static DeviationSpec written(
      String name, String summary, int octet, LongUnaryOperator stored) {
    return FAMILY.kept(
        name,
        summary,
        OddTables.written(
            (at, value) -> at % ENTRY == octet ? (int) stored.applyAsLong(value) : value));
  }

  private static DeviationSpec declared(
      String name, String summary, Field field, LongUnaryOperator value) {
    return FAMILY.of(
        name,
        summary,
        Edits.responses(
            t -> Edits.isOf(SWITCH_INFO, t),
            t -> t.answer(field, value.applyAsLong(t.answered(field)))));
  }

  private static DeviationSpec without(
      String name, String does, Predicate<Transaction> which, int wrong) {
    return of(
        name,
        does + " for the table, although it has none",
        Edits.codes(RANDOM_FORWARDING_TABLE, (t, code) -> which.test(t) ? wrong : code));
  }
}
