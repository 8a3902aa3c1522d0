package org.ibassay.device.deviation;

import static org.ibassay.device.variant.SimParameter.SL_MAPPING;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SL_TO_VL_MAPPING_TABLE;
import static org.ibassay.wire.attribute.SlToVlMappingTable.SL_TO_VL;
import static org.ibassay.wire.mad.MadStatus.BAD_METHOD_ATTRIBUTE;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibassay.device.sma.AttributeHandler;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.NodeKind;

/// Deviations of an SLtoVLMappingTable.
final class SlToVlTableDeviations {
  private static final int SLS = 16;
  private static final int DROP = 15;
  private static final Set<NodeKind> ADAPTER = Set.of(NodeKind.CA);
  private static final Set<NodeKind> SWITCH = Set.of(NodeKind.SWITCH);
  private static final Set<NodeKind> BOTH = Set.of(NodeKind.CA, NodeKind.SWITCH);

  private SlToVlTableDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(entries(), adapters(), switches()).flatMap(List::stream).toList();
  }

  private static List<DeviationSpec> entries() {
    return List.of(
        of("not-stored", "echoes each Set but stores none", BOTH, unstored(_ -> true)),
        stored("half-stored", "stores SL 0 to 7 only", (t, sl, old) -> sl < 8 ? vl(t, sl) : old),
        stored("sl-15-fixed", "keeps SL 15 at VL 0", (t, sl, _) -> sl == 15 ? 0 : vl(t, sl)),
        stored("sl-9-not-stored", "never stores SL 9", (t, sl, old) -> sl == 9 ? old : vl(t, sl)),
        stored("vl-15-as-0", "stores VL 15 as VL 0", (t, sl, _) -> droppedTo0(vl(t, sl))),
        stored("three-bits", "stores three bits of each VL", (t, sl, _) -> vl(t, sl) & 7),
        stored("vl-5-as-4", "stores VL 5 as VL 4", (t, sl, _) -> vl(t, sl) == 5 ? 4 : vl(t, sl)),
        stored("nibbles-swapped", "swaps even and odd SLs", (t, sl, _) -> vl(t, sl ^ 1)),
        stored("order-reversed", "stores SL 15 first", (t, sl, _) -> vl(t, SLS - 1 - sl)),
        stored("sl-5-as-sl-4", "stores SL 4's VL for SL 5", (t, sl, _) -> vl(t, sl == 5 ? 4 : sl)),
        of(
            "differs-from-echo",
            "stores VL 15 as VL 0, but echoes it",
            BOTH,
            TableEdits.echoesButStores(
                SL_TO_VL_MAPPING_TABLE,
                (t, asked, _) -> {
                  for (int sl = 0; sl < SLS; sl++) {
                    SL_TO_VL.set(asked, 0, sl, droppedTo0(vl(t, sl)));
                  }
                })),
        of(
            "answers-old",
            "answers a Set with the previous value",
            BOTH,
            TableEdits.answersOld(SL_TO_VL_MAPPING_TABLE, _ -> true)),
        of(
            "set-answer-empty",
            "answers a Set with VL 0 for every SL",
            BOTH,
            answers(Edits::isSet, Transaction::clearAnswer)),
        of(
            "get-answer-empty",
            "answers a Get with VL 0 for every SL",
            BOTH,
            answers(Edits::isGet, Transaction::clearAnswer)),
        code("get-code-3", "rejects each Get with code 3", BOTH, Edits::isGet, 3),
        code("set-code-3", "rejects each Set with code 3", BOTH, Edits::isSet, 3),
        code(
            "vl-15-refused",
            "rejects a Set with VL 15 by code 7",
            BOTH,
            t -> Edits.isSet(t) && hasDrop(t),
            INVALID_FIELD));
  }

  private static List<DeviationSpec> adapters() {
    return List.of(
        of(
            "shared-by-ports",
            "has one table for all of its ports",
            ADAPTER,
            TableEdits.sharesPorts(SL_TO_VL_MAPPING_TABLE)),
        of(
            "port-1-sets-port-2",
            "writes a Set by port 1 into port 2's table, too",
            ADAPTER,
            TableEdits.alsoSetsPort2(SL_TO_VL_MAPPING_TABLE)),
        of(
            "port-2-not-stored",
            "echoes Sets by port 2 but stores none",
            ADAPTER,
            unstored(t -> t.port() == 2)),
        code(
            "port-2-code-3",
            "rejects Gets and Sets by port 2 with code 3",
            ADAPTER,
            t -> t.port() == 2,
            BAD_METHOD_ATTRIBUTE),
        of(
            "reset-by-port-info",
            "forgets the table when PortInfo is set",
            ADAPTER,
            SlToVlTableDeviations::resetByPortInfo),
        of(
            "read-once",
            "shows what was set once, and then VL 0 for every SL",
            ADAPTER,
            SlToVlTableDeviations::readOnce));
  }

  private static List<DeviationSpec> switches() {
    return List.of(
        readdressed("output-ignored", "has one table for all output ports", m -> (m & 0xFF00) | 1),
        readdressed("input-ignored", "has one table for all input ports", m -> (m & 0xFF) | 0x100),
        readdressed(
            "ports-modulo-16",
            "mistakes output port 17 for 1, and so on",
            m -> {
              return (m & 0xFF) > 16 ? m - 16 : m;
            }),
        readdressed(
            "last-input-as-first",
            "mistakes input port 36 for port 1",
            m -> {
              return m >> 8 == 36 ? (m & 0xFF) | 0x100 : m;
            }),
        of(
            "set-swaps-ports",
            "swaps input and output port of a Set",
            SWITCH,
            TableEdits.readdresses(
                SL_TO_VL_MAPPING_TABLE,
                t -> Edits.isSet(t) && t.modifier() >> 8 != 0,
                m -> ((m & 0xFF) << 8) | ((m >> 8) & 0xFF))),
        pairs("only-same-port", "input and output port differ", m -> m >> 8 != (m & 0xFF)),
        pairs("not-same-port", "input and output port are the same", m -> m >> 8 == (m & 0xFF)),
        pairs("last-output", "output port is the last", m -> (m & 0xFF) == 36),
        pairs("last-input", "input port is the last", m -> m >> 8 == 36),
        pairs("above-8", "output port is above 8", m -> (m & 0xFF) > 8),
        pairs(
            "above-32",
            "input and output port are above 32",
            m -> {
              return (m & 0xFF) > 32 && m >> 8 > 32;
            }),
        pairs("input-0", "input port is 0", m -> m >> 8 == 0),
        pairs("one-pair", "input port is 7, output port 9", m -> m == 0x0709),
        code(
            "input-0-code-7",
            "rejects input port 0 with code 7",
            SWITCH,
            t -> t.modifier() >> 8 == 0,
            INVALID_FIELD),
        code(
            "last-set-code-7",
            "rejects Sets for the last output port with code 7",
            SWITCH,
            t -> Edits.isSet(t) && (t.modifier() & 0xFF) == 36,
            INVALID_FIELD),
        of(
            "set-runs-over",
            "writes a Set into the next output port's table, too",
            SWITCH,
            TableEdits.alsoSets(SL_TO_VL_MAPPING_TABLE, _ -> true, m -> m + 1)),
        of(
            "set-runs-back",
            "writes a Set into the output port's table before, too",
            SWITCH,
            TableEdits.alsoSets(SL_TO_VL_MAPPING_TABLE, _ -> true, m -> m - 1)),
        of(
            "port-12-shows-port-11",
            "answers a Get for output port 12 with the table of port 11",
            SWITCH,
            TableEdits.readdresses(
                SL_TO_VL_MAPPING_TABLE,
                t -> Edits.isGet(t) && (t.modifier() & 0xFF) == 12,
                m -> m - 1)));
  }

  // --- kinds of deviations

  /// Computes the VL that a Set stores for one SL.
  @FunctionalInterface
  private interface StoredVl {
    long of(Transaction t, int sl, long old);
  }

  private static DeviationSpec stored(String name, String does, StoredVl vl) {
    return of(
        name,
        does,
        BOTH,
        TableEdits.stores(
            SL_TO_VL_MAPPING_TABLE,
            (t, asked, old) -> {
              for (int sl = 0; sl < SLS; sl++) {
                SL_TO_VL.set(asked, 0, sl, vl.of(t, sl, SL_TO_VL.get(old, 0, sl)));
              }
            }));
  }

  private static long vl(Transaction t, int sl) {
    return t.asked(SL_TO_VL, sl);
  }

  private static long droppedTo0(long vl) {
    return vl == DROP ? 0 : vl;
  }

  private static boolean hasDrop(Transaction t) {
    return IntStream.range(0, SLS).anyMatch(sl -> vl(t, sl) == DROP);
  }

  private static DeviationSpec readdressed(String name, String does, IntUnaryOperator modifier) {
    return of(
        name, does, SWITCH, TableEdits.readdresses(SL_TO_VL_MAPPING_TABLE, _ -> true, modifier));
  }

  private static DeviationSpec pairs(String name, String which, IntPredicate modifier) {
    return of(
        name + "-not-stored",
        "echoes Sets but stores none where " + which,
        SWITCH,
        unstored(t -> modifier.test(t.modifier())));
  }

  private static Consumer<Seams> unstored(Predicate<Transaction> which) {
    return TableEdits.unstored(SL_TO_VL_MAPPING_TABLE, which);
  }

  private static DeviationSpec code(
      String name, String does, Set<NodeKind> kinds, Predicate<Transaction> which, int wrong) {
    return of(
        name,
        does,
        kinds,
        Edits.codes(SL_TO_VL_MAPPING_TABLE, (t, code) -> which.test(t) ? wrong : code));
  }

  private static Consumer<Seams> answers(Predicate<Transaction> which, Consumer<Transaction> edit) {
    return Edits.responses(t -> Edits.isOf(SL_TO_VL_MAPPING_TABLE, t) && which.test(t), edit);
  }

  private static DeviationSpec of(
      String name, String does, Set<NodeKind> kinds, Consumer<Seams> effect) {
    return DeviationSpec.of("sltovl." + name, does + ", of SLtoVLMappingTable", kinds, effect)
        .on(SL_MAPPING, 1);
  }

  private static void resetByPortInfo(Seams seams) {
    Set<Integer> reset = new HashSet<>();
    UnaryOperator<AttributeHandler> portInfo =
        handler -> forgetful(handler, _ -> false, t -> reset.add(t.port()));
    UnaryOperator<AttributeHandler> table =
        handler -> forgetful(handler, t -> reset.contains(t.port()), t -> reset.remove(t.port()));
    Edits.handler(PORT_INFO, portInfo)
        .andThen(Edits.handler(SL_TO_VL_MAPPING_TABLE, table))
        .accept(seams);
  }

  private static void readOnce(Seams seams) {
    Set<Integer> read = new HashSet<>();
    UnaryOperator<AttributeHandler> table =
        handler -> forgetful(handler, t -> !read.add(t.port()), t -> read.remove(t.port()));
    Edits.handler(SL_TO_VL_MAPPING_TABLE, table).accept(seams);
  }

  /// @param isForgotten whether a Get shows nothing
  /// @param onSet additional effect of a Set
  private static AttributeHandler forgetful(
      AttributeHandler handler, Predicate<Transaction> isForgotten, Predicate<Transaction> onSet) {
    return Edits.handler(
        t -> {
          int code = handler.get(t);
          if (isForgotten.test(t)) {
            t.clearAnswer();
          }
          return code;
        },
        t -> {
          boolean _ = onSet.test(t);
          return handler.set(t);
        });
  }
}
