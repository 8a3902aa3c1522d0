package org.ibassay.decode;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.ibassay.wire.Field;
import org.ibassay.wire.Form;
import org.ibassay.wire.net.Mac;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.OpCode;
import org.jspecify.annotations.Nullable;

/// The conditions that filters consist of.
final class Conditions {
  private Conditions() {}

  /// Returns a condition that a header, attribute or field is present.
  ///
  /// @param index index of the element; -1 for any
  static Filter isThere(FilterName name, int index) {
    return switch (name.special()) {
      case FilterTerm.Numeric(var of) -> packet -> of.applyAsLong(packet) != 0;
      case FilterTerm.Words(var of) -> packet -> of.apply(packet) != null;
      case null -> isInPlace(name, index);
    };
  }

  private static Filter isInPlace(FilterName name, int index) {
    return anyPlace(name, (packet, base, row, count) -> count > index);
  }

  /// Returns a condition that a field has a value.
  ///
  /// @param index index of the element; -1 for any
  /// @throws IllegalArgumentException if the field cannot have that value
  static Filter compare(FilterName name, int index, Comparison comparison, String value) {
    return switch (name.special()) {
      case FilterTerm.Numeric(var of) -> numbers(of, comparison, value);
      case FilterTerm.Words(var of) -> words(of, comparison, value);
      case null -> inPlace(name, index, comparison, value);
    };
  }

  private static Filter numbers(ToLongFunction<Dissector> of, Comparison comparison, String value) {
    refuseContains(comparison);
    long number = number(value);
    return packet -> comparison.holds(of.applyAsLong(packet), number);
  }

  private static Filter words(
      Function<Dissector, @Nullable String> of, Comparison comparison, String value) {
    return packet -> {
      String text = of.apply(packet);
      return text != null && comparison.holds(text, value);
    };
  }

  private static void refuseContains(Comparison comparison) {
    if (comparison == Comparison.CONTAINS) {
      throw new IllegalArgumentException("~ is for texts");
    }
  }

  private static Filter inPlace(FilterName name, int index, Comparison comparison, String value) {
    Row shown = name.places().getFirst().row();
    if (shown == null) {
      throw new IllegalArgumentException("it is no field");
    }
    if (shown.field().form() == Form.TEXT) {
      return comparison == Comparison.CONTAINS
          ? containing(name, value)
          : bytes(name, index, comparison, text(shown.field(), value));
    }
    refuseContains(comparison);
    return shown.field().isWide() || (shown.isRowOfBytes() && index < 0)
        ? bytes(name, index, comparison, bytes(shown, value))
        : numbers(name, index, comparison, number(shown.field(), value));
  }

  private static Filter numbers(FilterName name, int index, Comparison comparison, long value) {
    return anyPlace(
        name,
        (packet, base, row, count) -> {
          for (int i = 0; i < count; i++) {
            if ((index < 0 || i == index)
                && comparison.holds(row.field().get(packet.segment(), base, i), value)) {
              return true;
            }
          }
          return false;
        });
  }

  private static Filter bytes(FilterName name, int index, Comparison comparison, byte[] value) {
    boolean equal = comparison == Comparison.EQUAL;
    if (!equal && comparison != Comparison.UNEQUAL) {
      throw new IllegalArgumentException("it can be compared by == and != only");
    }
    MemorySegment expected = MemorySegment.ofArray(value);
    return anyPlace(
        name,
        (packet, base, row, count) -> {
          int elements = row.isRowOfBytes() ? 1 : count;
          for (int i = 0; i < elements; i++) {
            if ((index < 0 || i == index)
                && equal == (element(row, packet, base, i, value.length).mismatch(expected) < 0)) {
              return true;
            }
          }
          return false;
        });
  }

  private static MemorySegment element(Row row, Dissector packet, long base, int index, int bytes) {
    long at = base + (row.field().bitOffset() + (long) index * row.field().stride()) / 8;
    return packet.segment().asSlice(at, Math.min(bytes, packet.segment().byteSize() - at));
  }

  private static Filter containing(FilterName name, String value) {
    return anyPlace(
        name,
        (packet, base, row, count) ->
            text(element(row, packet, base, 0, row.field().width() / 8)).contains(value));
  }

