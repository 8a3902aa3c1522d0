package org.ibassay.suite;

import java.util.Arrays;

/// The data of messages.
public final class MessageData {
  private MessageData() {}

  /// Bytes of which hardly two parts of a message are alike.
  public static byte[] pattern(int bytes) {
    byte[] pattern = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      pattern[i] = (byte) ((i * 0x9E3779B1 + 0x5BD1E995) >>> 24);
    }
    return pattern;
  }

  /// The payload of a packet of a message: full, but for the last one.
  ///
  /// @param index of the packet
  public static byte[] part(byte[] data, int index, int pmtu) {
    int from = index * pmtu;
    return Arrays.copyOfRange(data, from, Math.min(data.length, from + pmtu));
  }

  /// How many packets a message has; one without payload has one.
  public static int packets(int bytes, int pmtu) {
    return Math.max(1, Math.ceilDiv(bytes, pmtu));
  }

  /// How bytes that are not as expected differ, for messages.
  static String difference(byte[] actual, byte[] expected) {
    int at = Arrays.mismatch(actual, expected);
    return actual.length != expected.length
        ? Shown.counted(actual.length, "byte")
        : "0x%02X, not 0x%02X, at byte %d".formatted(actual[at] & 0xFF, expected[at] & 0xFF, at);
  }
}
