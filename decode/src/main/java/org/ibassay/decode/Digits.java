package org.ibassay.decode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Writes numbers and addresses as characters to an array. Each method returns the position after
/// the last character, and may change up to [#SLACK] bytes from there on: several characters are
/// stored at once, needed or not.
final class Digits {
  /// How far after its end a text may be overwritten; also how far after its end a packet may be
  /// read.
  static final int SLACK = 32;

  private static final int GROUPS = 8;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  /// The characters of 0 to 255, first character first; the last byte is their number.
  private static final int[] SMALL = new int[256];

  /// The two characters of 0 to 99.
  private static final short[] PAIRS = new short[100];

  /// The powers of ten, unsigned.
  private static final long[] TENS = new long[20];

  static {
    TENS[0] = 1;
    for (int i = 1; i < TENS.length; i++) {
      TENS[i] = TENS[i - 1] * 10;
    }
    for (int i = 0; i < PAIRS.length; i++) {
      PAIRS[i] = (short) ((('0' + i / 10) << 8) | ('0' + i % 10));
    }
    for (int i = 0; i < SMALL.length; i++) {
      int count = i < 10 ? 1 : i < 100 ? 2 : 3;
      int characters = (('0' + i / 100) << 16) | (PAIRS[i % 100] & 0xFFFF);
      SMALL[i] = (characters << (8 * (4 - count))) | count;
    }
  }

  private Digits() {}

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// Reads eight bytes, big-endian.
  static long eight(byte[] in, int from) {
    return (long) LONG.get(in, from);
  }

  /// Copies a text. Accesses [#copied] bytes of both arrays.
  static void copy(byte[] from, int first, byte[] to, int at, int count) {
    for (int i = 0; i < count; i += SLACK) {
      LONG.set(to, at + i, (long) LONG.get(from, first + i));
      LONG.set(to, at + i + 8, (long) LONG.get(from, first + i + 8));
      LONG.set(to, at + i + 16, (long) LONG.get(from, first + i + 16));
      LONG.set(to, at + i + 24, (long) LONG.get(from, first + i + 24));
    }
  }

  /// The number of bytes that [#copy] accesses.
  static int copied(int count) {
    return (count + SLACK - 1) / SLACK * SLACK;
  }

  /// Writes an unsigned number.
  static int decimal(byte[] to, int at, long value) {
    return value >>> 8 == 0 ? small(to, at, (int) value) : filled(to, at, value, 1, ' ');
  }

  /// Writes a number up to 255.
  static int small(byte[] to, int at, int value) {
    int entry = SMALL[value];
    INT.set(to, at, entry);
    return at + (entry & 0xFF);
  }

  /// Writes an unsigned number, padded on the left to that many characters.
  static int filled(byte[] to, int at, long value, int width, char fill) {
    int end = at + Math.max(width, count(value));
    int place = end;
    long rest = value;
    if (rest < 0) {
      long quotient = Long.divideUnsigned(rest, 10);
      to[--place] = (byte) ('0' + (rest - quotient * 10));
      rest = quotient;
    }
    while (rest >= 10) {
      long quotient = rest / 100;
      place -= 2;
      SHORT.set(to, place, PAIRS[(int) (rest - quotient * 100)]);
      rest = quotient;
    }
    if (rest > 0 || place == end) {
      to[--place] = (byte) ('0' + rest);
    }
    while (place > at) {
      to[--place] = (byte) fill;
    }
    return end;
  }

  /// The number of digits of an unsigned number.
  static int count(long value) {
    long some = value | 1;
    int bits = Long.SIZE - Long.numberOfLeadingZeros(some);
    int least = (bits * 1233) >>> 12; // 1233 / 4096 is about log10(2)
    return Long.compareUnsigned(some, TENS[least]) < 0 ? least : least + 1;
  }

  /// Writes the low hexadecimal digits of a number, up to 16.
  static int hex(byte[] to, int at, long value, int count) {
    long left = value << (Long.SIZE - 4 * count);
    LONG.set(to, at, characters(left >>> Integer.SIZE));
    if (count > 8) {
      LONG.set(to, at + 8, characters(left & 0xFFFF_FFFFL));
    }
    return at + count;
  }

  /// Writes bytes, two hexadecimal digits each.
  static int hex(byte[] to, int at, byte[] in, int from, int count) {
    int place = at;
    for (int next = from; next < from + count; next += Integer.BYTES, place += 8) {
      LONG.set(to, place, characters((int) INT.get(in, next) & 0xFFFF_FFFFL));
    }
    return at + 2 * count;
  }

  /// Returns the eight hexadecimal digits of 32 bits, one in each byte; computes all of them at
  /// once.
  private static long characters(long bits) {
    long x = (bits | (bits << 16)) & 0x0000_FFFF_0000_FFFFL;
    x = (x | (x << 8)) & 0x00FF_00FF_00FF_00FFL;
    x = (x | (x << 4)) & 0x0F0F_0F0F_0F0F_0F0FL;
    long letters = ((x + 0x0606_0606_0606_0606L) >>> 4) & 0x0101_0101_0101_0101L;
    return x + 0x3030_3030_3030_3030L + letters * ('a' - '0' - 10);
  }

  /// Writes an Ethernet address, the low 48 bits.
  static int mac(byte[] to, int at, long value) {
    int place = at;
    for (int shift = 40; shift >= 0; shift -= 8) {
      place = hex(to, place, value >>> shift, 2);
      to[place++] = ':';
    }
    return place - 1;
  }

  static int ipv4(byte[] to, int at, long value) {
    int place = at;
    for (int shift = 24; shift >= 0; shift -= 8) {
      place = small(to, place, (int) (value >>> shift) & 0xFF);
      to[place++] = '.';
    }
    return place - 1;
  }

  /// Writes an IPv6 address according to RFC 5952: the first longest run of zero groups is omitted.
  static int gid(byte[] to, int at, byte[] in, int from) {
    int left = GROUPS;
    int length = 1;
    for (int i = 0; i < GROUPS; i++) {
      int end = i;
      while (end < GROUPS && group(in, from, end) == 0) {
        end++;
      }
      if (end - i > length) {
        left = i;
        length = end - i;
      }
    }
    int place = at;
    for (int i = 0; i < GROUPS; i++) {
      if (i == left) {
        to[place++] = ':';
        to[place++] = ':';
        i += length - 1;
      } else {
        if (i > 0 && i != left + length) {
          to[place++] = ':';
        }
        int group = group(in, from, i);
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(group | 1);
        place = hex(to, place, group, (bits + 3) / 4);
      }
    }
    return place;
  }

  private static int group(byte[] in, int from, int index) {
    return (short) SHORT.get(in, from + 2 * index) & 0xFFFF;
  }
}
