package org.ibassay.runner.state;

import static org.ibassay.wire.attribute.Attribute.MULTICAST_FORWARDING_TABLE;

import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.List;
import org.ibassay.link.LinkException;
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

  private final Smps smps;
  private final int groups;
  private final int window;
  private final long key;
  private final MemorySegment[] before;

  private MulticastSnapshot(Smps smps, int groups, int window, long key, MemorySegment[] before) {
    this.smps = smps;
    this.groups = groups;
    this.window = window;
    this.key = key;
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
    MulticastSnapshot snapshot = new MulticastSnapshot(smps, groups, window, found.key(), table);
    snapshot.read(all(table.length), table);
    for (int i = 0; i < table.length; i++) {
      if (table[i] == null) {
        throw new NotReadableException(
            "MulticastForwardingTable, %s: no answer".formatted(snapshot.place(i)));
      }
    }
    return snapshot;
  }

  @Override
  public List<String> restore() throws LinkException, InterruptedException {
    BitSet changed = changed(all(before.length));
    if (changed.isEmpty()) {
      return List.of();
    }
    write(changed);
    BitSet left = changed(changed);
    if (left.isEmpty()) {
      return List.of();
    }
    Ranges blocks = new Ranges();
    Ranges portGroups = new Ranges();
    left.stream()
        .forEach(i -> {
          blocks.add(i / groups);
          portGroups.add(i % groups);
        });
    return List.of(
        "MulticastForwardingTable: %d of %d blocks are not as they were: blocks %s; port groups %s"
            .formatted(left.cardinality(), before.length, blocks, portGroups));
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
        n -> Smps.request(Method.GET, MULTICAST_FORWARDING_TABLE, modifier(indices[n]), key),
        window,
        (n, answer) -> {
          if (answer != null && isAbout(answer, indices[n])) {
            into[indices[n]] = answer.data();
          }
        });
  }

  /// Of a near miss it is not certain which of several requests it answers.
  private boolean isAbout(Smps.Answer answer, int index) {
    return MadHeader.ATTRIBUTE_MODIFIER.get(answer.mad(), 0) == modifier(index) || window == 1;
  }

  private void write(BitSet which) throws LinkException, InterruptedException {
    int[] indices = which.stream().toArray();
    smps.all(
        indices.length,
        n -> Smps.set(MULTICAST_FORWARDING_TABLE, modifier(indices[n]), key, before[indices[n]]),
        window,
        (n, answer) -> {});
  }

  private static BitSet all(int count) {
    BitSet all = new BitSet(count);
    all.set(0, count);
    return all;
  }

  /// Blocks go round fastest by port group, as a reader of the table goes.
  private long modifier(int index) {
    return ((long) (index % groups) << 28) | (index / groups);
  }

  private String place(int index) {
    return "block %d, port group %d".formatted(index / groups, index % groups);
  }
}
