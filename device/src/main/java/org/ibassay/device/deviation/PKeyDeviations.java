package org.ibassay.device.deviation;

import static org.ibassay.device.variant.SimParameter.PARTITION_CAP;
import static org.ibassay.wire.attribute.Attribute.P_KEY_TABLE;
import static org.ibassay.wire.attribute.PKeyTable.P_KEY;
import static org.ibassay.wire.mad.MadStatus.BAD_METHOD_ATTRIBUTE;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.device.sma.AttributeHandler;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.NodeKind;

/// Deviations of a P_KeyTable.
final class PKeyDeviations {
  private static final int KEYS = 32;
  private static final int BASE = 0x7FFF;
  private static final int FULL = 0x8000;
  private static final Set<NodeKind> ADAPTER = Set.of(NodeKind.CA);
  private static final Set<NodeKind> SWITCH = Set.of(NodeKind.SWITCH);
  private static final Set<String> OPEN =
      Set.of("pkey.past-end-echoed", "pkey.set-answered-with-request");
  private static final TableFamily FAMILY =
      new TableFamily("pkey", P_KEY_TABLE, ADAPTER, 2, Map.of(PARTITION_CAP, 80L));

  private PKeyDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(blocks(), keys(), adapters(), switches()).flatMap(List::stream).toList();
  }

  /// The contents of the response to a Set beyond the capacity are not specified.
  private static List<DeviationSpec> blocks() {
    return FAMILY.all().stream().filter(one -> !OPEN.contains(one.name())).toList();
  }

  private static List<DeviationSpec> keys() {
    return List.of(
        stored("always-full", "stores each P_Key as that of a full member", (_, key) -> key | FULL),
        stored(
            "always-limited",
            "stores each P_Key as that of a limited member",
            (_, key) -> {
              return key & BASE;
            }),
        stored("default-lost", "stores P_Key 0xFFFF as 0", (_, key) -> key == 0xFFFF ? 0 : key),
        stored(
            "8000-as-default",
            "stores P_Key 0x8000 as 0xFFFF",
            (_, key) -> {
              return key == FULL ? 0xFFFF : key;
            }),
        stored(
            "bytes-swapped",
            "stores each P_Key with its bytes exchanged",
            (_, key) -> {
              return (key & 0xFF) << 8 | key >> 8;
            }),
        stored(
            "entry-0-fixed",
            "keeps P_Key 0xFFFF in entry 0 of block 0",
            (i, key) -> {
              return i == 0 ? 0xFFFF : key;
            }),
        FAMILY.of(
            "twin-made-full",
            "stores a limited P_Key beside its full one as full",
            TableEdits.stores(
                P_KEY_TABLE,
                (t, asked, _) -> {
                  for (int i = 0; i < KEYS; i++) {
                    int full = (int) P_KEY.get(asked, 0, i) | FULL;
                    P_KEY.set(asked, 0, i, (full != FULL && has(t, full)) ? full : asked(t, i));
                  }
                })),
        FAMILY.of(
            "zero-not-stored",
            "does not overwrite a P_Key with 0",
            TableEdits.stores(
                P_KEY_TABLE,
                (t, asked, old) -> {
                  for (int i = 0; i < KEYS; i++) {
                    P_KEY.set(asked, 0, i, asked(t, i) == 0 ? P_KEY.get(old, 0, i) : asked(t, i));
                  }
                })),
        of(
            "answers-old",
            "answers a Set with the previous value",
            ADAPTER,
            TableEdits.answersOld(P_KEY_TABLE, _ -> true)),
        code("get-code-3", "rejects each Get with code 3", Edits::isGet, BAD_METHOD_ATTRIBUTE),
        code("set-code-3", "rejects each Set with code 3", Edits::isSet, BAD_METHOD_ATTRIBUTE),
        code(
            "8000-refused-but-stored",
            "stores P_Key 0x8000, and answers code 7",
            t -> {
              return Edits.isSet(t) && has(t, FULL);
            },
            INVALID_FIELD),
        code(
            "code-7-to-limited",
            "stores P_Keys of limited members, and answers code 7",
            t -> {
              return Edits.isSet(t) && t.asked(P_KEY, 1) != 0 && t.asked(P_KEY, 1) < FULL;
            },
            INVALID_FIELD));
  }

  private static List<DeviationSpec> adapters() {
    return List.of(
        of(
            "0-not-stored",
            "does not overwrite a P_Key with 0",
            ADAPTER,
            TableEdits.stores(P_KEY_TABLE, (_, asked, old) -> keepCleared(asked, old, 0))),
        of(
            "0-not-stored-from-17-on",
            "does not overwrite P_Keys 17 to 31 of a block with 0, although it answers so",
            ADAPTER,
            TableEdits.echoesButStores(
                P_KEY_TABLE, (_, asked, old) -> keepCleared(asked, old, 17))),
        of(
            "shared-by-ports",
            "has one table for all of its ports",
            ADAPTER,
            TableEdits.sharesPorts(P_KEY_TABLE)),
        of(
            "port-1-sets-port-2",
            "writes a Set by port 1 into port 2's table, too",
            ADAPTER,
            TableEdits.alsoSetsPort2(P_KEY_TABLE)),
        of(
            "port-2-not-stored",
            "answers Sets by port 2 as if they were stored",
            ADAPTER,
            TableEdits.unstored(P_KEY_TABLE, t -> t.port() == 2)),
        readdressed(
            "block-low-byte", "mistakes block 256 for block 0, and so on", ADAPTER, m -> m & 0xFF),
        readdressed(
            "block-15-bits",
            "mistakes block 32768 for block 0, and so on",
            ADAPTER,
            m -> {
              return m & 0x7FFF;
            }),
        of(
            "block-65535-ok",
            "answers requests for block 65535 with code 0",
            ADAPTER,
            Edits.codes(P_KEY_TABLE, (t, code) -> t.modifier() == 0xFFFF ? OK : code)),
        of(
            "block-257-lands-in-block-1",
            "rejects the Set of block 257, and stores it in block 1",
            ADAPTER,
            landing(t -> t.modifier() == 257, m -> m & 0xFF)));
  }

  private static void keepCleared(MemorySegment asked, MemorySegment old, int first) {
    for (int i = first; i < P_KEY.count(); i++) {
      if (P_KEY.get(asked, 0, i) == 0) {
        P_KEY.set(asked, 0, i, P_KEY.get(old, 0, i));
      }
    }
  }

  private static List<DeviationSpec> switches() {
    return List.of(
        readdressed("port-ignored", "has one table for all ports", SWITCH, m -> m & 0xFFFF),
        readdressed(
            "ports-modulo-16",
            "mistakes port 16 for port 0, and so on",
            SWITCH,
            m -> {
              return m & 0x000F_FFFF;
            }),
        readdressed(
            "ports-modulo-256",
            "mistakes port 256 for port 0, and so on",
            SWITCH,
            m -> {
              return m & 0x00FF_FFFF;
            }),
        readdressed(
            "last-port-as-first",
            "mistakes port 36 for port 1",
            SWITCH,
            m -> {
              return m >>> 16 == 36 ? (m & 0xFFFF) | 0x10000 : m;
            }),
        readdressed(
            "missing-port-as-last",
            "mistakes port 37 for port 36",
            SWITCH,
            m -> {
              return m >>> 16 == 37 ? m - 0x10000 : m;
            }),
        of(
            "missing-port-lands-in-port-0",
            "rejects Sets for missing ports, and stores them in port 0",
            SWITCH,
            landing(t -> t.modifier() >>> 16 > 36, m -> m & 0xFFFF)),
        of(
            "missing-port-255-ok",
            "answers requests for port 255 with code 0",
            SWITCH,
            Edits.codes(P_KEY_TABLE, (t, code) -> t.modifier() >>> 16 == 255 ? OK : code)),
        of(
            "set-runs-over-port",
            "writes a Set into the next port's table, too",
            SWITCH,
            TableEdits.alsoSets(P_KEY_TABLE, _ -> true, m -> m + 0x10000)),
        of(
            "port-12-shows-port-11",
            "answers a Get for port 12 with the table of port 11",
            SWITCH,
            TableEdits.readdresses(
                P_KEY_TABLE, t -> Edits.isGet(t) && t.modifier() >>> 16 == 12, m -> m - 0x10000)),
        ports("port-0", "port 0", port -> port == 0),
        ports("last-port", "the last port", port -> port == 36),
        ports("above-8", "ports above 8", port -> port > 8),
        of(
            "external-as-port-0",
            "has PartitionCap P_Keys at its external ports, too",
            SWITCH,
            OddTables.table(P_KEY_TABLE, OddTables.sized(_ -> 256))),
        of(
            "port-0-as-external",
            "has PartitionEnforcementCap P_Keys at port 0, too",
            SWITCH,
            OddTables.table(P_KEY_TABLE, OddTables.sized(_ -> 64))));
  }

  // --- kinds of deviations

  /// Computes the P_Key that a Set stores, from its index in the block.
  @FunctionalInterface
  private interface StoredKey {
    int of(int place, int asked);
  }

  private static DeviationSpec stored(String name, String does, StoredKey key) {
    return FAMILY.of(
        name,
        does,
        TableEdits.stores(
            P_KEY_TABLE,
            (t, asked, _) -> {
              for (int i = 0; i < KEYS; i++) {
                P_KEY.set(asked, 0, i, key.of(i, (int) P_KEY.get(asked, 0, i)));
              }
            }));
  }

  private static DeviationSpec code(
      String name, String does, Predicate<Transaction> which, int wrong) {
    return FAMILY.of(
        name,
        does,
        Edits.codes(P_KEY_TABLE, (t, code) -> which.test(t) && code == OK ? wrong : code));
  }

  private static DeviationSpec readdressed(
      String name, String does, Set<NodeKind> kinds, IntUnaryOperator modifier) {
    return of(name, does, kinds, TableEdits.readdresses(P_KEY_TABLE, _ -> true, modifier));
  }

  private static DeviationSpec ports(String name, String which, IntPredicate port) {
    return of(
        name + "-not-stored",
        "answers Sets as if they were stored, but stores none, at " + which,
        SWITCH,
        TableEdits.unstored(P_KEY_TABLE, t -> port.test(t.modifier() >>> 16)));
  }

  private static DeviationSpec of(
      String name, String does, Set<NodeKind> kinds, Consumer<Seams> effect) {
    return DeviationSpec.of("pkey." + name, does + ", of P_KeyTable", kinds, effect);
  }

  private static long asked(Transaction t, int place) {
    return t.asked(P_KEY, place);
  }

  private static boolean has(Transaction t, int key) {
    for (int i = 0; i < KEYS; i++) {
      if (t.asked(P_KEY, i) == key) {
        return true;
      }
    }
    return false;
  }

  /// Some rejected Sets are still stored elsewhere.
  private static Consumer<Seams> landing(Predicate<Transaction> which, IntUnaryOperator modifier) {
    return Edits.handler(
        P_KEY_TABLE,
        handler ->
            new AttributeHandler() {
              @Override
              public int get(Transaction t) {
                return handler.get(t);
              }

              @Override
              public int set(Transaction t) {
                if (which.test(t)) {
                  t.elsewhere(t.port(), modifier.applyAsInt(t.modifier()), handler::set);
                }
                return handler.set(t);
              }
            });
  }
}
