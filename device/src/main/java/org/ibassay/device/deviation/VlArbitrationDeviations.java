package org.ibassay.device.deviation;

import static org.ibassay.device.variant.SimParameter.VL_ARB_HIGH_CAP;
import static org.ibassay.device.variant.SimParameter.VL_ARB_LOW_CAP;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.VL_ARBITRATION_TABLE;
import static org.ibassay.wire.attribute.VlArbitrationTable.VL;
import static org.ibassay.wire.attribute.VlArbitrationTable.WEIGHT;
import static org.ibassay.wire.mad.MadStatus.BAD_METHOD;
import static org.ibassay.wire.mad.MadStatus.BAD_METHOD_ATTRIBUTE;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;
import static org.ibassay.wire.mad.Smp.DATA;
import static org.ibassay.wire.mad.Smp.DATA_BYTES;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.device.sma.AttributeHandler;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;

/// Deviations of a VLArbitrationTable.
final class VlArbitrationDeviations {
  private static final int ENTRIES = 32;
  private static final int LAST_PART = 4;
  private static final Set<NodeKind> ADAPTER = Set.of(NodeKind.CA);
  private static final Set<NodeKind> SWITCH = Set.of(NodeKind.SWITCH);
  private static final Set<NodeKind> BOTH = Set.of(NodeKind.CA, NodeKind.SWITCH);

