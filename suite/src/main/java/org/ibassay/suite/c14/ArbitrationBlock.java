package org.ibassay.suite.c14;

/// VL and weight of each entry of a part of a VLArbitrationTable, as a test sets them: only VLs
/// that are in operation, and VL 0 with a weight above 0, so that data never stops.
///
/// @param lanes how many data VLs are in operation
/// @param part of the table
/// @param port that has it
/// @param kind from 0 to [#KINDS] - 1: random weights, their complements, weights of 255, others at
///   random; the VLs in turn upwards, downwards, at random
/// @param anchor entry of VL 0
record ArbitrationBlock(int lanes, int part, int port, int kind, int anchor) {
  static final int KINDS = 4;
  static final int ENTRIES = 32;

  private static final int GREATEST_WEIGHT = 255;

  // Odd multipliers that spread neighbouring numbers over all bits.
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

  /// From 0 to 255.
  private int random(int round, int entry) {
    int number = (((port * KINDS + round) * 8 + part) * ENTRIES + entry + 1) * SPREAD;
    return ((number ^ (number >>> 15)) * SPREAD_AGAIN) >>> 24;
  }
}
