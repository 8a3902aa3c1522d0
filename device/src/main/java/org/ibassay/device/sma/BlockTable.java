package org.ibassay.device.sma;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Smp;

/// A table that is read and set in blocks of 64 bytes. What lies past its end reads 0 and cannot be
/// set: of the last block a part, of the blocks after it all, with code 7.
final class BlockTable {
  private static final int BLOCK = Smp.DATA_BYTES;

  private final MemorySegment content;

  /// @param bytesPerEntry a power of 2
  BlockTable(int entries, int bytesPerEntry) {
    content = MemorySegment.ofArray(new byte[entries * bytesPerEntry]);
  }

  /// All entries, one after the other.
  MemorySegment content() {
    return content;
  }

  int get(Transaction t, long block) {
    t.clearAnswer();
    long bytes = bytesOf(block);
    if (bytes <= 0) {
      return MadStatus.INVALID_FIELD;
    }
    MemorySegment.copy(content, block * BLOCK, t.response(), Smp.DATA, bytes);
    return MadStatus.OK;
  }

  int set(Transaction t, long block) {
    return set(t, block, 0);
  }

  /// @param from first byte of the block that can be set at all
  int set(Transaction t, long block, int from) {
    long bytes = bytesOf(block) - from;
    if (bytes > 0) {
      MemorySegment.copy(t.request(), Smp.DATA + from, content, block * BLOCK + from, bytes);
    }
    return get(t, block);
  }

  private long bytesOf(long block) {
    return Math.min(BLOCK, content.byteSize() - block * BLOCK);
  }
}