  private VlArbitrationDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(entries(), parts(), capacities(), answers(), ports())
        .flatMap(List::stream)
        .toList();
  }

  private static List<DeviationSpec> entries() {
    return List.of(
        weight("weight-255-as-254", "stores weight 255 as 254", (_, w, _) -> Math.min(w, 254)),
        weight("weight-7-bits", "stores seven bits of each weight", (_, w, _) -> w & 127),
        weight("weight-even", "loses the lowest bit of each weight", (_, w, _) -> w & ~1),
        weight("weight-0-as-1", "stores weight 0 as 1", (_, w, _) -> Math.max(1, w)),
        weight("weights-not-stored", "stores no weights", (_, _, old) -> old),
        weight("entry-31-not-stored", "keeps entries 31 and 63", (e, w, old) -> e == 31 ? old : w),
        weight("entry-0-not-stored", "keeps entries 0 and 32", (e, w, old) -> e == 0 ? old : w),
        weight("half-stored", "stores 16 weights of a block", (e, w, old) -> e < 16 ? w : old),
        stored("vl-two-bits", "stores two bits of each VL", VL, (_, vl, _) -> vl & 3),
        stored("vls-not-stored", "stores no VLs", VL, (_, _, old) -> old),
        of(
            "pairs-swapped",
            "stores entries in pairs swapped",
            BOTH,
            TableEdits.stores(
                VL_ARBITRATION_TABLE,
                (t, asked, _) -> {
                  for (int entry = 0; entry < ENTRIES; entry++) {
                    VL.set(asked, 0, entry, t.asked(VL, entry ^ 1));
                    WEIGHT.set(asked, 0, entry, t.asked(WEIGHT, entry ^ 1));
                  }
                })),
        of(
            "differs-from-echo",
            "stores seven bits of each weight, but echoes the Set",
            BOTH,
            TableEdits.echoesButStores(
                VL_ARBITRATION_TABLE,
                (t, asked, _) -> {
                  for (int entry = 0; entry < ENTRIES; entry++) {
                    WEIGHT.set(asked, 0, entry, t.asked(WEIGHT, entry) & 127);
                  }
                })));
  }

  private static List<DeviationSpec> parts() {
    return List.of(
        moved("part-2-is-part-1", "mistakes part 2 for part 1", p -> p == 2 ? 1 : p),
        moved("part-4-is-part-3", "mistakes part 4 for part 3", p -> p == 4 ? 3 : p),
        moved(
            "high-is-low", "has one table for both priorities", p -> p == 3 || p == 4 ? p - 2 : p),
        moved("part-modulo-256", "mistakes part 257 for part 1", p -> p & 0xFF),
        moved(
            "part-modulo-8", "mistakes part 257 for part 1, and 260 for 4", p -> p > 8 ? p & 7 : p),
        moved("part-without-top-bit", "mistakes part 32769 for part 1", p -> p & 0x7FFF),
        of(
            "set-swaps-priorities",
            "mistakes a Set of low priority for one of high, and of high for low",
            BOTH,
            TableEdits.readdresses(
                VL_ARBITRATION_TABLE,
                t -> Edits.isSet(t) && part(t) >= 1 && part(t) <= LAST_PART,
                m -> toPart(m, (m >>> 16) > 2 ? (m >>> 16) - 2 : (m >>> 16) + 2))),
        also("set-runs-over", "writes part 1 into part 2, too", t -> part(t) == 1, 2),
        also("set-runs-back", "writes part 2 into part 1, too", t -> part(t) == 2, 1),
        also("low-sets-high", "writes part 1 into part 3, too", t -> part(t) == 1, 3),
        also("high-sets-low", "writes part 4 into part 2, too", t -> part(t) == 4, 2),
        also("refused-part-sets-1", "writes part 65535 into part 1", t -> part(t) == 0xFFFF, 1),
        also("part-0-sets-1", "writes part 0 into part 1", t -> part(t) == 0, 1),
        code("part-0-ok", "answers part 0 with code 0", BOTH, t -> part(t) == 0, OK),
        code("part-5-ok", "answers part 5 with code 0", BOTH, t -> part(t) == 5, OK),
        code("part-65535-ok", "answers part 65535 with code 0", BOTH, t -> part(t) == 0xFFFF, OK),
        code(
            "missing-set-ok",
            "answers a Set of a part that it lacks with code 0",
            BOTH,
            t -> Edits.isSet(t) && isMissing(t),
            OK),
        code(
            "missing-get-ok",
            "answers a Get of a part that it lacks with code 0",
            BOTH,
            t -> Edits.isGet(t) && isMissing(t),
            OK),
        code(
            "missing-code-3",
            "rejects a part that it lacks with code 3",
            BOTH,
            VlArbitrationDeviations::isMissing,
            BAD_METHOD_ATTRIBUTE),
        code(
            "missing-set-code-2",
            "rejects a Set of a part that it lacks with code 2",
            BOTH,
            t -> Edits.isSet(t) && isMissing(t),
            BAD_METHOD),
        code("part-2-code-7", "rejects part 2 with code 7", BOTH, t -> part(t) == 2, INVALID_FIELD),
        code(
            "part-4-set-code-7",
            "rejects a Set of part 4 with code 7",
            BOTH,
            t -> Edits.isSet(t) && part(t) == 4,
            INVALID_FIELD),
        code("part-1-code-3", "rejects part 1 with code 3", BOTH, t -> part(t) == 1, 3));
  }

  private static List<DeviationSpec> capacities() {
    return List.of(
        declared("vl-cap-0", "declares VLCap 0", PortInfo.VL_CAP, 0),
        declared("vl-cap-6", "declares VLCap 6", PortInfo.VL_CAP, 6),
        declared("vl-cap-15", "declares VLCap 15", PortInfo.VL_CAP, 15),
        declared("low-cap-65", "declares 65 entries", PortInfo.VL_ARBITRATION_LOW_CAP, 65),
        declared("high-cap-255", "declares 255 entries", PortInfo.VL_ARBITRATION_HIGH_CAP, 255),
        declared("low-cap-less", "declares 63 of 64 entries", PortInfo.VL_ARBITRATION_LOW_CAP, 63),
        declared("high-cap-8", "declares 8 of 64 entries", PortInfo.VL_ARBITRATION_HIGH_CAP, 8),
        of(
                "beyond-cap-stored",
                "stores entries beyond the capacity",
                BOTH,
                Edits.handler(VL_ARBITRATION_TABLE, VlArbitrationDeviations::boundless))
            .on(VL_ARB_LOW_CAP, 33)
            .on(VL_ARB_HIGH_CAP, 8),
        of(
                "beyond-cap-answered",
                "answers a Set with entries beyond the capacity that were never written",
                BOTH,
                Edits.responses(
                    t -> Edits.isOf(VL_ARBITRATION_TABLE, t) && Edits.isSet(t) && part(t) == 3,
                    t -> t.answer(WEIGHT, 31, t.asked(WEIGHT, 31) ^ 0x81)))
            .on(VL_ARB_HIGH_CAP, 31),
        weight("entry-32-not-stored", "lacks entry 32", (e, w, old) -> e == 0 ? old : w)
            .on(VL_ARB_LOW_CAP, 33),
        code(
                "partial-part-code-7",
                "rejects a part of which it has some entries only",
                BOTH,
                t -> part(t) == 2 || part(t) == 4,
                INVALID_FIELD)
            .on(VL_ARB_LOW_CAP, 33)
            .on(VL_ARB_HIGH_CAP, 63),
        code("absent-half-ok", "answers part 2 with code 0", BOTH, t -> part(t) == 2, OK)
            .on(VL_ARB_LOW_CAP, 32));
  }

  private static List<DeviationSpec> answers() {
    return List.of(
        of("not-stored", "echoes each Set but stores none", BOTH, unstored(_ -> true)),
        of("part-3-not-stored", "echoes Sets of part 3", BOTH, unstored(t -> part(t) == 3)),
        of(
            "answers-old",
            "answers a Set with the previous value",
            BOTH,
            TableEdits.answersOld(VL_ARBITRATION_TABLE, _ -> true)),
        of(
            "set-answer-empty",
            "answers a Set with zeros",
            BOTH,
            Edits.responses(
                t -> Edits.isOf(VL_ARBITRATION_TABLE, t) && Edits.isSet(t),
                Transaction::clearAnswer)),
        of(
            "get-answer-empty",
            "answers a Get with zeros",
            BOTH,
            Edits.responses(
                t -> Edits.isOf(VL_ARBITRATION_TABLE, t) && Edits.isGet(t),
                Transaction::clearAnswer)));
  }

  private static List<DeviationSpec> ports() {
    return List.of(
        of(
            "shared-by-ports",
            "has one table for all of its ports",
            ADAPTER,
            TableEdits.sharesPorts(VL_ARBITRATION_TABLE)),
        of(
            "port-1-sets-port-2",
            "writes a Set by port 1 into port 2's table, too",
            ADAPTER,
            TableEdits.alsoSetsPort2(VL_ARBITRATION_TABLE)),
        of("port-2-not-stored", "echoes Sets by port 2", ADAPTER, unstored(t -> t.port() == 2)),
        port("all-ports-one", "has one table for all of its ports", _ -> 1),
        port("ports-modulo-32", "mistakes port 33 for port 1, and so on", p -> p > 32 ? p - 32 : p),
        port("last-port-is-first", "mistakes the last port for the first", p -> p == 36 ? 1 : p),
        of("above-8-not-stored", "echoes Sets above port 8", SWITCH, unstored(t -> port(t) > 8)),
        of("last-not-stored", "echoes Sets for port 36", SWITCH, unstored(t -> port(t) == 36)),
        code(
            "last-port-code-7",
            "rejects the last port with code 7",
            SWITCH,
            t -> port(t) == 36,
            INVALID_FIELD),
        of(
            "set-runs-to-next-port",
            "writes a Set into the next port's table, too",
            SWITCH,
            TableEdits.alsoSets(VL_ARBITRATION_TABLE, _ -> true, m -> m + 1)),
        of(
            "set-runs-to-port-before",
            "writes a Set into the table of the port before, too",
            SWITCH,
            TableEdits.alsoSets(VL_ARBITRATION_TABLE, _ -> true, m -> m - 1)));
  }

  // --- kinds of deviations

  private static int part(Transaction t) {
    return t.modifier() >>> 16;
  }

  private static int port(Transaction t) {
    return t.modifier() & 0xFFFF;
  }

  private static int toPart(int modifier, int part) {
    return (modifier & 0xFFFF) | (part << 16);
  }

  private static boolean isMissing(Transaction t) {
    return part(t) == 0 || part(t) > LAST_PART;
  }

  /// Computes the value that a Set stores in one entry.
  @FunctionalInterface
  private interface StoredValue {
    long of(int entry, long asked, long old);
  }

  private static DeviationSpec weight(String name, String does, StoredValue value) {
    return stored(name, does, WEIGHT, value);
  }

  private static DeviationSpec stored(String name, String does, Field field, StoredValue value) {
    return of(
        name,
        does,
        BOTH,
        TableEdits.stores(
            VL_ARBITRATION_TABLE,
            (t, asked, old) -> {
              for (int e = 0; e < ENTRIES; e++) {
                field.set(asked, 0, e, value.of(e, t.asked(field, e), field.get(old, 0, e)));
              }
            }));
  }

  private static DeviationSpec moved(String name, String does, IntUnaryOperator part) {
    return of(
        name,
        does,
        BOTH,
        TableEdits.readdresses(
            VL_ARBITRATION_TABLE, _ -> true, m -> toPart(m, part.applyAsInt(m >>> 16))));
  }

  private static DeviationSpec port(String name, String does, IntUnaryOperator port) {
    return of(
        name,
        does,
        SWITCH,
        TableEdits.readdresses(
            VL_ARBITRATION_TABLE, _ -> true, m -> toPart(port.applyAsInt(m & 0xFFFF), m >>> 16)));
  }

  private static DeviationSpec also(
      String name, String does, Predicate<Transaction> which, int part) {
    return of(
        name, does, BOTH, TableEdits.alsoSets(VL_ARBITRATION_TABLE, which, m -> toPart(m, part)));
  }

  private static DeviationSpec code(
      String name, String does, Set<NodeKind> kinds, Predicate<Transaction> which, int wrong) {
    return of(
        name,
        does,
        kinds,
        Edits.codes(VL_ARBITRATION_TABLE, (t, code) -> which.test(t) ? wrong : code));
  }

  private static DeviationSpec declared(String name, String does, Field field, long value) {
    return of(
        name,
        does,
        BOTH,
        Edits.responses(t -> Edits.isOf(PORT_INFO, t), t -> t.answer(field, value)));
  }

  private static Consumer<Seams> unstored(Predicate<Transaction> which) {
    return TableEdits.unstored(VL_ARBITRATION_TABLE, which);
  }

  /// Returns all 32 entries of a Set.
  private static AttributeHandler boundless(AttributeHandler handler) {
    Map<List<Integer>, MemorySegment> parts = new HashMap<>();
    return Edits.handler(
        t -> {
          int code = handler.get(t);
          MemorySegment set = parts.get(List.of(t.port(), t.modifier()));
          if (code == OK && set != null) {
            t.answer(set);
          }
          return code;
        },
        t -> {
          MemorySegment copy = MemorySegment.ofArray(new byte[DATA_BYTES]);
          copy.copyFrom(t.request().asSlice(DATA, DATA_BYTES));
          parts.put(List.of(t.port(), t.modifier()), copy);
          return handler.set(t);
        });
  }

  private static DeviationSpec of(
      String name, String does, Set<NodeKind> kinds, Consumer<Seams> effect) {
    return DeviationSpec.of("vlarb." + name, does + ", of VLArbitrationTable", kinds, effect);
  }
}
