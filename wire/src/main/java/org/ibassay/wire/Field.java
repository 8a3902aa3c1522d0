package org.ibassay.wire;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// One field of a header or attribute: its place on the wire and its legal values.
///
/// Bits are numbered as in the specification: bit 0 is the most significant bit of the first byte;
/// values are big-endian. A field of up to 64 bits is read and written as an unsigned `long`; a
/// wider one (a GID, a text) as a slice of the segment.
///
/// The JIT compiler treats a record in a `static final` as a constant, so access through a constant
/// field is compiled to a load, a shift and a mask.
///
/// @param name as the specification spells it, e.g. `M_KeyProtectBits`
/// @param bitOffset offset of the first bit from the start of the layout, in bits
/// @param width width of one element, in bits
/// @param count number of elements; 1 for a plain field
/// @param stride distance from one element to the next, in bits; equals `width` for a plain field
/// @param access whether a Set may change it
/// @param form how its value is printed
/// @param legal values that may be set
/// @param names the names of its values
public record Field(
    String name,
    int bitOffset,
    int width,
    int count,
    int stride,
    Access access,
    Form form,
    Legal legal,
    ValueNames names) {

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /// A field whose values have no names.
  public Field(
      String name,
      int bitOffset,
      int width,
      int count,
      int stride,
      Access access,
      Form form,
      Legal legal) {
    this(name, bitOffset, width, count, stride, access, form, legal, ValueNames.NONE);
  }

  /// Checks that every element can be reached by one load.
  public Field {
    if (width < 1 || count < 1 || stride < width) {
      throw new IllegalArgumentException("no such field: " + name);
    }
    // The offset of an element within its byte repeats after eight elements at the latest.
    for (int i = 0; width <= 64 && i < Math.min(count, 8); i++) {
      if (((bitOffset + i * stride) & 7) + width > 64) {
        throw new IllegalArgumentException(name + " spans nine bytes");
      }
    }
    if (width > 64 && ((bitOffset | width | stride) & 7) != 0) {
      throw new IllegalArgumentException(name + " is wide and not made of whole bytes");
    }
  }

  /// Fields are equal if their declarations are. Sets and maps of fields are used for every packet,
  /// so the components that usually differ are compared first.
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof Field field
            && bitOffset == field.bitOffset
            && width == field.width
            && count == field.count
            && stride == field.stride
            && name.equals(field.name)
            && access == field.access
            && form == field.form
            && legal.equals(field.legal));
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + bitOffset;
  }

  /// Returns a value in decimal, with its name if it has one.
  public String named(long value) {
    return Long.toUnsignedString(value) + names.after(value);
  }

  /// Whether the field is wider than a `long` and so is read as a slice.
  public boolean isWide() {
    return width > 64;
  }

  /// Whether `part` lies within the first element of this field.
  boolean contains(Field part) {
    return part.bitOffset >= bitOffset && part.bitOffset + part.width <= bitOffset + width;
  }

  /// Whether this field, with all of its elements, shares bits with another.
  public boolean overlaps(Field other) {
    return bitOffset < other.end() && other.bitOffset < end();
  }

  private int end() {
    return bitOffset + stride * (count - 1) + width;
  }

  /// Returns the value, unsigned.
  ///
  /// @param in contains the layout
  /// @param base where the layout starts in `in`, in bytes
  public long get(MemorySegment in, long base) {
    return load(in, base, bitOffset);
  }

  /// Returns element `index` of a repeated field, unsigned.
  public long get(MemorySegment in, long base, int index) {
    return load(in, base, bitOffset + index * stride);
  }

  /// Returns element `index` of a field of any width, unsigned.
  public BigInteger number(MemorySegment in, long base, int index) {
    return isWide()
        ? new BigInteger(1, slice(in, base, index).toArray(JAVA_BYTE))
        : new BigInteger(Long.toUnsignedString(get(in, base, index)));
  }

  /// Stores the low `width` bits of `value`; adjacent bits are unchanged.
  public void set(MemorySegment in, long base, long value) {
    store(in, base, bitOffset, value);
  }

  /// Stores element `index` of a repeated field.
  public void set(MemorySegment in, long base, int index, long value) {
    store(in, base, bitOffset + index * stride, value);
  }

  /// Returns the bytes of a byte-aligned field, as a view of `in`.
  public MemorySegment slice(MemorySegment in, long base) {
    return in.asSlice(base + (bitOffset >>> 3), ((long) stride * (count - 1) + width + 7) >>> 3);
  }

  /// Whether the field, or any element of it, differs in another segment.
  boolean differs(MemorySegment one, long base, MemorySegment other, long otherBase) {
    if (isWide()) {
      return slice(one, base).mismatch(slice(other, otherBase)) >= 0;
    }
    for (int i = 0; i < count; i++) {
      if (get(one, base, i) != get(other, otherBase, i)) {
        return true;
      }
    }
    return false;
  }

  /// Returns the bytes of element `index` of a field with byte-aligned elements, as a view of `in`.
  public MemorySegment slice(MemorySegment in, long base, int index) {
    return in.asSlice(base + ((bitOffset + (long) index * stride) >>> 3), (width + 7) >>> 3);
  }

  /// Returns the greatest value that fits, unsigned; for a wide field [Long#MAX_VALUE].
  public long max() {
    return width >= 64 ? -1L : (1L << width) - 1;
  }

  /// Usually a single load of eight bytes, whatever the width, if the segment is long enough. The
  /// code is small enough for the JIT compiler to inline it into large methods.
  private long load(MemorySegment in, long base, int bit) {
    long at = base + (bit >>> 3);
    return at + Long.BYTES <= in.byteSize()
        ? (in.get(LONG, at) << (bit & 7)) >>> (Long.SIZE - width)
        : loadAtEnd(in, at, bit & 7);
  }

  private long loadAtEnd(MemorySegment in, long at, int lead) {
    int bytes = (lead + width + 7) >>> 3;
    long word = word(in, at, bytes);
    return (word >>> (bytes * 8 - lead - width)) & max();
  }

  private void store(MemorySegment in, long base, int bit, long value) {
    int lead = bit & 7;
    int bytes = (lead + width + 7) >>> 3;
    long at = base + (bit >>> 3);
    if (width == bytes * 8) {
      putWord(in, at, bytes, value);
    } else {
      int shift = bytes * 8 - lead - width;
      long mask = max() << shift;
      putWord(in, at, bytes, (word(in, at, bytes) & ~mask) | ((value << shift) & mask));
    }
  }

  /// Reads only the bytes that contain the field, since a layout may end where its segment ends.
  private static long word(MemorySegment in, long at, int bytes) {
    return switch (bytes) {
      case 1 -> in.get(JAVA_BYTE, at) & 0xFFL;
      case 2 -> in.get(SHORT, at) & 0xFFFFL;
      case 3 -> ((in.get(SHORT, at) & 0xFFFFL) << 8) | (in.get(JAVA_BYTE, at + 2) & 0xFFL);
      case 4 -> in.get(INT, at) & 0xFFFF_FFFFL;
      case 8 -> in.get(LONG, at);
      default ->
          ((in.get(INT, at) & 0xFFFF_FFFFL) << ((bytes - 4) * 8)) | word(in, at + 4, bytes - 4);
    };
  }

  private static void putWord(MemorySegment in, long at, int bytes, long word) {
    switch (bytes) {
      case 1 -> in.set(JAVA_BYTE, at, (byte) word);
      case 2 -> in.set(SHORT, at, (short) word);
      case 3 -> {
        in.set(SHORT, at, (short) (word >>> 8));
        in.set(JAVA_BYTE, at + 2, (byte) word);
      }
      case 4 -> in.set(INT, at, (int) word);
      case 8 -> in.set(LONG, at, word);
      default -> {
        in.set(INT, at, (int) (word >>> ((bytes - 4) * 8)));
        putWord(in, at + 4, bytes - 4, word);
      }
    }
  }
}
