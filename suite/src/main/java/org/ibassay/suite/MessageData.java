package org.ibassay.suite;

import java.util.Arrays;

/// Message data for transport tests.
public final class MessageData {
  /// Length in bytes of a sequence that identifies its place: of one that ends with the data, and
  /// of any other. Shorter ones may be chance.
  private static final int RECOGNIZED = 32;

  private static final int CERTAIN = 512;

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

  /// Describes for messages how bytes differ from those expected.
  public static String difference(byte[] actual, byte[] expected) {
    int at = Arrays.mismatch(actual, expected);
    return actual.length != expected.length
        ? Shown.counted(actual.length, "byte")
        : "0x%02X, not 0x%02X, at byte %d".formatted(actual[at] & 0xFF, expected[at] & 0xFF, at);
  }

  /// As [#difference(byte[], byte[])]; also names the place whose data is found there instead.
  static String differenceInMemory(byte[] actual, byte[] expected) {
    int place = place(actual, Arrays.mismatch(actual, expected), expected);
    return difference(actual, expected)
        + (place < 0 ? "" : ", where the data of byte %d is found".formatted(place));
  }

  /// Returns where the data at an offset belongs: the place with the longest sequence of equal
  /// bytes; -1 if that may be chance. Zeros belong to no place.
  private static int place(byte[] actual, int at, byte[] expected) {
    int longest = 0;
    int place = -1;
    for (int i = 0; i < expected.length && actual[at] != 0; i++) {
      int differs = Arrays.mismatch(actual, at, actual.length, expected, i, expected.length);
      int equal = differs < 0 ? Math.min(actual.length - at, expected.length - i) : differs;
      if (equal > longest) {
        longest = equal;
        place = i;
      }
    }
    boolean isWhole = longest >= RECOGNIZED && place + longest == expected.length;
    return isWhole || longest >= CERTAIN ? place : -1;
  }
}
