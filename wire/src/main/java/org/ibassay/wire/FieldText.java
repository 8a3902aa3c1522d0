package org.ibassay.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;

/// Formats the values of fields as text, by their [Form].
public final class FieldText {
  private FieldText() {}

  /// Returns how many elements of a field lie completely within the bytes.
  static int present(Field field, MemorySegment in, long base) {
    long bits = (in.byteSize() - base) * 8 - field.bitOffset() - field.width();
    return bits < 0 ? 0 : (int) Math.min(field.count(), bits / field.stride() + 1);
  }

  /// Returns the text of each of the first `count` elements; a row of bytes is one text.
  ///
  /// @param in contains them
  /// @param base where the layout starts in `in`, in bytes
  public static List<String> values(Field field, MemorySegment in, long base, int count) {
    if (count > 0 && field.form() == Form.BYTES && field.stride() == 8) {
      return List.of(hex(in.asSlice(base + (field.bitOffset() >>> 3), count)));
    }
    List<String> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(field.isWide() ? wide(field, in, base, i) : number(field, field.get(in, base, i)));
    }
    return values;
  }

  private static String hex(MemorySegment bytes) {
    return HexFormat.of().formatHex(bytes.toArray(ValueLayout.JAVA_BYTE));
  }

  private static String number(Field field, long value) {
    return switch (field.form()) {
      case DECIMAL, FLAG -> Long.toUnsignedString(value);
      case MAC -> bytes(value, 5, "%02x", ":");
      case IPV4 -> bytes(value, 3, "%d", ".");
      case HEX, GID, TEXT, BYTES ->
          "0x" + HexFormat.of().toHexDigits(value, (field.width() + 3) / 4);
    };
  }

  /// @param last index of the most significant byte, counted from the least significant one
  private static String bytes(long value, int last, String format, String between) {
    StringJoiner text = new StringJoiner(between);
    for (int i = last; i >= 0; i--) {
      text.add(format.formatted((value >>> (8 * i)) & 0xFF));
    }
    return text.toString();
  }

  private static String wide(Field field, MemorySegment in, long base, int index) {
    MemorySegment bytes =
        in.asSlice(
            base + (field.bitOffset() + (long) index * field.stride()) / 8, field.width() / 8);
    return switch (field.form()) {
      case GID -> gid(bytes);
      case TEXT -> text(bytes);
      case DECIMAL, HEX, FLAG, MAC, IPV4, BYTES -> hex(bytes);
    };
  }

  /// Formats an IPv6 address as in RFC 5952: the longest run of zero groups is omitted.
  private static String gid(MemorySegment bytes) {
    if (bytes.byteSize() != 16) {
      return hex(bytes);
    }
    int[] groups = new int[8];
    for (int i = 0; i < 8; i++) {
      groups[i] =
          ((bytes.get(ValueLayout.JAVA_BYTE, 2L * i) & 0xFF) << 8)
              | (bytes.get(ValueLayout.JAVA_BYTE, 2L * i + 1) & 0xFF);
    }
    int from = 0;
    int length = 1;
    for (int i = 0; i < 8; i++) {
      int end = i;
      while (end < 8 && groups[end] == 0) {
        end++;
      }
      if (end - i > length) {
        from = i;
        length = end - i;
      }
    }
    return length == 1
        ? join(groups, 0, 8)
        : join(groups, 0, from) + "::" + join(groups, from + length, 8);
  }

  private static String join(int[] groups, int from, int to) {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < to; i++) {
      text.append(i == from ? "" : ":").append(Integer.toHexString(groups[i]));
    }
    return text.toString();
  }

  /// Control characters are escaped, so that they cannot affect a terminal.
  private static String text(MemorySegment bytes) {
    byte[] all = bytes.toArray(ValueLayout.JAVA_BYTE);
    int end = 0;
    while (end < all.length && all[end] != 0) {
      end++;
    }
    StringBuilder text = new StringBuilder();
    new String(all, 0, end, StandardCharsets.UTF_8)
        .codePoints()
        .forEach(c -> {
          if (Character.isISOControl(c)) {
            text.append("\\u%04x".formatted(c));
          } else {
            text.appendCodePoint(c);
          }
        });
    return text.toString();
  }
}
