package org.ibassay.wire.packet;

import java.util.HexFormat;
import org.ibassay.wire.Field;

/// A defect in a packet's bytes.
///
/// @param kind the kind of defect
/// @param from first wrong or missing byte, counted from the packet's first one
/// @param to after the last one
/// @param text what was found and what was expected
public record Finding(Kind kind, int from, int to, String text) {
  /// A kind of defect.
  public enum Kind {
    /// The packet is truncated.
    CUT_OFF,
    /// A header field is invalid, so that what follows is unknown or not allowed.
    HEADER,
    /// Two lengths disagree.
    LENGTH,
    /// The IPv4 or UDP checksum is wrong.
    CHECKSUM,
    /// The specification does not define the operation code.
    OP_CODE,
    /// There are more pad bytes than payload bytes.
    PAD_COUNT,
    /// The operation does not allow this payload.
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

  /// Returns a finding about a field.
  ///
  /// @param at where its header starts
  static Finding of(Kind kind, int at, Field field, String text) {
    return new Finding(
        kind,
        at + field.bitOffset() / 8,
        at + (field.bitOffset() + field.width() + 7) / 8,
        field.name() + " " + text);
  }

  /// Returns a finding about a CRC of 32 or 16 bits.
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
