package org.ibassay.device.sma;

import org.jspecify.annotations.Nullable;

/// The multicast forwarding table of a conforming switch. Memory is allocated for a whole block
/// with all 16 groups, when the block is first written; [#mask] limits it to the bits that exist.
final class MulticastTable implements MulticastCells {
  private static final int GROUPS = 16;
  private static final int PORTS_PER_GROUP = 16;
  private static final int BLOCKS = 512;

  private final int capacity;
  private final int ports;
  private final short[] @Nullable [] bits = new short[BLOCKS][];

  /// @param capacity SwitchInfo:MulticastFDBCap, in entries
  /// @param ports NodeInfo:NumPorts; port 0 also has a bit
  MulticastTable(int capacity, int ports) {
    this.capacity = capacity;
    this.ports = ports;
  }

  /// Blocks exist up to the one with the last entry, groups up to the one with the last port.
  @Override
  public boolean exists(int block, int group) {
    return block * ENTRIES < capacity && group * PORTS_PER_GROUP <= ports;
  }

  /// Bit 0 stands for the first port of the group.
  @Override
  public int mask(int block, int group, int entry) {
    if (block * ENTRIES + entry >= capacity) {
      return 0;
    }
    int exist = Math.clamp(ports + 1 - group * PORTS_PER_GROUP, 0, PORTS_PER_GROUP);
    return (1 << exist) - 1;
  }

  @Override
  public int read(int block, int group, int entry) {
    short[] held = bits[block];
    return held == null ? 0 : held[at(group, entry)];
  }

  @Override
  public void write(int block, int group, int entry, int value) {
    short[] held = bits[block];
    if (held == null) {
      held = new short[GROUPS * ENTRIES];
      bits[block] = held;
    }
    held[at(group, entry)] = (short) value;
  }

  private static int at(int group, int entry) {
    return group * ENTRIES + entry;
  }
}
