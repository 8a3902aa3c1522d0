package org.ibassay.device.sma;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/// The storage of a table of blocks: the seam of such a table (GUIDInfo, linear and random
/// forwarding).
public interface TableBytes {
  /// The size in bytes; a block beyond it does not exist.
  int size();

  /// Returns an existing byte.
  byte get(int at);

  /// Stores an existing byte.
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

  /// Returns bytes that are 0 initially, and whose memory is allocated when they are first stored:
  /// a large fabric has thousands of forwarding tables, each of which is used only in part.
  static TableBytes sparse(int bytes) {
    return new SparseBytes(bytes);
  }

  /// A deviation from other bytes: methods that it does not override are unchanged.
  class Overlay implements TableBytes {
    private final TableBytes bytes;

    /// @param bytes the bytes that it deviates from
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
