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
/// @param attribute the attribute that contains it, such as `PortInfo` or `PathRecord`; null for
///   none
/// @param name as in the specification
/// @param index element of a repeated field; [#PLAIN] otherwise
/// @param bit position of its first bit, from the start of header or payload
/// @param width in bits
/// @param expected unsigned; null if several values are accepted
/// @param actual unsigned
public record WrongField(
    @Nullable Header header,
    @Nullable String attribute,
    String name,
    int index,
    long bit,
    int width,
    @Nullable BigInteger expected,
    BigInteger actual) {
  /// The index of a field that is not repeated.
  public static final int PLAIN = -1;

  private static final int BYTES_SHOWN = 16;

  /// A field of a MAD.
  ///
  /// @param base offset of the field's layout in the MAD, in bytes
  static WrongField inMad(Field field, int base, int index, long expected, long actual) {
    return at(
        null,
        field,
        element(field, index),
        base * 8L + field.bitOffset() + (long) index * field.stride(),
        unsigned(expected),
        actual);
  }

  /// A field of a transport header.
  static WrongField in(Header header, Field field, long expected, long actual) {
    return at(header, field, PLAIN, field.bitOffset(), unsigned(expected), actual);
  }

  /// A field of a transport header for which several values are accepted.
  static WrongField in(Header header, Field field, long actual) {
    return at(header, field, PLAIN, field.bitOffset(), null, actual);
  }

  private static WrongField at(
      @Nullable Header header,
      Field field,
      int index,
      long bit,
      @Nullable BigInteger expected,
      long actual) {
    return new WrongField(
        header, null, field.name(), index, bit, field.width(), expected, unsigned(actual));
  }

  /// A component of an attribute, of any width.
  ///
  /// @param attribute its name; null if unknown
  /// @param record memory that holds the field
  /// @param base its offset in the MAD, in bytes
  /// @param expected null if several values are accepted
  static WrongField inAttribute(
      @Nullable String attribute,
      Field field,
      MemorySegment record,
      int base,
      int index,
      @Nullable BigInteger expected) {
    BigInteger actual = field.number(record, 0, index);
    long bit = base * 8L + field.bitOffset() + (long) index * field.stride();
    return new WrongField(
        null, attribute, field.name(), element(field, index), bit, field.width(), expected, actual);
  }

  /// The ICRC of a transport packet.
  static WrongField icrc(TransportPacket packet) {
    return new WrongField(
        null,
        null,
        "ICRC",
        PLAIN,
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
            null,
            "Payload",
            PLAIN,
            from * 8L,
            (to - from) * 8,
            new BigInteger(1, Arrays.copyOfRange(expected, from, to)),
            new BigInteger(1, Arrays.copyOfRange(actual, from, to)));
  }

  private static int element(Field field, int index) {
    return field.count() == 1 ? PLAIN : index;
  }

  static BigInteger unsigned(long value) {
    return value >= 0 ? BigInteger.valueOf(value) : new BigInteger(Long.toUnsignedString(value));
  }
}
