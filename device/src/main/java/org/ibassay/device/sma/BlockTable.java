package org.ibassay.device.sma;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.Access;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Smp;

/// A table that is read and set in blocks of 64 bytes. Entries after its end read 0 and cannot be
/// set; blocks after its end have none, and requests for them get code 7. Reserved bits of an entry
/// read 0.
final class BlockTable {
  private static final int BLOCK = Smp.DATA_BYTES;

  private final TableBytes bytes;
  private final byte[] settable;
  private final byte filler;

  /// @param attribute the attribute with its blocks
  /// @param bytesPerEntry a power of 2
  BlockTable(Attribute attribute, int entries, int bytesPerEntry) {
    this(
        attribute,
        TableBytes.of(MemorySegment.ofArray(new byte[entries * bytesPerEntry])),
        (byte) 0);
  }

  /// @param attribute the attribute with its blocks
  /// @param filler value of bytes after its end in the last block
  BlockTable(Attribute attribute, TableBytes bytes, byte filler) {
    this.bytes = bytes;
    this.settable = attribute.layout().mask(Access.RW);
    this.filler = filler;
  }

  /// All entries, in order.
  TableBytes bytes() {
    return bytes;
  }

  int get(Transaction t, long block) {
    t.clearAnswer();
    int held = bytesOf(block);
    if (held == 0) {
      return MadStatus.INVALID_FIELD;
    }
    for (int i = 0; i < BLOCK; i++) {
      byte value = i < held ? bytes.get((int) block * BLOCK + i) : filler;
      t.response().set(JAVA_BYTE, Smp.DATA + i, value);
    }
    return MadStatus.OK;
  }

  int set(Transaction t, long block) {
    return set(t, block, 0);
  }

  /// @param from first byte of the block that can be set
  int set(Transaction t, long block, int from) {
    int held = bytesOf(block);
    for (int i = from; i < held; i++) {
      byte asked = t.request().get(JAVA_BYTE, Smp.DATA + i);
      bytes.put((int) block * BLOCK + i, (byte) (asked & settable[i]));
    }
    return get(t, block);
  }

  private int bytesOf(long block) {
    return Math.clamp(bytes.size() - block * BLOCK, 0, BLOCK);
  }
}
