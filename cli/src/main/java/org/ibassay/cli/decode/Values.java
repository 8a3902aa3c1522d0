package org.ibassay.cli.decode;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.ibassay.wire.Field;
import org.ibassay.wire.Form;

/// Writes values of fields by their [Form], as [org.ibassay.wire.Described] words them, without an
/// object a value.
final class Values {
  private static final int GROUPS = 8;

  /// The greatest number that every reader of JSON keeps exactly has 53 bits.
  private static final int JSON_NUMBER_BITS = 53;

  private Values() {}

  /// Whether all elements of a field are written as one row of bytes.
  static boolean isRow(Field field) {
    return field.form() == Form.BYTES && field.stride() == 8;
  }

  /// Whether JSON has it as a number.
  static boolean isJsonNumber(Field field) {
    return (field.form() == Form.DECIMAL || field.form() == Form.FLAG)
        && field.width() <= JSON_NUMBER_BITS;
  }

  /// One element of a field.
  static void write(Out out, Field field, MemorySegment in, long base, int index) {
    if (field.isWide()) {
      long at = base + (field.bitOffset() + (long) index * field.stride()) / 8;
      wide(out, field, in, at);
      return;
    }
    long value = field.get(in, base, index);
    switch (field.form()) {
      case DECIMAL, FLAG -> out.decimal(value);
      case MAC -> mac(out, value);
      case IPV4 -> ipv4(out, value);
      case HEX, GID, TEXT, BYTES -> out.put('0').put('x').hex(value, (field.width() + 3) / 4);
    }
  }

  /// The same as a value of JSON.
  static void json(Out out, Field field, MemorySegment in, long base, int index) {
    if (isJsonNumber(field)) {
      out.decimal(field.get(in, base, index));
    } else if (field.form() == Form.TEXT && field.isWide()) {
      long at = base + (field.bitOffset() + (long) index * field.stride()) / 8;
      out.json(string(in, at, field.width() / 8));
    } else {
      out.put('"');
      write(out, field, in, base, index);
      out.put('"');
    }
  }

  /// How many characters an element has at most; of a text at most as many as it has bytes.
  static int mostCharacters(Field field) {
    int digits = (field.width() + 3) / 4;
    return switch (field.form()) {
      case DECIMAL -> Out.digits(field.max());
      case FLAG -> 1;
      case HEX -> field.isWide() ? digits : digits + 2;
      case MAC -> 17;
      case IPV4 -> 15;
      case GID -> 39;
      case TEXT, BYTES -> digits + 2;
    };
  }

  private static void wide(Out out, Field field, MemorySegment in, long at) {
    int bytes = field.width() / 8;
    if (field.form() == Form.GID && bytes == 16) {
      gid(out, in, at);
    } else if (field.form() == Form.TEXT) {
      text(out, in, at, bytes);
    } else {
      out.hex(in, at, bytes);
    }
  }

  static void mac(Out out, long value) {
    for (int shift = 40; shift >= 0; shift -= 8) {
      out.hex(value >>> shift, 2);
      if (shift > 0) {
        out.put(':');
      }
    }
  }

  static void ipv4(Out out, long value) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      out.decimal((value >>> shift) & 0xFF);
      if (shift > 0) {
        out.put('.');
      }
    }
  }

  /// As RFC 5952 writes an IPv6 address: the first longest run of zero groups left out.
  static void gid(Out out, MemorySegment in, long at) {
    int from = GROUPS;
    int length = 1;
    for (int i = 0; i < GROUPS; i++) {
      int end = i;
      while (end < GROUPS && group(in, at, end) == 0) {
        end++;
      }
      if (end - i > length) {
        from = i;
        length = end - i;
      }
    }
    for (int i = 0; i < GROUPS; i++) {
      if (i == from) {
        out.put(':').put(':');
        i += length - 1;
      } else {
        if (i > 0 && i != from + length) {
          out.put(':');
        }
        int group = group(in, at, i);
        out.hex(group, (Integer.SIZE - Integer.numberOfLeadingZeros(group | 1) + 3) / 4);
      }
    }
  }

  private static int group(MemorySegment in, long at, int index) {
    return ((in.get(JAVA_BYTE, at + 2L * index) & 0xFF) << 8)
        | (in.get(JAVA_BYTE, at + 2L * index + 1) & 0xFF);
  }

  /// Characters that would disturb a terminal are written as escapes.
  private static void text(Out out, MemorySegment in, long at, int most) {
    string(in, at, most)
        .codePoints()
        .forEach(c -> {
          if (Character.isISOControl(c)) {
            out.put('\\').put('u').hex(c, 4);
          } else if (c < 0x80) {
            out.put((char) c);
          } else {
            out.put(Character.toString(c));
          }
        });
  }

  private static String string(MemorySegment in, long at, int most) {
    int length = 0;
    while (length < most && in.get(JAVA_BYTE, at + length) != 0) {
      length++;
    }
    return new String(in.asSlice(at, length).toArray(JAVA_BYTE), StandardCharsets.UTF_8);
  }
}
