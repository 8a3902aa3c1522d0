package org.ibassay.suite;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import org.ibassay.wire.Field;
import org.jspecify.annotations.Nullable;

/// The value that a field of a MAD came with, however wide it is.
///
/// @param name as messages write it
/// @param field which one
/// @param index which element of a repeated field; 0 for a plain one
/// @param layout holds the field
/// @param base where the layout starts in the MAD, in bytes; -1 where that is not known
/// @param where completes "came ...", or is empty
record FieldValue(
    String name, Field field, int index, MemorySegment layout, int base, String where) {

  /// The value, unsigned.
  BigInteger number() {
    return number(field, layout, index);
  }

  /// An element's value, unsigned.
  ///
  /// @param layout holds the field
  static BigInteger number(Field field, MemorySegment layout, int index) {
    return field.isWide()
        ? new BigInteger(1, field.slice(layout, 0, index).toArray(ValueLayout.JAVA_BYTE))
        : WrongField.unsigned(field.get(layout, 0, index));
  }

  /// The bytes that a wide field holds.
  static byte[] bytes(Field field, BigInteger value) {
    byte[] bytes = new byte[field.width() / Byte.SIZE];
    byte[] number = value.toByteArray(); // with a leading zero where its first bit is set
    int length = Math.min(bytes.length, number.length);
    System.arraycopy(number, number.length - length, bytes, bytes.length - length, length);
    return bytes;
  }

  /// What messages say of a value that it might have.
  String with(BigInteger value) {
    return name + " " + Shown.of(field, value);
  }

  /// Where it stands, in bits, when it is not as expected; null where that is not known.
  ///
  /// @param expected null where several values would do
  @Nullable WrongField wrong(@Nullable BigInteger expected) {
    return base < 0 ? null : WrongField.inMad(field, layout, base, index, expected);
  }
}
