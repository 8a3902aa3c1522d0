package org.ibassay.runner.state;

import static org.ibassay.wire.attribute.Attribute.MULTICAST_FORWARDING_TABLE;

import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.ibassay.link.LinkException;
import org.ibassay.suite.Change;
import org.ibassay.suite.Ranges;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.jspecify.annotations.Nullable;

/// The whole MulticastForwardingTable of a switch: every block of its capacity, for every group of
/// its ports.
///
/// The status of a block's Get is left to the tests: what is kept is what was answered.
final class MulticastSnapshot implements Snapshot {
  private static final int ENTRIES = 32;
  private static final int PORTS = 16;
  private static final int MOST_BLOCKS = 512;
  private static final int MOST_GROUPS = 16;

  private static final int GROUP_SHIFT = 28;
  private static final long BLOCK = 0x1FF;
  private static final String TABLE = "MulticastForwardingTable";

  private final Smps smps;
  private final int window;
  private final long key;
  private final long[] modifiers;
  private final MemorySegment[] before;

  private MulticastSnapshot(
      Smps smps, int window, long key, long[] modifiers, MemorySegment[] before) {
    this.smps = smps;
    this.window = window;
    this.key = key;
    this.modifiers = modifiers;
    this.before = before;
  }

  /// Reads the table.
  ///
  /// @param window how many requests may be under way
  /// @param keys that the DUT may hold beside 0
  /// @throws NotReadableException names what did not answer
  static MulticastSnapshot take(Smps smps, int window, List<Long> keys)
      throws NotReadableException, LinkException, InterruptedException {
    MKeySearch.Found found =
        new MKeySearch(smps, 0)
            .find(
                MKeySearch.inOrder(
                    List.of(0L), keys.stream().mapToLong(Long::longValue).toArray()));
    Smps.Answer nodeInfo = smps.get(Attribute.NODE_INFO, 0, found == null ? 0 : found.key());
    Smps.Answer switchInfo = smps.get(Attribute.SWITCH_INFO, 0, found == null ? 0 : found.key());
    if (found == null || nodeInfo == null || switchInfo == null) {
      throw new NotReadableException("SwitchInfo, which tells the table's capacity: no answer");
    }
    int capacity = (int) switchInfo.get(SwitchInfo.MULTICAST_FDB_CAP);
    int blocks = Math.min(MOST_BLOCKS, (capacity + ENTRIES - 1) / ENTRIES);
    int groups = Math.min(MOST_GROUPS, (int) nodeInfo.get(NodeInfo.NUM_PORTS) / PORTS + 1);
    MemorySegment[] table = new MemorySegment[blocks * groups];
    // Blocks go round fastest by port group, as a reader of the table goes.
    long[] modifiers = new long[table.length];
    for (int i = 0; i < table.length; i++) {
      modifiers[i] = ((long) (i % groups) << GROUP_SHIFT) | (i / groups);
    }
    MulticastSnapshot snapshot = new MulticastSnapshot(smps, window, found.key(), modifiers, table);
    snapshot.read(all(table.length), table);
    for (int i = 0; i < table.length; i++) {
      if (table[i] == null) {
        throw new NotReadableException(TABLE + ", " + snapshot.place(i) + ": no answer");
      }
    }
    return snapshot;
  }

  /// What an earlier process has taken.
  static MulticastSnapshot of(List<SavedAttribute> saved, Smps smps, int window) {
    long[] modifiers = saved.stream().mapToLong(SavedAttribute::modifier).toArray();
    MemorySegment[] before = saved.stream().map(SavedAttribute::data).toArray(MemorySegment[]::new);
    return new MulticastSnapshot(smps, window, saved.getFirst().key(), modifiers, before);
  }

  @Override
  public List<SavedAttribute> saved(int via) {
    return IntStream.range(0, before.length)
        .mapToObj(i ->
            new SavedAttribute(
                Change.MULTICAST_FORWARDING_TABLE, via, key, modifiers[i], before[i]))
        .toList();
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
    Ranges blocks = new Ranges();
    Ranges portGroups = new Ranges();
    changed.stream()
        .forEach(i -> {
          blocks.add(modifiers[i] & BLOCK);
          portGroups.add(modifiers[i] >>> GROUP_SHIFT);
        });
    String count = ": %d of %d blocks are ".formatted(changed.cardinality(), before.length);
    String where = ": blocks %s; port groups %s".formatted(blocks, portGroups);
    return List.of(
        new ChangedState(
            TABLE,
            count + "not as they were" + where,
            count + "as they were again" + where,
            false));
  }

  /// Of some blocks those that are not as they were, or do not tell.
  private BitSet changed(BitSet among) throws LinkException, InterruptedException {
    MemorySegment[] present = new MemorySegment[before.length];
    read(among, present);
    BitSet changed = new BitSet();
    among.stream().filter(i -> isChanged(present[i], before[i])).forEach(changed::set);
    return changed;
  }

  private static boolean isChanged(@Nullable MemorySegment present, MemorySegment before) {
    return present == null || present.mismatch(before) >= 0;
  }

  private void read(BitSet which, MemorySegment[] into) throws LinkException, InterruptedException {
    int[] indices = which.stream().toArray();
    smps.all(
        indices.length,
        n -> Smps.request(Method.GET, MULTICAST_FORWARDING_TABLE, modifiers[indices[n]], key),
        window,
        (n, answer) -> {
          if (answer != null && isAbout(answer, indices[n])) {
            into[indices[n]] = answer.data();
          }
        });
  }

  /// Of a near miss it is not certain which of several requests it answers.
  private boolean isAbout(Smps.Answer answer, int index) {
    return MadHeader.ATTRIBUTE_MODIFIER.get(answer.mad(), 0) == modifiers[index] || window == 1;
  }

  private void write(BitSet which) throws LinkException, InterruptedException {
    int[] indices = which.stream().toArray();
    smps.all(
        indices.length,
        n -> Smps.set(MULTICAST_FORWARDING_TABLE, modifiers[indices[n]], key, before[indices[n]]),
        window,
        (n, answer) -> {});
  }

  private static BitSet all(int count) {
    BitSet all = new BitSet(count);
    all.set(0, count);
    return all;
  }

  private String place(int index) {
    return "block %d, port group %d"
        .formatted(modifiers[index] & BLOCK, modifiers[index] >>> GROUP_SHIFT);
  }
}
