package org.ibassay.suite.c14;

/// VL and weight of each entry of a VLArbitrationTable part, as a test sets them: only operational
/// VLs, and VL 0 with a weight above 0, so that data traffic never stops.
///
/// @param lanes number of operational data VLs
/// @param part table part
/// @param port port that has the table
/// @param kind from 0 to [#KINDS] - 1: random weights, their complements, weights of 255, other
///   random weights; VLs ascending, descending, random
/// @param anchor entry that holds VL 0
record ArbitrationBlock(int lanes, int part, int port, int kind, int anchor) {
  static final int KINDS = 4;
  static final int ENTRIES = 32;

  private static final int GREATEST_WEIGHT = 255;

  // Odd multipliers that spread neighboring numbers over all bits.
  private static final int SPREAD = 0x9E3779B1;
  private static final int SPREAD_AGAIN = 0x85EBCA77;

  int vl(int entry) {
    if (entry == anchor) {
      return 0;
    }
    return switch (kind) {
      case 0 -> entry % lanes;
      case 1 -> lanes - 1 - entry % lanes;
      default -> random(kind, entry) % lanes;
    };
  }

  int weight(int entry) {
    int weight =
        switch (kind) {
          case 1 -> GREATEST_WEIGHT - random(0, entry);
          case 2 -> GREATEST_WEIGHT;
          default -> random(kind, entry);
        };
    return entry == anchor ? Math.max(1, weight) : weight;
  }

  /// Returns a number from 0 to 255.
  private int random(int round, int entry) {
    int number = (((port * KINDS + round) * 8 + part) * ENTRIES + entry + 1) * SPREAD;
    return ((number ^ (number >>> 15)) * SPREAD_AGAIN) >>> 24;
  }
}
