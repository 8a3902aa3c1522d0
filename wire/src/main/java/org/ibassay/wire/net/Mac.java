package org.ibassay.wire.net;

import java.util.HexFormat;
import java.util.Locale;
import java.util.StringJoiner;

/// An Ethernet (MAC) address.
///
/// @param value the 48 bits; the first byte on the wire is the most significant one
public record Mac(long value) {
  /// The broadcast address.
  public static final Mac BROADCAST = new Mac(0xFFFF_FFFF_FFFFL);

  private static final long MULTICAST_BIT = 1L << 40;

  /// Checks that it has 48 bits.
  public Mac {
    if (value >>> 48 != 0) {
      throw new IllegalArgumentException("more than 48 bits: " + Long.toHexString(value));
    }
  }

  /// Parses six hexadecimal bytes separated by colons or hyphens: `02:00:00:00:00:01`.
  ///
  /// @throws IllegalArgumentException if the text is not an address
  public static Mac parse(String text) {
    String[] bytes = text.toLowerCase(Locale.ROOT).split("[:-]", -1);
    long value = 0;
    for (String digits : bytes) {
      if (bytes.length != 6 || digits.length() != 2 || !digits.chars().allMatch(Mac::isDigit)) {
        throw new IllegalArgumentException(
            "\"" + text + "\" is no MAC address; expected six bytes as in 02:00:00:00:00:01");
      }
      value = (value << 8) | HexFormat.fromHexDigits(digits);
    }
    return new Mac(value);
  }

  private static boolean isDigit(int c) {
    return HexFormat.isHexDigit(c);
  }

  /// Whether it is a multicast or broadcast address.
  public boolean isGroup() {
    return (value & MULTICAST_BIT) != 0;
  }

  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(":");
    for (int shift = 40; shift >= 0; shift -= 8) {
      text.add(HexFormat.of().toHexDigits((byte) (value >>> shift)));
    }
    return text.toString();
  }
}
