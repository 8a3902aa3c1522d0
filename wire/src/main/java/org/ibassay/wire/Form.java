package org.ibassay.wire;

/// The format in which a field's value is printed. It does not affect encoding.
public enum Form {
  /// Unsigned decimal.
  DECIMAL,
  /// `0x` and as many hexadecimal digits as the field's width requires.
  HEX,
  /// One bit: `0` or `1`.
  FLAG,
  /// A 128-bit GID, written as an IPv6 address.
  GID,
  /// A 48-bit Ethernet address, written as six bytes with colons.
  MAC,
  /// A 32-bit IPv4 address, written as four decimal bytes with dots.
  IPV4,
  /// Text in UTF-8, ended by the first zero byte or the field's end.
  TEXT,
  /// Bytes in hexadecimal.
  BYTES
}
