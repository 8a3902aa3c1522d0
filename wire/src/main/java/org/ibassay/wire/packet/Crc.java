package org.ibassay.wire.packet;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// A CRC of at most 32 bits that takes each byte's least significant bit first, eight bytes at a
/// time ("slicing by 8"): a captured MAD has two CRCs over all its bytes, and byte by byte they
/// took a quarter of the I/O thread's time.
final class Crc {
  private static final int STEP = 8;
  private static final ValueLayout.OfLong EIGHT_BYTES =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// What a byte does to a CRC: in the first 256 entries as the last byte, in the next 256 with one
  /// byte behind it, and so on.
  private final int[] effects = new int[STEP * 256];

  /// @param polynomial with its bits turned round, and no bit for the highest power
  Crc(int polynomial) {
    for (int i = 0; i < 256; i++) {
      int crc = i;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc >>> 1) ^ ((crc & 1) == 0 ? 0 : polynomial);
      }
      effects[i] = crc;
    }
    for (int i = 256; i < effects.length; i++) {
      effects[i] = step(effects[i - 256], 0);
    }
  }

  int step(int crc, int nextByte) {
    return (crc >>> 8) ^ effects[(crc ^ nextByte) & 0xFF];
  }

  /// Takes further bytes into a CRC.
  int update(int crc, MemorySegment in, long from, long bytes) {
    int next = crc;
    long at = from;
    for (; at + STEP <= from + bytes; at += STEP) {
      long eight = in.get(EIGHT_BYTES, at) ^ Integer.toUnsignedLong(next);
      next = 0;
      for (int behind = STEP - 1; behind >= 0; behind--, eight >>>= 8) {
        next ^= effects[(behind << 8) | ((int) eight & 0xFF)];
      }
    }
    for (; at < from + bytes; at++) {
      next = step(next, in.get(JAVA_BYTE, at));
    }
    return next;
  }
}
