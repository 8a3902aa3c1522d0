package org.ibassay.suite;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import org.ibassay.wire.Field;
import org.jspecify.annotations.Nullable;

/// The received value of a MAD field of any width.
///
/// @param attribute the attribute that contains the field
/// @param name as printed in messages
/// @param field the field
/// @param index element of a repeated field; 0 otherwise
/// @param layout memory that holds the field
/// @param base offset of the layout in the MAD, in bytes; -1 if unknown
/// @param where appended to the received value in messages; may be empty
record FieldValue(
    String attribute,
    String name,
    Field field,
    int index,
    MemorySegment layout,
    int base,
    String where) {

  /// The value, unsigned.
  BigInteger number() {
    return field.number(layout, 0, index);
  }

  /// The big-endian bytes of a wide field with that value.
  static byte[] bytes(Field field, BigInteger value) {
    byte[] bytes = new byte[field.width() / Byte.SIZE];
    byte[] number = value.toByteArray(); // a zero octet precedes a first bit that is set
    int length = Math.min(bytes.length, number.length);
    System.arraycopy(number, number.length - length, bytes, bytes.length - length, length);
    return bytes;
  }

  /// The text that messages print for a value of this field.
  String with(BigInteger value) {
    return name + " " + Shown.of(field, value);
  }

  /// The position of the field, in bits; null if unknown.
  ///
  /// @param expected null if several values are accepted
  @Nullable WrongField wrong(@Nullable BigInteger expected) {
    return base < 0
        ? null
        : WrongField.inAttribute(attribute, field, layout, base, index, expected);
  }
}
