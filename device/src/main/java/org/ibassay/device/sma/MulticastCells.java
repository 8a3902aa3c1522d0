package org.ibassay.device.sma;

/// The entries of a multicast forwarding table and their storage: the seam of 14.2.5.12.
///
/// A block has 32 entries, one for each multicast LID; a group has 16 ports. A place is a block, a
/// group and the index of an entry in the block.
public interface MulticastCells {
  /// Entries in a block.
  int ENTRIES = 32;

  /// Whether any part of the block exists in that group; if not, requests for it are rejected.
  boolean exists(int block, int group);

  /// The port bits that exist at a place; others read 0 and cannot be set.
  int mask(int block, int group, int entry);

  /// The stored port bits; called only if the block exists.
  int read(int block, int group, int entry);

  /// Stores port bits; called only if the block exists.
  void write(int block, int group, int entry, int bits);

  /// A deviation from other cells: methods that it does not override are unchanged.
  class Overlay implements MulticastCells {
    private final MulticastCells cells;

    /// @param cells the cells that it deviates from
    public Overlay(MulticastCells cells) {
      this.cells = cells;
    }

    @Override
    public boolean exists(int block, int group) {
      return cells.exists(block, group);
    }

    @Override
    public int mask(int block, int group, int entry) {
      return cells.mask(block, group, entry);
    }

    @Override
    public int read(int block, int group, int entry) {
      return cells.read(block, group, entry);
    }

    @Override
    public void write(int block, int group, int entry, int bits) {
      cells.write(block, group, entry, bits);
    }
  }
}
