package org.ibassay.wire.packet;

/// Arithmetic of packet sequence numbers, modulo 2^24 (9.7.1). Message sequence numbers count in
/// the same way.
public final class Psn {
  /// How many there are.
  public static final int MODULUS = 1 << 24;

  /// The greatest one.
  public static final int MAX = MODULUS - 1;

  private Psn() {}

  /// The number `count` places after another, or before it where `count` is negative.
  public static int add(int psn, long count) {
    return (int) ((psn + count) & MAX);
  }

  /// The next one.
  public static int next(int psn) {
    return add(psn, 1);
  }

  /// How far `psn` follows `other`, from -2^23 to 2^23 - 1: negative where it precedes it. Half of
  /// all numbers before what is expected are taken for duplicates, so the shorter way round counts;
  /// of the two that are equally far 2^23 counts as before.
  public static int difference(int psn, int other) {
    return ((psn - other) << 8) >> 8;
  }

  /// Whether `psn` comes before `other`.
  public static boolean isBefore(int psn, int other) {
    return difference(psn, other) < 0;
  }
}
