package org.ibassay.device.sma;

/// The entries of a multicast forwarding table and where they are stored: the seam of 14.2.5.12.
///
/// A block is 32 entries, an entry one multicast LID; a group is 16 ports. A place is a block, a
/// group and the index of an entry within the block.
public interface MulticastCells {
  /// Entries in a block.
  int ENTRIES = 32;

  /// Whether anything of the block exists in that group; if not, requests for it are refused.
  boolean exists(int block, int group);

  /// The port bits that exist at a place; the others read 0 and cannot be set.
  int mask(int block, int group, int entry);

  /// Port bits as stored; asked only where the block exists.
  int read(int block, int group, int entry);

  /// Stores port bits; called only where the block exists.
  void write(int block, int group, int entry, int bits);

  /// A deviation over other cells: what it does not override holds as before.
  class Overlay implements MulticastCells {
    private final MulticastCells cells;

    /// @param cells what holds but for what is overridden
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
