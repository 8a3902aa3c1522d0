package org.ibassay.suite;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.ibassay.wire.Field;
import org.ibassay.wire.Form;
import org.ibassay.wire.sa.Gid;

/// Values as messages write them.
public final class Shown {
  private Shown() {}

  /// A plain number.
  public static String of(long value) {
    return value >= 0 && value < 10 ? Long.toString(value) : "0x%X".formatted(value);
  }

  /// A field of up to 64 bits. Elements are read beside each other: with all their digits.
  public static String of(Field field, long value) {
    if (field.form() == Form.DECIMAL || field.form() == Form.FLAG) {
      return Long.toUnsignedString(value);
    }
    return field.count() == 1
        ? "0x%X".formatted(value)
        : "0x" + HexFormat.of().withUpperCase().toHexDigits(value, digits(field));
  }

  /// A field of any width.
  public static String of(Field field, BigInteger value) {
    if (!field.isWide()) {
      return of(field, value.longValue());
    }
    if (field.form() == Form.GID) {
      return new Gid(value.shiftRight(Long.SIZE).longValue(), value.longValue()).toString();
    }
    return '"' + text(FieldValue.bytes(field, value)) + '"';
  }

  /// Bytes as text, without the zeros after it.
  public static String text(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.US_ASCII).replaceAll("\0+$", "");
    return text.replaceAll("[^ -~]", ".");
  }

  private static int digits(Field field) {
    return (field.width() + 3) / 4;
  }

  /// So many of something.
  ///
  /// @param what in the singular
  public static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}
