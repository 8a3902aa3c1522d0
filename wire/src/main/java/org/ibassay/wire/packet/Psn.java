package org.ibassay.wire.packet;

/// Arithmetic of packet sequence numbers, modulo 2^24 (9.7.1). It applies to message sequence
/// numbers, too.
public final class Psn {
  /// The number of PSNs.
  public static final int MODULUS = 1 << 24;

  /// The greatest PSN.
  public static final int MAX = MODULUS - 1;

  private Psn() {}

  /// Returns the PSN `count` after another, or before it if `count` is negative.
  public static int add(int psn, long count) {
    return (int) ((psn + count) & MAX);
  }

  /// Returns the next PSN.
  public static int next(int psn) {
    return add(psn, 1);
  }

  /// Returns how far `psn` is after `other`, from -2^23 to 2^23 - 1; negative if it is before
  /// `other`. The half of all PSNs that precedes the expected PSN is the duplicate region, so the
  /// shorter distance counts. A distance of exactly 2^23 counts as before.
  public static int difference(int psn, int other) {
    return ((psn - other) << 8) >> 8;
  }

  /// Whether `psn` is before `other`.
  public static boolean isBefore(int psn, int other) {
    return difference(psn, other) < 0;
  }
}
