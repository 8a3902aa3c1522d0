package org.ibassay.wire.packet;

import java.util.HexFormat;
import org.ibassay.wire.Field;

/// One thing that is wrong with a packet's bytes.
///
/// @param kind for programs
/// @param from the first byte that is wrong or missing, counted from the packet's first one
/// @param to after the last one
/// @param text for people: what is there and what was expected
public record Finding(Kind kind, int from, int to, String text) {
  /// A kind of defect.
  public enum Kind {
    /// The packet ends too early.
    CUT_OFF,
    /// A header's fields leave open what follows, or forbid it.
    HEADER,
    /// A length contradicts another one.
    LENGTH,
    /// The checksum of IPv4 or UDP.
    CHECKSUM,
    /// The operation code is not one that the specification defines.
    OP_CODE,
    /// More pad bytes than there is payload.
    PAD_COUNT,
    /// A payload that the operation does not have.
    PAYLOAD,
    ICRC,
    VCRC
  }

  static Finding cutOff(String what, int at, int there, int needed) {
    return new Finding(
        Kind.CUT_OFF,
        at,
        at + needed,
        "%s cut off, %d of %d bytes".formatted(what, Math.max(0, there), needed));
  }

  /// About a field.
  ///
  /// @param at where its header starts
  static Finding of(Kind kind, int at, Field field, String text) {
    return new Finding(
        kind,
        at + field.bitOffset() / 8,
        at + (field.bitOffset() + field.width() + 7) / 8,
        field.name() + " " + text);
  }

  /// About a check sequence of 32 bits or of 16.
  static Finding crc(Kind kind, int at, int bytes, int found, int computed) {
    return new Finding(
        kind,
        at,
        at + bytes,
        "%s 0x%s, computed 0x%s".formatted(kind, hex(found, bytes), hex(computed, bytes)));
  }

  private static String hex(int value, int bytes) {
    return HexFormat.of().toHexDigits(value & 0xFFFF_FFFFL, bytes * 2);
  }

  /// `bytes 54-69: RETH cut off, 10 of 16 bytes`.
  @Override
  public String toString() {
    return (to - from == 1 ? "byte " + from : "bytes " + from + "-" + (to - 1)) + ": " + text;
  }
}
