package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.OddCells.place;
import static org.ibassay.device.sma.MulticastCells.ENTRIES;
import static org.ibassay.wire.attribute.Attribute.MULTICAST_FORWARDING_TABLE;

import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.sma.MulticastCells;
import org.ibassay.device.variant.NodeKind;

/// Deviations in the contents of a multicast forwarding table. They use places that a switch with
/// its default 36 ports and 1000 entries has: blocks 0 to 30 and groups 0 and 1 are full, block 31
/// and group 2 are partial.
final class MulticastDeviations {
  private MulticastDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        of(
            "mft.partial-block-not-masked",
            "keeps entries past the table's end in its last, partial block",
            cells ->
                OddCells.masked(
                    cells, (block, group, _, mask) -> mask | first(cells, block, group))),
        of(
            "mft.first-entry-past-end-kept",
            "keeps the one entry just past the table's end",
            cells ->
                OddCells.masked(
                    cells,
                    (block, group, entry, mask) ->
                        entry > 0 && cells.mask(block, group, entry - 1) != 0
                            ? first(cells, block, group)
                            : mask)),
        of(
            "mft.blocks-past-end-kept",
            "accepts every block past the table's end as if it existed",
            cells -> OddCells.withPart(cells, (_, group) -> cells.exists(0, group))),
        of(
            "mft.first-block-past-end-kept",
            "accepts the one block just past the table's end as if it existed",
            cells ->
                OddCells.withPart(
                    cells, (block, group) -> block > 0 && cells.exists(block - 1, group))),
        of(
            "mft.groups-past-end-kept",
            "accepts every group of missing ports as if it existed",
            cells -> OddCells.withPart(cells, (block, _) -> cells.exists(block, 0))),
        of(
            "mft.first-group-past-end-kept",
            "accepts the one group just past the last port as if it existed",
            cells ->
                OddCells.withPart(
                    cells, (block, group) -> group > 0 && cells.exists(block, group - 1))),
        of(
            "mft.missing-ports-kept",
            "keeps the bits of missing ports in the last port's group",
            cells -> OddCells.masked(cells, (_, _, _, mask) -> mask == 0 ? 0 : 0xFFFF)),
        of(
            "mft.one-missing-port-kept",
            "keeps the bit of the port after the last one, in entry 5 of block 3",
            cells ->
                OddCells.masked(
                    cells,
                    (block, _, entry, mask) ->
                        block == 3 && entry == 5 ? (mask << 1) | mask : mask)),
        of(
            "mft.port-0-lost",
            "has no bit for port 0",
            cells -> OddCells.masked(cells, (_, group, _, mask) -> group == 0 ? mask & ~1 : mask)),
        of(
            "mft.last-port-lost",
            "has no bit for the last port",
            cells ->
                OddCells.masked(
                    cells,
                    (block, group, _, mask) -> cells.exists(block, group + 1) ? mask : mask >>> 1)),
        of(
            "mft.entry-wrong",
            "stores entry 17 of block 5, group 1, with one bit changed",
            cells ->
                OddCells.written(
                    cells,
                    (block, group, entry, bits) ->
                        isTheOne(block, group, entry) ? bits ^ 8 : bits)),
        of(
            "mft.bit-stuck-at-0",
            "always reads one bit of entry 17 of block 5, group 1, as 0",
            cells ->
                OddCells.read(
                    cells,
                    (block, group, entry, bits) ->
                        isTheOne(block, group, entry) ? bits & ~8 : bits)),
        of(
            "mft.bit-stuck-at-1",
            "always reads one bit of entry 17 of block 5, group 1, as 1",
            cells ->
                OddCells.read(
                    cells,
                    (block, group, entry, bits) ->
                        isTheOne(block, group, entry) ? bits | 8 : bits)),
        of(
            "mft.entries-rotated",
            "stores each full block's entries one place further on",
            cells ->
                OddCells.misplaced(
                    cells,
                    (block, group, entry) ->
                        place(block, group, isFull(cells, block) ? next(entry) : entry))),
        of(
            "mft.entries-rotated-in-one-block",
            "stores the entries of block 7 one place further on",
            cells ->
                OddCells.misplaced(
                    cells,
                    (block, group, entry) ->
                        place(block, group, block == 7 ? next(entry) : entry))),
        of(
            "mft.two-entries-swapped",
            "stores entries 2 and 3 of block 7, group 0, swapped",
            cells ->
                OddCells.misplaced(
                    cells,
                    (block, group, entry) ->
                        place(
                            block,
                            group,
                            block == 7 && group == 0 && entry >> 1 == 1 ? entry ^ 1 : entry))),
        of(
            "mft.blocks-aliased",
            "has memory for 16 blocks only, and uses it again and again",
            cells ->
                OddCells.aliased(cells, (block, group, entry) -> place(block & 0xF, group, entry))),
        of(
            "mft.last-block-aliases-first",
            "uses block 0 for the last block, too",
            cells ->
                OddCells.aliased(
                    cells,
                    (block, group, entry) ->
                        place(cells.exists(block + 1, group) ? block : 0, group, entry))),
        of(
            "mft.groups-aliased",
            "has memory for one group only and uses it for all ports",
            cells -> OddCells.aliased(cells, (block, _, entry) -> place(block, 0, entry))),
        of(
            "mft.set-runs-over",
            "writes a Set's last entry into the next block's first one, too",
            cells -> OddCells.runningOver(cells, (_, _) -> true)),
        of(
            "mft.set-runs-over-once",
            "writes the last entry of block 9 into the first one of block 10, too",
            cells -> OddCells.runningOver(cells, (block, group) -> block == 9 && group == 0)),
        unstored("mft.set-not-stored", "echoes each Set but stores none", (_, _) -> true),
        unstored(
            "mft.one-block-not-stored",
            "echoes Sets of block 12 but stores none",
            (block, _) -> block == 12),
        unstored(
            "mft.last-block-not-stored",
            "echoes Sets of block 31 but stores none",
            (block, _) -> block == 31),
        unstored(
            "mft.one-group-not-stored",
            "echoes Sets of group 1 but stores none",
            (_, group) -> group == 1),
        unstored(
            "mft.one-part-not-stored",
            "echoes Sets of block 12, group 1, but stores none",
            (block, group) -> block == 12 && group == 1));
  }

  private static DeviationSpec of(
      String name, String summary, UnaryOperator<MulticastCells> effect) {
    return DeviationSpec.of(
        name, summary, Set.of(NodeKind.SWITCH), seams -> seams.multicast.deviate(effect));
  }

  private static DeviationSpec unstored(
      String name, String summary, BiPredicate<Integer, Integer> part) {
    return DeviationSpec.of(
        name,
        summary,
        Set.of(NodeKind.SWITCH),
        TableEdits.unstored(
            MULTICAST_FORWARDING_TABLE, t -> part.test(t.modifier() & 0x1FF, t.modifier() >>> 28)));
  }

  private static boolean isTheOne(int block, int group, int entry) {
    return block == 5 && group == 1 && entry == 17;
  }

  private static int next(int entry) {
    return (entry + 1) % ENTRIES;
  }

  private static boolean isFull(MulticastCells cells, int block) {
    return cells.mask(block, 0, ENTRIES - 1) != 0;
  }

  private static int first(MulticastCells cells, int block, int group) {
    return cells.mask(block, group, 0);
  }
}
