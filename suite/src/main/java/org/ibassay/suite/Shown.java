package org.ibassay.suite;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.ibassay.wire.Field;
import org.ibassay.wire.Form;
import org.ibassay.wire.sa.Gid;

/// Formats values for messages.
public final class Shown {
  private Shown() {}

  /// Formats a number without a field: below 10 in decimal, otherwise in hexadecimal.
  public static String of(long value) {
    return value >= 0 && value < 10 ? Long.toString(value) : "0x%X".formatted(value);
  }

  /// Formats a field of up to 64 bits. Elements of a repeated field get leading zeros, so that they
  /// align.
  public static String of(Field field, long value) {
    if (field.form() == Form.DECIMAL || field.form() == Form.FLAG) {
      return Long.toUnsignedString(value);
    }
    return field.count() == 1
        ? "0x%X".formatted(value)
        : "0x" + HexFormat.of().withUpperCase().toHexDigits(value, digits(field));
  }

  /// Formats a field of any width.
  public static String of(Field field, BigInteger value) {
    if (!field.isWide()) {
      return of(field, value.longValue());
    }
    if (field.form() == Form.GID) {
      return new Gid(value.shiftRight(Long.SIZE).longValue(), value.longValue()).toString();
    }
    return '"' + text(FieldValue.bytes(field, value)) + '"';
  }

  /// Formats bytes as ASCII text, without trailing zeros.
  public static String text(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.US_ASCII).replaceAll("\0+$", "");
    return text.replaceAll("[^ -~]", ".");
  }

  private static int digits(Field field) {
    return (field.width() + 3) / 4;
  }

  /// Formats a count with its noun.
  ///
  /// @param what the noun in the singular
  public static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}
