package org.ibassay.wire.sa;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.ByteOrder;
import org.ibassay.wire.Field;

/// A GID: the subnet's prefix and a port's GUID, or a multicast group's number.
///
/// @param prefix the upper 64 bits
/// @param guid the lower 64 bits
public record Gid(long prefix, long guid) {
  /// The prefix of a subnet that was given no other.
  public static final long DEFAULT_PREFIX = 0xFE80_0000_0000_0000L;

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /// Reads a field.
  ///
  /// @param field of 128 bits
  /// @param base where the layout starts in `in`, in bytes
  public static Gid get(Field field, MemorySegment in, long base) {
    return get(field, in, base, 0);
  }

  /// Reads element `index` of a repeated field.
  public static Gid get(Field field, MemorySegment in, long base, int index) {
    MemorySegment bytes = field.slice(in, base, index);
    return new Gid(bytes.get(LONG, 0), bytes.get(LONG, 8));
  }

  /// Writes a field.
  public void set(Field field, MemorySegment in, long base) {
    set(field, in, base, 0);
  }

  /// Writes element `index` of a repeated field.
  public void set(Field field, MemorySegment in, long base, int index) {
    MemorySegment bytes = field.slice(in, base, index);
    bytes.set(LONG, 0, prefix);
    bytes.set(LONG, 8, guid);
  }

  /// All 128 bits, unsigned.
  public BigInteger number() {
    return new BigInteger("%016x%016x".formatted(prefix, guid), 16);
  }

  /// The two halves in hexadecimal, as OpenSM's tools write them:
  /// `fe80000000000000:0002c90300a1b2c3`.
  @Override
  public String toString() {
    return "%016x:%016x".formatted(prefix, guid);
  }
}
