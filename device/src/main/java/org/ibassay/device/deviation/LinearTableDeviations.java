package org.ibassay.device.deviation;

import static org.ibassay.device.variant.SimParameter.LINEAR_CAP;
import static org.ibassay.device.variant.SimParameter.MCAST_CAP;
import static org.ibassay.wire.attribute.Attribute.LINEAR_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.SwitchInfo.LINEAR_FDB_CAP;
import static org.ibassay.wire.attribute.SwitchInfo.LINEAR_FDB_TOP;
import static org.ibassay.wire.attribute.SwitchInfo.RANDOM_FDB_CAP;
import static org.ibassay.wire.mad.MadStatus.BAD_METHOD_ATTRIBUTE;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.TableBytes;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.LinearForwardingTable;

/// Deviations in linear forwarding tables. Those of every table of blocks use a table of 15 blocks
/// and a part; the others use a full table unless noted.
final class LinearTableDeviations {
  private static final int BLOCK = 64;
  private static final int PORTS = 36;
  private static final int NO_PORT = 255;

  private static final TableFamily FAMILY =
      new TableFamily(
          "lft", LINEAR_FORWARDING_TABLE, Set.of(NodeKind.SWITCH), 1, Map.of(LINEAR_CAP, 1000L));

  private LinearTableDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>(FAMILY.all());
    all.addAll(full());
    all.addAll(ports());
    all.addAll(declared());
    all.addAll(without());
    return all;
  }

  private static List<DeviationSpec> full() {
    return List.of(
        full(
            "blocks-modulo-512",
            "has memory for 512 blocks only, and uses it again for those after them",
            OddTables.aliased((at, _) -> at % (512 * BLOCK))),
        full(
            "blocks-modulo-256",
            "has memory for 256 blocks only, and uses it again and again",
            OddTables.aliased((at, _) -> at % (256 * BLOCK))),
        full(
            "block-512-aliases-block-0",
            "uses block 0 for block 512, too",
            OddTables.aliased((at, _) -> at / BLOCK == 512 ? at % BLOCK : at)),
        full(
            "block-767-not-stored",
            "keeps the entries of block 767",
            OddTables.kept(at -> at / BLOCK == 767)),
        full(
            "block-400-not-stored",
            "keeps the entries of block 400",
            OddTables.kept(at -> at / BLOCK == 400)),
        full(
            "lid-0xbfff-not-stored",
            "keeps the entry of LID 0xBFFF",
            OddTables.kept(at -> at == 0xBFFF)),
        full(
            "set-of-block-9-hits-10",
            "writes the entry of LID 600 into that of LID 680, too",
            OddTables.copied(at -> at == 680, _ -> 600)),
        full(
            "lids-above-0x7fff-lost",
            "has 512 blocks, although it declares 768",
            OddTables.sized(_ -> 512 * BLOCK)),
        full(
            "one-entry-lost",
            "declares 49152 entries, and lacks the last one",
            OddTables.sized(size -> size - 1)),
        full("block-768-taken", "has a block 768", OddTables.sized(size -> size + BLOCK)),
        of(
            "block-768-lands-in-block-0",
            "rejects the Set of block 768, and stores it in block 0",
            OddTables.landing(LINEAR_FORWARDING_TABLE, t -> t.modifier() == 768, _ -> 0)),
        of(
            "block-1024-lands-in-block-0",
            "rejects the Set of block 1024, and stores it in block 0",
            OddTables.landing(LINEAR_FORWARDING_TABLE, t -> t.modifier() == 1024, _ -> 0)),
        of(
            "block-65535-lands-in-block-767",
            "rejects the Set of block 65535, and stores it in block 767",
            OddTables.landing(LINEAR_FORWARDING_TABLE, t -> t.modifier() == 0xFFFF, _ -> 767)),
        of("top-clears-table", "empties the table when LinearFDBTop changes", clearing(_ -> true)),
        of(
            "top-0-clears-table",
            "empties the table when LinearFDBTop is set to 0",
            clearing(t -> t.asked(LINEAR_FDB_TOP) == 0)),
        of(
            "beyond-top-reads-255",
            "shows no port for entries above LinearFDBTop",
            LinearTableDeviations::hideAboveTop));
  }

  private static List<DeviationSpec> ports() {
    return List.of(
        stored("port-0-is-255", "stores port 0 as 255", port -> port == 0 ? NO_PORT : port),
        stored("port-5-bits", "stores ports in five bits", port -> port & 0x1F),
        stored(
            "last-port-is-next-to-last",
            "stores its last port as the one before it",
            port -> port == PORTS ? PORTS - 1 : port),
        stored(
            "missing-port-is-0",
            "stores 0 for ports that it lacks",
            port -> exists(port) ? port : 0),
        stored(
            "missing-port-is-254",
            "stores 254 for ports that it lacks",
            port -> exists(port) ? port : 254),
        stored("port-37-is-36", "stores port 37 as 36", port -> port == PORTS + 1 ? PORTS : port),
        stored("port-255-is-0", "stores 255 as 0", port -> port == NO_PORT ? 0 : port),
        stored("port-254-is-0", "stores 254 as 0", port -> port == 254 ? 0 : port),
        stored("port-7-bits", "stores ports in seven bits", port -> port & 0x7F),
        FAMILY.of(
            "missing-port-refused",
            "answers a Set with a port that it lacks with code 7, and stores it",
            Edits.codes(
                LINEAR_FORWARDING_TABLE,
                (t, code) -> Edits.isSet(t) && hasMissing(t) ? INVALID_FIELD : code)),
        FAMILY.of(
            "missing-port-refused-and-kept",
            "answers a Set with a port that it lacks with code 7, and stores none of it",
            seams -> {
              TableEdits.unstored(LINEAR_FORWARDING_TABLE, LinearTableDeviations::hasMissing)
                  .accept(seams);
              Edits.codes(
                      LINEAR_FORWARDING_TABLE,
                      (t, code) -> Edits.isSet(t) && hasMissing(t) ? INVALID_FIELD : code)
                  .accept(seams);
            }),
        FAMILY.of(
            "missing-port-drops-set",
            "does not store a Set with a port that it lacks, and answers code 0",
            TableEdits.unstored(LINEAR_FORWARDING_TABLE, LinearTableDeviations::hasMissing)),
        FAMILY.kept(
            "missing-port-spoils-neighbor",
            "stores 255 for the entry before one with a port that it lacks",
            bytes ->
                new TableBytes.Overlay(bytes) {
                  @Override
                  public void put(int at, byte value) {
                    super.put(at, value);
                    if (!exists(Byte.toUnsignedInt(value)) && at > 0) {
                      super.put(at - 1, (byte) NO_PORT);
                    }
                  }
                }),
        FAMILY.of(
            "beyond-cap-reads-1",
            "shows port 1 in entries beyond LinearFDBCap of the last block",
            Edits.responses(
                t -> Edits.isOf(LINEAR_FORWARDING_TABLE, t) && t.modifier() == 15,
                t -> t.answer(LinearForwardingTable.PORT, 40, 1))),
        FAMILY.of(
            "missing-block-shows-port",
            "shows port 1 in an entry of a block that does not exist",
            Edits.responses(
                t -> Edits.isOf(LINEAR_FORWARDING_TABLE, t) && t.modifier() == 20,
                t -> t.answer(LinearForwardingTable.PORT, 3, 1))));
  }

  private static List<DeviationSpec> declared() {
    return List.of(
        declared("declared-more", "declares one entry more than it has", LINEAR_FDB_CAP, c -> c + 1)
            .on(LINEAR_CAP, 1000),
        declared("declared-less", "declares one entry less than it has", LINEAR_FDB_CAP, c -> c - 1)
            .on(LINEAR_CAP, 1000),
        declared("declared-too-many", "declares 49153 entries", LINEAR_FDB_CAP, _ -> 49_153),
        declared("declared-0", "declares LinearFDBCap 0, but has a table", LINEAR_FDB_CAP, _ -> 0),
        declared("two-tables", "declares a random table, too", RANDOM_FDB_CAP, _ -> 64),
        of(
            "declared-anew",
            "declares one entry less after LinearFDBTop was set",
            OddFields.moved(t -> t.asked(LINEAR_FDB_TOP) == 0, LINEAR_FDB_CAP, cap -> cap - 1)),
        of(
            "set-makes-random-table",
            "declares a random table, too, after the first Set",
            Edits.changedBySets(
                LINEAR_FORWARDING_TABLE, SWITCH_INFO, t -> t.answer(RANDOM_FDB_CAP, 64))),
        of(
            "set-shrinks-table",
            "declares one entry less after the first Set",
            Edits.changedBySets(
                LINEAR_FORWARDING_TABLE,
                SWITCH_INFO,
                t -> t.answer(LINEAR_FDB_CAP, t.answered(LINEAR_FDB_CAP) - 1))));
  }

  private static List<DeviationSpec> without() {
    return List.of(
        without("unsupported-ok", "answers code 0", _ -> true, OK),
        without("unsupported-set-ok", "answers Sets with code 0", Edits::isSet, OK),
        without("unsupported-get-ok", "answers Gets with code 0", Edits::isGet, OK),
        without("unsupported-code-3", "answers code 3", _ -> true, BAD_METHOD_ATTRIBUTE),
        without(
            "unsupported-one-set-ok",
            "answers the Set of block 767 with code 0",
            t -> Edits.isSet(t) && t.modifier() == 767,
            OK),
        without(
            "unsupported-block-768-ok",
            "answers code 0 for block 768",
            t -> t.modifier() == 768,
            OK),
        of(
                "unsupported-data",
                "has no table, and shows a port in block 12 by code 7",
                Edits.responses(
                    t -> Edits.isOf(LINEAR_FORWARDING_TABLE, t) && t.modifier() == 12,
                    t -> t.answer(LinearForwardingTable.PORT, 3, 1)))
            .on(LINEAR_CAP, 0),
        of(
                "unsupported-set-makes-table",
                "declares LinearFDBCap 64 after a Set, although it has no table",
                Edits.changedBySets(
                    LINEAR_FORWARDING_TABLE, SWITCH_INFO, t -> t.answer(LINEAR_FDB_CAP, 64)))
            .on(LINEAR_CAP, 0),
        of(
                "unsupported-set-makes-random-table",
                "declares RandomFDBCap 64 after a Set, although it has no table",
                Edits.changedBySets(
                    LINEAR_FORWARDING_TABLE, SWITCH_INFO, t -> t.answer(RANDOM_FDB_CAP, 64)))
            .on(LINEAR_CAP, 0));
  }

  private static DeviationSpec of(String name, String summary, Consumer<Seams> effect) {
    return DeviationSpec.of("lft." + name, summary, Set.of(NodeKind.SWITCH), effect);
  }

  private static DeviationSpec full(
      String name, String summary, UnaryOperator<TableBytes> deviation) {
    return of(name, summary, OddTables.table(LINEAR_FORWARDING_TABLE, deviation));
  }

  private static DeviationSpec stored(String name, String summary, LongUnaryOperator port) {
    return FAMILY.kept(
        name, summary, OddTables.written((_, value) -> (int) port.applyAsLong(value)));
  }

  private static DeviationSpec declared(
      String name, String summary, Field field, LongUnaryOperator value) {
    return of(
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
            Edits.codes(LINEAR_FORWARDING_TABLE, (t, code) -> which.test(t) ? wrong : code))
        .on(LINEAR_CAP, 0)
        .on(MCAST_CAP, 0);
  }

  private static boolean exists(long port) {
    return port <= PORTS;
  }

  /// Ignores entries beyond the capacity, and the value 255.
  private static boolean hasMissing(Transaction t) {
    for (int i = 0; i < BLOCK; i++) {
      long port = t.asked(LinearForwardingTable.PORT, i);
      if (!exists(port) && port != NO_PORT) {
        return true;
      }
    }
    return false;
  }

  private static Consumer<Seams> clearing(Predicate<Transaction> which) {
    return seams -> {
      TableBytes[] table = new TableBytes[1];
      OddTables.table(
              LINEAR_FORWARDING_TABLE,
              bytes -> {
                table[0] = bytes;
                return bytes;
              })
          .accept(seams);
      long[] top = {-1};
      Edits.responses(
              t -> Edits.isOf(SWITCH_INFO, t) && Edits.isSet(t),
              t -> {
                long now = t.answered(LINEAR_FDB_TOP);
                if (top[0] >= 0 && now != top[0] && which.test(t)) {
                  for (int at = 0; at < table[0].size(); at++) {
                    table[0].put(at, (byte) NO_PORT);
                  }
                }
                top[0] = now;
              })
          .accept(seams);
    };
  }

  private static void hideAboveTop(Seams seams) {
    long[] top = {0};
    Edits.responses(
            t -> Edits.isOf(SWITCH_INFO, t),
            t -> {
              top[0] = t.answered(LINEAR_FDB_TOP);
            })
        .accept(seams);
    OddTables.table(
            LINEAR_FORWARDING_TABLE, OddTables.read((at, value) -> at > top[0] ? NO_PORT : value))
        .accept(seams);
  }
}
