package org.ibassay.device.sma;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/// The memory of a table of blocks: the seam of such a table (GUIDInfo, linear and random
/// forwarding).
public interface TableBytes {
  /// How many bytes there are; a block from there on does not exist.
  int size();

  /// A byte that exists.
  byte get(int at);

  /// Stores a byte that exists.
  void put(int at, byte value);

  /// Plain memory.
  static TableBytes of(MemorySegment memory) {
    return new TableBytes() {
      @Override
      public int size() {
        return (int) memory.byteSize();
      }

      @Override
      public byte get(int at) {
        return memory.get(JAVA_BYTE, at);
      }

      @Override
      public void put(int at, byte value) {
        memory.set(JAVA_BYTE, at, value);
      }
    };
  }

  /// So many bytes, all 0, of which a part has memory only once something is stored there: a large
  /// fabric has thousands of forwarding tables, of which each uses a part.
  static TableBytes sparse(int bytes) {
    return new SparseBytes(bytes);
  }

  /// A deviation over other bytes: what it does not override holds as before.
  class Overlay implements TableBytes {
    private final TableBytes bytes;

    /// @param bytes what holds but for what is overridden
    public Overlay(TableBytes bytes) {
      this.bytes = bytes;
    }

    @Override
    public int size() {
      return bytes.size();
    }

    @Override
    public byte get(int at) {
      return bytes.get(at);
    }

    @Override
    public void put(int at, byte value) {
      bytes.put(at, value);
    }
  }
}