  /// Returns the text up to its terminating zero, or all of it.
  private static String text(MemorySegment bytes) {
    String all = new String(bytes.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    int end = all.indexOf('\0');
    return end < 0 ? all : all.substring(0, end);
  }

  /// A condition on a field in the packet's bytes.
  private interface InPlace {
    boolean holds(Dissector packet, long base, Row row, int count);
  }

  private static Filter anyPlace(FilterName name, InPlace test) {
    FilterName.Place[] places = name.places().toArray(FilterName.Place[]::new);
    return packet -> {
      for (int part = 0; part < packet.count(); part++) {
        for (FilterName.Place place : places) {
          if (place.section() == packet.section(part) && holds(test, place, packet, part)) {
            return true;
          }
        }
      }
      return false;
    };
  }

  private static boolean holds(InPlace test, FilterName.Place place, Dissector packet, int part) {
    Row row = place.row();
    if (row == null) {
      return true;
    }
    int count = row.present(packet.end(part) - packet.base(part));
    return count > 0 && test.holds(packet, packet.base(part), row, count);
  }

  private static long number(Field field, String value) {
    long number =
        switch (field.form()) {
          case MAC -> Mac.parse(value).value();
          case IPV4 -> ipv4(value);
          case DECIMAL, HEX, FLAG, GID, TEXT, BYTES ->
              field.equals(Bth.OP_CODE) ? opCode(value) : number(value);
        };
    if (Long.compareUnsigned(number, field.max()) > 0) {
      throw new IllegalArgumentException("it has " + field.width() + " bits");
    }
    return number;
  }

  private static long opCode(String value) {
    for (int number = 0; number < 256; number++) {
      if (OpCode.of(number).isPresent()
          && OpCode.name(number).equals(value.toUpperCase(Locale.ROOT))) {
        return number;
      }
    }
    return number(value);
  }

  private static long number(String value) {
    try {
      return value.startsWith("0x") || value.startsWith("0X")
          ? Long.parseUnsignedLong(value.substring(2), 16)
          : Long.parseUnsignedLong(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("expected a number, as in 17 or 0x11", e);
    }
  }

  private static long ipv4(String value) {
    if (!value.matches("\\d{1,3}(\\.\\d{1,3}){3}")) {
      return number(value);
    }
    long number = 0;
    for (String part : value.split("\\.", -1)) {
      int octet = Integer.parseInt(part);
      if (octet > 255) {
        throw new IllegalArgumentException("expected numbers up to 255");
      }
      number = (number << 8) | octet;
    }
    return number;
  }

  /// Returns all bytes of a wide field.
  private static byte[] bytes(Row row, String value) {
    int length = row.isRowOfBytes() ? row.field().count() : row.field().width() / 8;
    if (row.field().form() == Form.GID && length == 16) {
      return gid(value);
    }
    String digits = value.startsWith("0x") ? value.substring(2) : value;
    if (!digits.matches("([0-9a-fA-F]{2})+") || digits.length() != 2 * length) {
      throw new IllegalArgumentException("expected " + 2 * length + " hexadecimal digits");
    }
    return HexFormat.of().parseHex(digits);
  }

  /// Returns the bytes of a text, including the terminating zero if it does not fill the field.
  private static byte[] text(Field field, String value) {
    byte[] text = value.getBytes(StandardCharsets.UTF_8);
    int length = field.width() / 8;
    if (text.length > length) {
      throw new IllegalArgumentException("it has at most " + length + " bytes");
    }
    return Arrays.copyOf(text, Math.min(length, text.length + 1));
  }

  private static byte[] gid(String value) {
    if (value.contains(":") && value.matches("[0-9a-fA-F:.]+")) {
      try {
        byte[] address = InetAddress.ofLiteral(value).getAddress();
        if (address.length == 16) {
          return address;
        }
        // Java converts an IPv4-mapped address to an IPv4 address.
        byte[] mapped = new byte[16];
        mapped[10] = -1;
        mapped[11] = -1;
        System.arraycopy(address, 0, mapped, 12, 4);
        return mapped;
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("expected an address as in fe80::1", e);
      }
    }
    throw new IllegalArgumentException("expected an address as in fe80::1");
  }
}
