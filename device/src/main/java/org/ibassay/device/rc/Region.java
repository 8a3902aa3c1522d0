package org.ibassay.device.rc;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.ibassay.link.upper.AccessRights;

/// Registered memory. The processor is little-endian, as most are.
final class Region {
  static final int ATOMIC_BYTES = 8;

  /// Byte order of the processor.
  static final ByteOrder BYTE_ORDER = ByteOrder.LITTLE_ENDIAN;

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(BYTE_ORDER);

  private final int id;
  private final long address;
  private final int rkey;
  private final AccessRights rights;
  private final boolean isElsewhere;
  private final byte[] bytes;

  /// @param isElsewhere whether it is in a protection domain without QPs
  Region(int id, long address, int rkey, AccessRights rights, int size, boolean isElsewhere) {
    this.isElsewhere = isElsewhere;
    this.id = id;
    this.address = address;
    this.rkey = rkey;
    this.rights = rights;
    this.bytes = new byte[size];
  }

  int id() {
    return id;
  }

  long address() {
    return address;
  }

  int rkey() {
    return rkey;
  }

  /// Whether it is in a protection domain without QPs.
  boolean isElsewhere() {
    return isElsewhere;
  }

  AccessRights rights() {
    return rights;
  }

  int size() {
    return bytes.length;
  }

  /// Whether it contains a whole range.
  boolean contains(long from, long length) {
    return contains(from, length, bytes.length);
  }

  /// Whether a range is within the region, as if the region had another size.
  boolean contains(long from, long length, int size) {
    long at = from - address;
    return at >= 0 && length >= 0 && length <= size && at <= size - length;
  }

  /// Returns the bytes at an address; 0 outside the region, which only a deviation reads.
  byte[] read(long from, int length) {
    byte[] copy = new byte[length];
    long at = from - address;
    int skipped = Math.clamp(-at, 0, length);
    int there = Math.clamp(bytes.length - at - skipped, 0, length - skipped);
    if (there > 0) {
      System.arraycopy(bytes, (int) at + skipped, copy, skipped, there);
    }
    return copy;
  }

  /// Returns the data of a packet of a READ response.
  byte[] read(RcSeams.ReadPart part, int length, RcSeams.ReadPlace place) {
    byte[] copy = new byte[length];
    for (int i = 0; i < length; i++) {
      long at = place.of(part, i) - address;
      copy[i] = at < 0 || at >= bytes.length ? 0 : bytes[(int) at];
    }
    return copy;
  }

  /// Stores bytes at an address, as far as they are within the region.
  void write(long to, byte[] data) {
    long at = to - address;
    int skipped = Math.clamp(-at, 0, data.length);
    int there = Math.clamp(bytes.length - at - skipped, 0, data.length - skipped);
    if (there > 0) {
      System.arraycopy(data, skipped, bytes, (int) at + skipped, there);
    }
  }

  void fill(long to, long length, byte value) {
    MemorySegment.ofArray(bytes).asSlice(to - address, length).fill(value);
  }

  /// Returns the operand of an atomic.
  long number(long at) {
    return MemorySegment.ofArray(read(at, ATOMIC_BYTES)).get(LONG, 0);
  }

  /// Stores the operand of an atomic.
  void number(long at, long value) {
    write(at, bytesOf(value));
  }

  /// Returns a number as the processor stores it.
  static byte[] bytesOf(long value) {
    MemorySegment number = MemorySegment.ofArray(new byte[ATOMIC_BYTES]);
    number.set(LONG, 0, value);
    return number.toArray(JAVA_BYTE);
  }
}
