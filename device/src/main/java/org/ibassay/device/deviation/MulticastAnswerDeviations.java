package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.Edits.isGet;
import static org.ibassay.device.deviation.Edits.isSet;
import static org.ibassay.device.variant.SimParameter.MCAST_CAP;
import static org.ibassay.wire.attribute.Attribute.MULTICAST_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.MulticastForwardingTable.PORT_MASK;
import static org.ibassay.wire.mad.MadStatus.BAD_METHOD_ATTRIBUTE;
import static org.ibassay.wire.mad.MadStatus.CODE;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.ibassay.device.sma.MulticastCells;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.SwitchInfo;

/// Deviations in a switch's responses for its multicast forwarding table: status codes, data that
/// should be zero, the capacity.
final class MulticastAnswerDeviations {
  private static final int LAST_PART = (15 << 28) | 511;
  private static final int VALID_PART = (1 << 28) | 20;
  private static final int MOST_ENTRIES = 16_384;

  private MulticastAnswerDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        code("mft.past-end-ok", "answers code 0, not 7, past the table's end", 7, _ -> true, OK),
        code(
            "mft.past-end-set-ok",
            "answers Sets past the table's end with code 0",
            7,
            Edits::isSet,
            OK),
        code(
            "mft.past-end-get-ok",
            "answers Gets past the table's end with code 0",
            7,
            Edits::isGet,
            OK),
        code(
            "mft.one-past-end-set-ok",
            "answers the Set of block 511, group 15, with code 0",
            7,
            t -> isSet(t) && t.modifier() == LAST_PART,
            OK),
        code(
            "mft.one-past-end-get-ok",
            "answers the Get of block 511, group 15, with code 0",
            7,
            t -> isGet(t) && t.modifier() == LAST_PART,
            OK),
        code(
            "mft.past-end-code-3",
            "answers code 3, not 7, past the table's end",
            7,
            _ -> true,
            BAD_METHOD_ATTRIBUTE),
        code(
            "mft.valid-set-refused",
            "stores each Set but answers code 7",
            0,
            Edits::isSet,
            INVALID_FIELD),
        code(
            "mft.one-valid-set-refused",
            "stores the Set of block 20, group 1, but answers code 7",
            0,
            t -> isSet(t) && t.modifier() == VALID_PART,
            INVALID_FIELD),
        code(
            "mft.one-valid-get-refused",
            "answers the Get of block 20, group 1, with the right data but code 7",
            0,
            t -> isGet(t) && t.modifier() == VALID_PART,
            INVALID_FIELD),
        of(
            "mft.past-end-data-echoed",
            "echoes the data of Sets past the table's end, with code 7",
            whenRefused(Edits::isSet, MulticastAnswerDeviations::echo)),
        of(
            "mft.past-end-bit-set",
            "answers the Get of block 511, group 15, with code 7 but one bit that is not 0",
            whenRefused(
                t -> isGet(t) && t.modifier() == LAST_PART, t -> t.answer(PORT_MASK, 31, 1))),
        of(
            "mft.past-end-set-lands",
            "rejects Sets past the table's end, but writes their data into block 0",
            landing(_ -> true)),
        of(
            "mft.one-past-end-set-lands",
            "rejects the Set of block 511, group 0, but writes its data into block 0",
            landing(t -> t.modifier() == 511)),
        capacity("mft.declared-0", "declares MulticastFDBCap 0, but has a table", _ -> 0),
        capacity("mft.declared-more", "declares one entry more than it has", cap -> cap + 1),
        capacity("mft.declared-less", "declares one entry less than it has", cap -> cap - 1),
        capacity(
            "mft.declared-too-many", "declares more entries than 512 blocks hold", _ -> 20_000),
        capacity(
                "mft.declared-one-too-many",
                "has 512 blocks and declares one entry more",
                _ -> MOST_ENTRIES + 1)
            .on(MCAST_CAP, MOST_ENTRIES),
        of(
            "mft.declared-anew",
            "declares one entry more in every answer",
            MulticastAnswerDeviations::declareAnew),
        ports("mft.ports-overstated", "declares in NodeInfo one port more than its table has", 1),
        ports("mft.ports-understated", "declares in NodeInfo one port less than its table has", -1),
        without("mft.unsupported-ok", "answers code 0 although it has no table", _ -> true, OK),
        without(
            "mft.unsupported-set-ok",
            "answers Sets with code 0 although it has no table",
            Edits::isSet,
            OK),
        without(
            "mft.unsupported-get-ok",
            "answers Gets with code 0 although it has no table",
            Edits::isGet,
            OK),
        without(
            "mft.unsupported-one-set-ok",
            "answers the Set of block 20, group 1, with code 0 although it has no table",
            t -> isSet(t) && t.modifier() == VALID_PART,
            OK),
        without(
            "mft.unsupported-one-get-ok",
            "answers the Get of block 20, group 1, with code 0 although it has no table",
            t -> isGet(t) && t.modifier() == VALID_PART,
            OK),
        without(
            "mft.unsupported-code-3",
            "answers code 3, not 7, as it has no table",
            _ -> true,
            BAD_METHOD_ATTRIBUTE),
        of(
                "mft.unsupported-data",
                "answers Gets with code 7 but data, although it has no table",
                whenRefused(Edits::isGet, t -> fill(t, 0xFFFF)))
            .on(MCAST_CAP, 0),
        of(
                "mft.unsupported-one-bit",
                "answers the Get of block 20, group 1, with one bit, although it has no table",
                whenRefused(
                    t -> isGet(t) && t.modifier() == VALID_PART, t -> t.answer(PORT_MASK, 0, 1)))
            .on(MCAST_CAP, 0));
  }

  private static DeviationSpec of(String name, String summary, Consumer<Seams> effect) {
    return DeviationSpec.of(name, summary, Set.of(NodeKind.SWITCH), effect);
  }

  /// Responds with another code if the correct one is `right`.
  private static DeviationSpec code(
      String name, String summary, int right, Predicate<Transaction> which, int wrong) {
    return of(
        name,
        summary,
        Edits.codes(
            MULTICAST_FORWARDING_TABLE,
            (t, code) -> code == right && which.test(t) ? wrong : code));
  }

  private static DeviationSpec without(
      String name, String summary, Predicate<Transaction> which, int wrong) {
    return code(name, summary, INVALID_FIELD, which, wrong).on(MCAST_CAP, 0);
  }

  private static Consumer<Seams> whenRefused(
      Predicate<Transaction> which, Consumer<Transaction> edit) {
    return Edits.responses(
        t ->
            Edits.isOf(MULTICAST_FORWARDING_TABLE, t)
                && CODE.get(t.response(), 0) == INVALID_FIELD
                && which.test(t),
        edit);
  }

  private static void echo(Transaction t) {
    for (int entry = 0; entry < MulticastCells.ENTRIES; entry++) {
      t.answer(PORT_MASK, entry, t.asked(PORT_MASK, entry));
    }
  }

  private static void fill(Transaction t, int bits) {
    for (int entry = 0; entry < MulticastCells.ENTRIES; entry++) {
      t.answer(PORT_MASK, entry, bits);
    }
  }

  /// Rejected Sets are still written to block 0 of group 0.
  private static Consumer<Seams> landing(Predicate<Transaction> which) {
    return seams -> {
      MulticastCells[] held = new MulticastCells[1];
      UnaryOperator<MulticastCells> keep =
          cells -> {
            held[0] = cells;
            return cells;
          };
      seams.multicast.deviate(keep);
      Edits.sets(
              MULTICAST_FORWARDING_TABLE,
              (t, handler) -> {
                int code = handler.set(t);
                if (code != OK && which.test(t)) {
                  land(t, held[0]);
                }
                return code;
              })
          .accept(seams);
    };
  }

  private static void land(Transaction t, MulticastCells cells) {
    for (int entry = 0; entry < MulticastCells.ENTRIES; entry++) {
      cells.write(0, 0, entry, (int) t.asked(PORT_MASK, entry) & cells.mask(0, 0, entry));
    }
  }

  private static DeviationSpec capacity(
      String name, String summary, ToIntFunction<Integer> declared) {
    return of(
        name,
        summary,
        Edits.responses(
            t -> Edits.isOf(SWITCH_INFO, t),
            t ->
                t.answer(
                    SwitchInfo.MULTICAST_FDB_CAP,
                    declared.applyAsInt((int) t.answered(SwitchInfo.MULTICAST_FDB_CAP)))));
  }

  private static void declareAnew(Seams seams) {
    int[] answers = new int[1];
    Edits.responses(
            t -> Edits.isOf(SWITCH_INFO, t),
            t ->
                t.answer(
                    SwitchInfo.MULTICAST_FDB_CAP,
                    t.answered(SwitchInfo.MULTICAST_FDB_CAP) + answers[0]++))
        .accept(seams);
  }

  private static DeviationSpec ports(String name, String summary, int more) {
    return of(
        name,
        summary,
        Edits.responses(
            t -> Edits.isOf(NODE_INFO, t),
            t -> t.answer(NodeInfo.NUM_PORTS, t.answered(NodeInfo.NUM_PORTS) + more)));
  }
}
