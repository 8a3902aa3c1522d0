package org.ibassay.runner.state;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ibassay.link.LinkException;
import org.ibassay.suite.Ranges;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.jspecify.annotations.Nullable;

/// The saved blocks of a table. A block whose Get is rejected is omitted, because its contents are
/// unknown.
final class TableSnapshot implements Snapshot {
  private final Smps smps;
  private final int window;
  private final StateTable table;
  private final long key;
  private final long[] modifiers;
  private final @Nullable MemorySegment[] before;

  private TableSnapshot(
      Smps smps,
      int window,
      StateTable table,
      long key,
      long[] modifiers,
      @Nullable MemorySegment[] before) {
    this.smps = smps;
    this.window = window;
    this.table = table;
    this.key = key;
    this.modifiers = modifiers;
    this.before = before;
  }

  /// Reads the table.
  ///
  /// @param window highest number of outstanding requests
  /// @param keys keys that the DUT may hold other than 0
  /// @throws NotReadableException names what did not respond
  static TableSnapshot take(Smps smps, int window, StateTable table, List<Long> keys)
      throws NotReadableException, LinkException, InterruptedException {
    MKeySearch.Found found =
        new MKeySearch(smps, 0)
            .find(
                MKeySearch.inOrder(
                    List.of(0L), keys.stream().mapToLong(Long::longValue).toArray()));
    long key = found == null ? 0 : found.key();
    long[] modifiers = table.blocks().of(Declared.read(smps, key)).toArray();
    @Nullable MemorySegment[] blocks = new MemorySegment[modifiers.length];
    TableSnapshot snapshot = new TableSnapshot(smps, window, table, key, modifiers, blocks);
    BitSet silent = snapshot.read(all(blocks.length), blocks);
    if (!silent.isEmpty() && !table.isOptional()) {
      throw new NotReadableException(
          table.name() + table.place(modifiers[silent.nextSetBit(0)]) + ": no response");
    }
    return snapshot;
  }

  /// Recreates the snapshot of an earlier process.
  static TableSnapshot of(List<SavedAttribute> saved, StateTable table, Smps smps, int window) {
    long[] modifiers = saved.stream().mapToLong(SavedAttribute::modifier).toArray();
    MemorySegment[] before = saved.stream().map(SavedAttribute::data).toArray(MemorySegment[]::new);
    return new TableSnapshot(smps, window, table, saved.getFirst().key(), modifiers, before);
  }

  @Override
  public List<SavedAttribute> saved(int via) {
    List<SavedAttribute> saved = new ArrayList<>();
    for (int i = 0; i < before.length; i++) {
      MemorySegment block = before[i];
      if (block != null) {
        saved.add(new SavedAttribute(table.change(), via, key, modifiers[i], block));
      }
    }
    return saved;
  }

  @Override
  public List<ChangedState> differences() throws LinkException, InterruptedException {
    return described(changed(all(before.length)));
  }

  @Override
  public List<ChangedState> restore() throws LinkException, InterruptedException {
    BitSet changed = changed(all(before.length));
    write(changed);
    return described(changed(changed));
  }

  private List<ChangedState> described(BitSet changed) {
    if (changed.isEmpty()) {
      return List.of();
    }
    if (before.length == 1) {
      return List.of(onlyBlock());
    }
    String count = ": %d of %d blocks are ".formatted(changed.cardinality(), before.length);
    String where =
        table.coordinates().stream()
            .map(c -> "%ss %s".formatted(c.name(), ranges(changed, c)))
            .collect(Collectors.joining("; ", ": ", ""));
    return List.of(
        new ChangedState(
            table.name(), count + "not restored" + where, count + "restored" + where, false));
  }

  private ChangedState onlyBlock() {
    String name = table.name();
    return before[0] == null
        ? new ChangedState(
            name,
            " could not be read before and can be read now; its former value is unknown",
            " can no longer be read",
            true)
        : new ChangedState(name, " is not restored", " is restored", false);
  }

  private Ranges ranges(BitSet blocks, StateTable.Coordinate coordinate) {
    Ranges ranges = new Ranges();
    blocks.stream().forEach(i -> ranges.add(coordinate.of().applyAsLong(modifiers[i])));
    return ranges;
  }

  /// Returns those of the given blocks that have changed, or cannot be read.
  private BitSet changed(BitSet among) throws LinkException, InterruptedException {
    @Nullable MemorySegment[] present = new MemorySegment[before.length];
    read(among, present);
    BitSet changed = new BitSet();
    among.stream().filter(i -> isChanged(present[i], before[i])).forEach(changed::set);
    return changed;
  }

  private boolean isChanged(@Nullable MemorySegment present, @Nullable MemorySegment was) {
    if (present == null || was == null) {
      return present != null || was != null;
    }
    return table.differs(present, was);
  }

  /// @return the blocks without a response
  private BitSet read(BitSet which, @Nullable MemorySegment[] into)
      throws LinkException, InterruptedException {
    BitSet silent = (BitSet) which.clone();
    int[] indices = which.stream().toArray();
    smps.all(
        indices.length,
        n -> Smps.request(Method.GET, table.attribute(), modifiers[indices[n]], key),
        window,
        (n, answer) -> {
          if (answer != null && isAbout(answer, indices[n])) {
            silent.clear(indices[n]);
            into[indices[n]] = answer.isOk() ? answer.data() : null;
          }
        });
    return silent;
  }

  /// For a near miss it is uncertain which of several requests it answers.
  private boolean isAbout(Smps.Answer answer, int index) {
    return MadHeader.ATTRIBUTE_MODIFIER.get(answer.mad(), 0) == modifiers[index] || window == 1;
  }

  private void write(BitSet which) throws LinkException, InterruptedException {
    int[] indices = which.stream().filter(i -> before[i] != null).toArray();
    smps.all(
        indices.length,
        n -> {
          MemorySegment block = Objects.requireNonNull(before[indices[n]]);
          return Smps.set(table.attribute(), modifiers[indices[n]], key, table.writable(block));
        },
        window,
        (_, _) -> {});
  }

  private static BitSet all(int count) {
    return IntStream.range(0, count).collect(BitSet::new, BitSet::set, BitSet::or);
  }
}
