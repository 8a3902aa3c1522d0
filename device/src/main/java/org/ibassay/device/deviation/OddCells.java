package org.ibassay.device.deviation;

import org.ibassay.device.sma.MulticastCells;

/// Multicast forwarding tables with deviations.
final class OddCells {
  private static final int GROUPS = 16;

  private OddCells() {}

  /// Decides about bits of a place.
  @FunctionalInterface
  interface CellBits {
    int at(int block, int group, int entry, int bits);
  }

  /// Maps a place to another one, made by [#place].
  @FunctionalInterface
  interface PlaceMap {
    int of(int block, int group, int entry);
  }

  /// Decides about a block of a group.
  @FunctionalInterface
  interface BlockChoice {
    boolean is(int block, int group);
  }

  static int place(int block, int group, int entry) {
    return (block * GROUPS + group) * MulticastCells.ENTRIES + entry;
  }

  /// Changes which bits exist.
  static MulticastCells masked(MulticastCells cells, CellBits mask) {
    return new MulticastCells.Overlay(cells) {
      @Override
      public int mask(int block, int group, int entry) {
        return mask.at(block, group, entry, super.mask(block, group, entry));
      }
    };
  }

  /// Changes the bits before they are stored.
  static MulticastCells written(MulticastCells cells, CellBits bits) {
    return new MulticastCells.Overlay(cells) {
      @Override
      public void write(int block, int group, int entry, int value) {
        super.write(block, group, entry, bits.at(block, group, entry, value));
      }
    };
  }

  /// Changes the bits when they are read.
  static MulticastCells read(MulticastCells cells, CellBits bits) {
    return new MulticastCells.Overlay(cells) {
      @Override
      public int read(int block, int group, int entry) {
        return bits.at(block, group, entry, super.read(block, group, entry));
      }
    };
  }

  /// Adds parts that should not exist, with all 16 bits of each entry.
  static MulticastCells withPart(MulticastCells cells, BlockChoice more) {
    return new MulticastCells.Overlay(cells) {
      @Override
      public boolean exists(int block, int group) {
        return super.exists(block, group) || more.is(block, group);
      }

      @Override
      public int mask(int block, int group, int entry) {
        return super.exists(block, group) ? super.mask(block, group, entry) : 0xFFFF;
      }
    };
  }

  /// Writes entries to other places than those from which they are read.
  static MulticastCells misplaced(MulticastCells cells, PlaceMap way) {
    return new MulticastCells.Overlay(cells) {
      @Override
      public void write(int block, int group, int entry, int bits) {
        int there = way.of(block, group, entry);
        super.write(blockOf(there), groupOf(there), entryOf(there), bits);
      }
    };
  }

  /// Several places share the same memory. Bits that a place does not have are not read.
  static MulticastCells aliased(MulticastCells cells, PlaceMap way) {
    return new MulticastCells.Overlay(cells) {
      @Override
      public void write(int block, int group, int entry, int bits) {
        int there = way.of(block, group, entry);
        super.write(blockOf(there), groupOf(there), entryOf(there), bits);
      }

      @Override
      public int read(int block, int group, int entry) {
        int there = way.of(block, group, entry);
        return super.read(blockOf(there), groupOf(there), entryOf(there))
            & mask(block, group, entry);
      }
    };
  }

  /// Also writes the last entry of some blocks to the first entry of the next block.
  static MulticastCells runningOver(MulticastCells cells, BlockChoice which) {
    return new MulticastCells.Overlay(cells) {
      @Override
      public void write(int block, int group, int entry, int bits) {
        super.write(block, group, entry, bits);
        if (entry == ENTRIES - 1 && which.is(block, group) && exists(block + 1, group)) {
          super.write(block + 1, group, 0, bits & mask(block + 1, group, 0));
        }
      }
    };
  }

  private static int blockOf(int place) {
    return place / (GROUPS * MulticastCells.ENTRIES);
  }

  private static int groupOf(int place) {
    return place / MulticastCells.ENTRIES % GROUPS;
  }

  private static int entryOf(int place) {
    return place % MulticastCells.ENTRIES;
  }
}
