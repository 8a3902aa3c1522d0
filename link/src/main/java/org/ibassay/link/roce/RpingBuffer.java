package org.ibassay.link.roce;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// A buffer as the message of rping describes it: 8 bytes of address, 4 of R_Key, 4 of length,
/// big-endian.
///
/// @param bytes length, unsigned
record RpingBuffer(long address, int rkey, int bytes) {
  /// Length of the message.
  static final int MESSAGE_BYTES = 16;

  private static final int R_KEY_AT = 8;
  private static final int LENGTH_AT = 12;
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  static RpingBuffer read(MemorySegment message) {
    return new RpingBuffer(
        message.get(LONG, 0), message.get(INT, R_KEY_AT), message.get(INT, LENGTH_AT));
  }

  byte[] message() {
    MemorySegment message = MemorySegment.ofArray(new byte[MESSAGE_BYTES]);
    message.set(LONG, 0, address);
    message.set(INT, R_KEY_AT, rkey);
    message.set(INT, LENGTH_AT, bytes);
    return message.toArray(ValueLayout.JAVA_BYTE);
  }
}
