package org.ibassay.suite;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.Arrays;
import org.ibassay.wire.Field;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// A field that a check found other than expected: where it stands in the answer, to the bit.
///
/// @param header of the transport that it stands in; null for the payload, which a MAD is, and what
///   follows it
/// @param name as the specification spells it
/// @param index which element of a repeated field; 0 for a plain one
/// @param bit its first bit, from the start of header or payload
/// @param width in bits
/// @param expected unsigned; null where several values would do
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
  /// @param base where the field's layout starts in the MAD, in bytes
  static WrongField inMad(Field field, int base, int index, long expected, long actual) {
    return at(
        null,
        field,
        index,
        base * 8L + field.bitOffset() + (long) index * field.stride(),
        unsigned(expected),
        actual);
  }

  /// A field of a header of the transport.
  static WrongField in(Header header, Field field, long expected, long actual) {
    return at(header, field, 0, field.bitOffset(), unsigned(expected), actual);
  }

  /// A field of a header of the transport that may have several values.
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

  /// A field of a MAD, however wide.
  ///
  /// @param record holds the field's layout
  /// @param base where that starts in the MAD, in bytes
  /// @param expected null where several values would do
  static WrongField inMad(
      Field field, MemorySegment record, int base, int index, @Nullable BigInteger expected) {
    BigInteger actual = FieldValue.number(field, record, index);
    long bit = base * 8L + field.bitOffset() + (long) index * field.stride();
    return new WrongField(null, field.name(), index, bit, field.width(), expected, actual);
  }

  /// The ICRC of a whole packet of the transport.
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

  /// The first bytes of a payload that are not as expected; null where only the length is not.
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
