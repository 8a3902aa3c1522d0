package org.ibassay.suite;

import java.util.Arrays;
import java.util.stream.IntStream;

/// Message data for transport tests.
public final class MessageData {
  /// Length of a sequence that identifies its place, in bytes.
  private static final int RECOGNIZED = 32;

  private MessageData() {}

  /// Returns bytes in which equal sequences hardly repeat.
  public static byte[] pattern(int bytes) {
    byte[] pattern = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      pattern[i] = (byte) ((i * 0x9E3779B1 + 0x5BD1E995) >>> 24);
    }
    return pattern;
  }

  /// Returns a string of `bytes` bytes with the zero byte that ends it; equal sequences hardly
  /// repeat.
  public static byte[] text(int bytes) {
    byte[] text = pattern(bytes);
    for (int i = 0; i < bytes; i++) {
      text[i] = i == bytes - 1 ? 0 : text[i] == 0 ? 1 : text[i];
    }
    return text;
  }

  /// Returns the payload of one packet of a message: all packets but the last are full.
  ///
  /// @param index of the packet
  public static byte[] part(byte[] data, int index, int pmtu) {
    int from = index * pmtu;
    return Arrays.copyOfRange(data, from, Math.min(data.length, from + pmtu));
  }

  /// Returns the number of packets of a message; one for a message without payload.
  public static int packets(int bytes, int pmtu) {
    return Math.max(1, Math.ceilDiv(bytes, pmtu));
  }

  /// Describes for messages how bytes differ from those expected, and whether they belong
  /// elsewhere.
  public static String difference(byte[] actual, byte[] expected) {
    int at = Arrays.mismatch(actual, expected);
    return actual.length != expected.length
        ? Shown.counted(actual.length, "byte")
        : "0x%02X, not 0x%02X, at byte %d%s"
            .formatted(actual[at] & 0xFF, expected[at] & 0xFF, at, moved(actual, expected, at));
  }

  /// Names the place whose data is found at an offset instead, if there is just one.
  private static String moved(byte[] actual, byte[] expected, int at) {
    int end = at + RECOGNIZED;
    if (end > actual.length || IntStream.range(at, end).allMatch(i -> actual[i] == actual[at])) {
      return "";
    }
    int[] places =
        IntStream.rangeClosed(0, expected.length - RECOGNIZED)
            .filter(i -> Arrays.equals(actual, at, end, expected, i, i + RECOGNIZED))
            .limit(2)
            .toArray();
    return places.length == 1 ? ", where the data of byte %d is found".formatted(places[0]) : "";
  }
}
