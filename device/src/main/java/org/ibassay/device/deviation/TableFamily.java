package org.ibassay.device.deviation;

import static org.ibassay.wire.mad.MadStatus.BAD_METHOD_ATTRIBUTE;
import static org.ibassay.wire.mad.MadStatus.CODE;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.TableBytes;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.Smp;

/// The deviations of every table of blocks, whatever its entries. They use places that exist in a
/// table of two blocks and a part.
///
/// @param word first part of the deviations' names
/// @param attribute the attribute with the table's blocks
/// @param kinds kinds of node that have it
/// @param entry length of an entry in bytes
/// @param given URI parameters of a node whose last block is partial
record TableFamily(
    String word,
    Attribute attribute,
    Set<NodeKind> kinds,
    int entry,
    Map<SimParameter, Long> given) {
  private static final int BLOCK = Smp.DATA_BYTES;

  /// A deviation of this table.
  DeviationSpec of(String name, String summary, Consumer<Seams> effect) {
    DeviationSpec spec = DeviationSpec.of(word + "." + name, summary, kinds, effect);
    for (Map.Entry<SimParameter, Long> parameter : given.entrySet()) {
      spec = spec.on(parameter.getKey(), parameter.getValue());
    }
    return spec;
  }

  /// A deviation of the table's storage.
  DeviationSpec kept(String name, String summary, UnaryOperator<TableBytes> deviation) {
    return of(name, summary, OddTables.table(attribute, deviation));
  }

  List<DeviationSpec> all() {
    return List.of(
        kept("not-stored", "answers each Set as a Get, and stores none", OddTables.kept(_ -> true)),
        of(
            "echoed-not-stored",
            "answers each Set as if it were stored, and stores none",
            TableEdits.unstored(attribute, _ -> true)),
        of(
            "first-block-not-stored",
            "answers Sets of block 0 as if they were stored, and stores none",
            TableEdits.unstored(attribute, t -> t.modifier() == 0)),
        of(
            "block-1-not-stored",
            "answers Sets of block 1 as if they were stored, and stores none",
            TableEdits.unstored(attribute, t -> t.modifier() == 1)),
        of("forgotten-after-get", "keeps a Set for one Get", OddTables.forgotten(attribute, 1)),
        of("forgotten-after-2-gets", "keeps a Set for two Gets", OddTables.forgotten(attribute, 2)),
        of(
            "set-answered-with-request",
            "answers each Set with the request's data",
            Edits.responses(this::isSet, this::echo)),
        kept(
            "entry-not-stored",
            "keeps the value of entry 5 of block 1",
            OddTables.kept(this::isIt)),
        kept(
            "last-entry-not-stored",
            "keeps the value of the table's last entry",
            bytes -> OddTables.kept(at -> at >= bytes.size() - entry).apply(bytes)),
        kept(
            "first-of-last-block-not-stored",
            "keeps the value of the last block's first entry",
            bytes -> {
              int from = (bytes.size() - 1) / BLOCK * BLOCK;
              return OddTables.kept(at -> at >= from && at < from + entry).apply(bytes);
            }),
        kept(
            "bit-stuck-at-0",
            "always reads the last bit of entry 5 of block 1 as 0",
            OddTables.read((at, value) -> isItsEnd(at) ? value & ~1 : value)),
        kept(
            "bit-stuck-at-1",
            "always reads the last bit of entry 5 of block 1 as 1",
            OddTables.read((at, value) -> isItsEnd(at) ? value | 1 : value)),
        kept(
            "stored-in-neighbor",
            "stores entry 5 of block 1 in entry 4, too",
            OddTables.copied(this::isIt, at -> at - entry)),
        kept(
            "two-entries-swapped",
            "stores entries 5 and 6 of block 1 swapped",
            OddTables.misplaced(
                (at, _) -> isIt(at) ? at + entry : isIt(at - entry) ? at - entry : at)),
        kept(
            "entries-rotated",
            "stores each full block's entries one place further on",
            OddTables.misplaced((at, size) ->
                (at / BLOCK + 1) * BLOCK <= size ? at / BLOCK * BLOCK + (at + entry) % BLOCK : at)),
        kept(
            "set-runs-over",
            "writes a block's last entry into the next one's first one, too",
            OddTables.copied(at -> at % BLOCK >= BLOCK - entry, at -> at + entry)),
        kept(
            "last-block-aliases-block-1",
            "uses block 1 for the last block, too",
            OddTables.aliased(
                (at, size) -> at / BLOCK == (size - 1) / BLOCK ? BLOCK + at % BLOCK : at)),
        kept(
            "blocks-modulo-2",
            "has memory for two blocks only, and uses it again and again",
            OddTables.aliased((at, _) -> at % (2 * BLOCK))),
        kept(
            "one-entry-more",
            "has one entry more than it declares",
            OddTables.sized(size -> size + entry)),
        kept(
            "last-block-whole",
            "has all entries of the last block, although it declares a part",
            OddTables.sized(size -> (size + BLOCK - 1) / BLOCK * BLOCK)),
        kept(
            "one-block-more",
            "has one block more than it declares",
            OddTables.sized(size -> (size + BLOCK - 1) / BLOCK * BLOCK + BLOCK)),
        kept(
            "one-entry-less",
            "has one entry less than it declares",
            OddTables.sized(size -> size - entry)),
        kept(
            "last-block-missing",
            "lacks the last block, which it declares in part",
            OddTables.sized(size -> (size - 1) / BLOCK * BLOCK)),
        kept(
            "only-first-block", "has one block, whatever it declares", OddTables.sized(_ -> BLOCK)),
        of(
            "past-end-lands-in-block-0",
            "rejects Sets past the table's end, and stores them in block 0",
            OddTables.landing(attribute, _ -> true, _ -> 0)),
        of(
            "first-past-end-lands-in-last",
            "rejects the Set of the first block past the table's end, and stores it before",
            OddTables.landing(attribute, _ -> true, block -> block - 1)),
        code("past-end-ok", "answers code 0 past the table's end", 7, _ -> true, OK),
        code(
            "past-end-set-ok",
            "answers Sets past the table's end with code 0",
            7,
            Edits::isSet,
            OK),
        code(
            "past-end-get-ok",
            "answers Gets past the table's end with code 0",
            7,
            Edits::isGet,
            OK),
        code(
            "past-end-code-3",
            "answers code 3, not 7, past the table's end",
            7,
            _ -> true,
            BAD_METHOD_ATTRIBUTE),
        of(
            "past-end-echoed",
            "answers Sets past the table's end with code 7 and the request's data",
            Edits.responses(
                t -> isSet(t) && CODE.get(t.response(), 0) == INVALID_FIELD, this::echo)),
        code(
            "stored-but-refused",
            "stores the Set of block 1, and answers code 7",
            0,
            t -> Edits.isSet(t) && t.modifier() == 1,
            INVALID_FIELD),
        code(
            "get-refused",
            "answers a Get of block 1 with the right data and code 7",
            0,
            t -> Edits.isGet(t) && t.modifier() == 1,
            INVALID_FIELD));
  }

  private DeviationSpec code(
      String name, String summary, int instead, Predicate<Transaction> which, int wrong) {
    return of(
        name,
        summary,
        Edits.codes(attribute, (t, code) -> code == instead && which.test(t) ? wrong : code));
  }

  private boolean isSet(Transaction t) {
    return Edits.isSet(t) && Edits.isOf(attribute, t);
  }

  private void echo(Transaction t) {
    MemorySegment.copy(t.request(), Smp.DATA, t.response(), Smp.DATA, BLOCK);
  }

  /// Entry 5 of block 1.
  private boolean isIt(int at) {
    return at / BLOCK == 1 && at % BLOCK / entry == 5;
  }

  private boolean isItsEnd(int at) {
    return isIt(at) && at % entry == entry - 1;
  }
}
