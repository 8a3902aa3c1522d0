package org.ibassay.wire.packet;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// A CRC of at most 32 bits that processes each byte's least significant bit first, 16 bytes at a
/// time ("slicing"). A captured MAD has two CRCs over all its bytes; computed byte by byte, they
/// took a quarter of the I/O thread's time.
///
/// @param effects the effect of a byte on the CRC: in the first 256 entries as the last byte, in
///   the next 256 with one byte after it, and so on. The JIT compiler treats a record component as
///   a constant and so omits bounds checks.
@SuppressWarnings("ArrayRecordComponent") // compared with nothing, and nobody else's
record Crc(int[] effects) {
  private static final int STEP = 16;
  private static final ValueLayout.OfLong EIGHT_BYTES =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// @param polynomial the polynomial with its bits reversed, without the highest power
  static Crc of(int polynomial) {
    int[] effects = new int[STEP * 256];
    for (int i = 0; i < 256; i++) {
      int crc = i;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc >>> 1) ^ ((crc & 1) == 0 ? 0 : polynomial);
      }
      effects[i] = crc;
    }
    for (int i = 256; i < effects.length; i++) {
      effects[i] = (effects[i - 256] >>> 8) ^ effects[effects[i - 256] & 0xFF];
    }
    return new Crc(effects);
  }

  int step(int crc, int nextByte) {
    return (crc >>> 8) ^ effects[(crc ^ nextByte) & 0xFF];
  }

  /// Returns the CRC continued over further bytes.
  int update(int crc, MemorySegment in, long from, long bytes) {
    int next = crc;
    long at = from;
    for (; at + STEP <= from + bytes; at += STEP) {
      long second = in.get(EIGHT_BYTES, at + Long.BYTES);
      next = effect(in.get(EIGHT_BYTES, at) ^ (next & 0xFFFF_FFFFL), Long.BYTES);
      if (second != 0) { // much of a MAD is zero, which has no effect
        next ^= effect(second, 0);
      }
    }
    for (; at < from + bytes; at++) {
      next = step(next, in.get(JAVA_BYTE, at));
    }
    return next;
  }

  /// Returns the effect of eight bytes followed by `after` more bytes. The bytes that depend on the
  /// previous CRC are processed last, so that all others need not wait for it.
  private int effect(long eight, int after) {
    return table(after, eight >>> 56)
        ^ table(after + 1, eight >>> 48)
        ^ table(after + 2, eight >>> 40)
        ^ table(after + 3, eight >>> 32)
        ^ table(after + 4, eight >>> 24)
        ^ table(after + 5, eight >>> 16)
        ^ table(after + 6, eight >>> 8)
        ^ table(after + 7, eight);
  }

  private int table(int after, long oneByte) {
    return effects[(after << 8) + ((int) oneByte & 0xFF)];
  }
}
