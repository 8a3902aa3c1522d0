package org.ibassay.cli.decode;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Text on its way out, in UTF-8, in one buffer that is used over and over.
///
/// Every method throws an [UncheckedIOException] when what the buffer holds cannot be written.
public final class Out {
  private static final int BYTES = 1 << 16;

  /// No single number needs more.
  private static final int ROOM = 64;

  /// The greatest power of ten that 64 bits hold.
  private static final long GREATEST_POWER = Long.parseUnsignedLong("10000000000000000000");

  private static final byte[] DIGITS = ascii("0123456789abcdef");

  /// The two digits of each byte, the first one in the lower half: as a pair they are stored at
  /// once.
  private static final short[] PAIRS = new short[256];

  private static final VarHandle PAIR =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  private static final byte[] BLANKS = ascii(" ".repeat(ROOM));

  static {
    for (int i = 0; i < PAIRS.length; i++) {
      PAIRS[i] = (short) ((DIGITS[i & 0xF] << 8) | DIGITS[i >> 4]);
    }
  }

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final OutputStream to;
  private final byte[] bytes = new byte[BYTES];
  private int at;
  private int lineStart;

  /// @param to takes the text, some of it only on [#flush]
  public Out(OutputStream to) {
    this.to = to;
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// How many bytes the line has so far.
  int column() {
    return at - lineStart;
  }

  Out put(char one) {
    room(1);
    bytes[at++] = (byte) one;
    return this;
  }

  Out put(byte[] text) {
    return put(text, 0, text.length);
  }

  Out put(byte[] text, int from, int length) {
    if (length > BYTES) {
      put(text, from, BYTES);
      return put(text, from + BYTES, length - BYTES);
    }
    room(length);
    System.arraycopy(text, from, bytes, at, length);
    at += length;
    return this;
  }

  Out put(String text) {
    return put(ascii(text));
  }

  Out line() {
    put('\n');
    lineStart = at;
    return this;
  }

  /// At most 64.
  Out spaces(int count) {
    return put(BLANKS, 0, count);
  }

  /// An unsigned number.
  Out decimal(long value) {
    if (value >= 0 && value < 10) {
      return put((char) ('0' + value));
    }
    return decimal(value, 1, ' ');
  }

  /// An unsigned number, filled up from the left to that many characters.
  Out decimal(long value, int width, char fill) {
    room(ROOM);
    int length = Math.max(width, digits(value));
    int place = at + length;
    long rest = value;
    if (rest < 0) {
      long quotient = Long.divideUnsigned(rest, 10);
      bytes[--place] = (byte) ('0' + (rest - quotient * 10));
      rest = quotient;
    }
    do {
      long quotient = rest / 10;
      bytes[--place] = (byte) ('0' + (rest - quotient * 10));
      rest = quotient;
    } while (rest != 0);
    while (place > at) {
      bytes[--place] = (byte) fill;
    }
    at += length;
    return this;
  }

  /// How many digits an unsigned number has.
  static int digits(long value) {
    if (value < 0) {
      return Long.compareUnsigned(value, GREATEST_POWER) < 0 ? 19 : 20;
    }
    int count = 1;
    for (long power = 10; count < 19 && value >= power; power *= 10) {
      count++;
    }
    return count;
  }

  /// The low digits of a number, without a prefix.
  Out hex(long value, int count) {
    room(ROOM);
    int left = count;
    if ((left & 1) != 0) {
      bytes[at++] = DIGITS[(int) (value >>> (4 * --left)) & 0xF];
    }
    while (left > 0) {
      left -= 2;
      PAIR.set(bytes, at, PAIRS[(int) (value >>> (4 * left)) & 0xFF]);
      at += 2;
    }
    return this;
  }

  /// The last digits of a number, as many as it has.
  Out shortHex(long value) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(value | 1);
    return put('0').put('x').hex(value, (bits + 3) / 4);
  }

  /// Bytes, two digits each.
  Out hex(MemorySegment in, long from, long count) {
    long next = from;
    long end = from + count;
    while (next < end) {
      room(ROOM);
      long stop = Math.min(end, next + ROOM / 2);
      int place = at;
      for (; next + Long.BYTES <= stop; next += Long.BYTES) {
        long eight = in.get(LONG, next);
        for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
          PAIR.set(bytes, place, PAIRS[(int) (eight >>> shift) & 0xFF]);
          place += 2;
        }
      }
      for (; next < stop; next++) {
        PAIR.set(bytes, place, PAIRS[in.get(JAVA_BYTE, next) & 0xFF]);
        place += 2;
      }
      at = place;
    }
    return this;
  }

  /// As a text of JSON, in quotes.
  Out json(String text) {
    put('"');
    text.codePoints().forEach(this::jsonCharacter);
    return put('"');
  }

  private void jsonCharacter(int c) {
    if (c == '"' || c == '\\') {
      put('\\').put((char) c);
    } else if (Character.isISOControl(c)) {
      put('\\').put('u').hex(c, 4);
    } else if (c < 0x80) {
      put((char) c);
    } else {
      put(Character.toString(c));
    }
  }

  private void room(int count) {
    if (BYTES - at < count) {
      write();
    }
  }

  private void write() {
    try {
      to.write(bytes, 0, at);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    lineStart -= at;
    at = 0;
  }

  /// Hands over everything.
  public void flush() {
    write();
    try {
      to.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
