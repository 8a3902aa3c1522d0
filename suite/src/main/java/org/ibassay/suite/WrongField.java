package org.ibassay.suite;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.Arrays;
import org.ibassay.wire.Field;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// A field with an unexpected value, and its position in the received packet.
///
/// @param header transport header that contains the field; null for the payload and what follows
///   it, including MADs
/// @param name as in the specification
/// @param index element of a repeated field; 0 otherwise
/// @param bit position of its first bit, from the start of header or payload
/// @param width in bits
/// @param expected unsigned; null if several values are accepted
/// @param actual unsigned
public record WrongField(
    @Nullable Header header,
    String name,
    int index,
    long bit,
    int width,
    @Nullable BigInteger expected,
    BigInteger actual) {
  private static final int BYTES_SHOWN = 16;

  /// A field of a MAD.
  ///
  /// @param base offset of the field's layout in the MAD, in bytes
  static WrongField inMad(Field field, int base, int index, long expected, long actual) {
    return at(
        null,
        field,
        index,
        base * 8L + field.bitOffset() + (long) index * field.stride(),
        unsigned(expected),
        actual);
  }

  /// A field of a transport header.
  static WrongField in(Header header, Field field, long expected, long actual) {
    return at(header, field, 0, field.bitOffset(), unsigned(expected), actual);
  }

  /// A field of a transport header for which several values are accepted.
  static WrongField in(Header header, Field field, long actual) {
    return at(header, field, 0, field.bitOffset(), null, actual);
  }

  private static WrongField at(
      @Nullable Header header,
      Field field,
      int index,
      long bit,
      @Nullable BigInteger expected,
      long actual) {
    return new WrongField(
        header, field.name(), index, bit, field.width(), expected, unsigned(actual));
  }

  /// A field of a MAD, of any width.
  ///
  /// @param record memory that holds the field
  /// @param base its offset in the MAD, in bytes
  /// @param expected null if several values are accepted
  static WrongField inMad(
      Field field, MemorySegment record, int base, int index, @Nullable BigInteger expected) {
    BigInteger actual = FieldValue.number(field, record, index);
    long bit = base * 8L + field.bitOffset() + (long) index * field.stride();
    return new WrongField(null, field.name(), index, bit, field.width(), expected, actual);
  }

  /// The ICRC of a transport packet.
  static WrongField icrc(TransportPacket packet) {
    return new WrongField(
        null,
        "ICRC",
        0,
        (packet.payloadBytes() + packet.padCount()) * 8L,
        Integer.SIZE,
        BigInteger.valueOf(Integer.toUnsignedLong(packet.icrcComputed())),
        BigInteger.valueOf(Integer.toUnsignedLong(packet.icrcFound())));
  }

  /// The first differing bytes of a payload; null if only the length differs.
  static @Nullable WrongField inPayload(byte[] expected, byte[] actual) {
    int from = Arrays.mismatch(expected, actual);
    int to = Math.min(Math.min(expected.length, actual.length), from + BYTES_SHOWN);
    return from < 0 || from >= to
        ? null
        : new WrongField(
            null,
            "Payload",
            0,
            from * 8L,
            (to - from) * 8,
            new BigInteger(1, Arrays.copyOfRange(expected, from, to)),
            new BigInteger(1, Arrays.copyOfRange(actual, from, to)));
  }

  static BigInteger unsigned(long value) {
    return new BigInteger(Long.toUnsignedString(value));
  }
}
