package org.ibassay.decode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// A constant text followed by a value. The text is short, so that four stores of eight bytes write
/// it, whatever its length; the next slot overwrites the excess.
final class TextSlot {
  /// The maximum length of the text, in bytes.
  static final int TEXT_BYTES = 32;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  // Kinds of values; the most frequent ones need no interface call. Not an enum: dozens of slots
  // are written for each packet.
  private static final int SMALL = 0;
  private static final int DECIMAL = 1;
  private static final int HEX = 2;
  private static final int BYTES = 3;
  private static final int OTHER = 4;

  /// Writes a value from a packet.
  interface Value {
    /// No value.
    Value NONE = (to, at, in, base) -> at;

    /// @param to receives the characters, from `at` on, and may be changed as described in [Digits]
    /// @param base offset of the header in `in`
    /// @return position after the last character
    int write(byte[] to, int at, byte[] in, int base);
  }

  private final long text0;
  private final long text1;
  private final long text2;
  private final long text3;
  private final int textBytes;
  private final int kind;
  private final int from;
  private final int lead;
  private final int drop;
  private final int count;
  private final Value other;

  private TextSlot(byte[] text, int kind, Bits bits, int count, Value other) {
    byte[] padded = Arrays.copyOf(text, TEXT_BYTES);
    this.text0 = (long) LONG.get(padded, 0);
    this.text1 = (long) LONG.get(padded, 8);
    this.text2 = (long) LONG.get(padded, 16);
    this.text3 = (long) LONG.get(padded, 24);
    this.textBytes = text.length;
    this.kind = kind;
    this.from = bits.from;
    this.lead = bits.lead;
    this.drop = bits.drop;
    this.count = count;
    this.other = other;
  }

  /// The position of a number: in the eight bytes from `from` on, after `lead` bits.
  ///
  /// @param drop how far to shift right after the leading bits were shifted out
  record Bits(int from, int lead, int drop) {
    static final Bits NONE = new Bits(0, 0, 0);

    static Bits of(int bit, int width) {
      return new Bits(bit >> 3, bit & 7, Long.SIZE - width);
    }

    long get(byte[] in, int base) {
      return (Digits.eight(in, base + from) << lead) >>> drop;
    }
  }

  static TextSlot decimal(byte[] text, Bits bits) {
    boolean isSmall = bits.drop >= Long.SIZE - Byte.SIZE;
    return new TextSlot(text, isSmall ? SMALL : DECIMAL, bits, 0, Value.NONE);
  }

  static TextSlot hex(byte[] text, Bits bits, int digits) {
    return new TextSlot(text, HEX, bits, digits, Value.NONE);
  }

  static TextSlot bytes(byte[] text, int from, int count) {
    return new TextSlot(text, BYTES, new Bits(from, 0, 0), count, Value.NONE);
  }

  static TextSlot of(byte[] text, Value value) {
    return new TextSlot(text, OTHER, Bits.NONE, 0, value);
  }

  /// Length of the text.
  int textBytes() {
    return textBytes;
  }

  int write(byte[] to, int at, byte[] in, int base) {
    LONG.set(to, at, text0);
    LONG.set(to, at + 8, text1);
    LONG.set(to, at + 16, text2);
    LONG.set(to, at + 24, text3);
    int place = at + textBytes;
    return switch (kind) {
      case SMALL -> Digits.small(to, place, (int) value(in, base));
      case DECIMAL -> Digits.decimal(to, place, value(in, base));
      case HEX -> Digits.hex(to, place, value(in, base), count);
      case BYTES -> Digits.hex(to, place, in, base + from, count);
      default -> other.write(to, place, in, base);
    };
  }

  private long value(byte[] in, int base) {
    return (Digits.eight(in, base + from) << lead) >>> drop;
  }
}
