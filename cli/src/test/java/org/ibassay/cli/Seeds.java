package org.ibassay.cli;

import java.util.stream.IntStream;

/// How many seeds a random test takes: few in every build, all of them with `-Psoak`.
final class Seeds {
  private static final int IN_EVERY_BUILD = 50;
  private static final int SEEDS = Integer.getInteger("ibassay.seeds", IN_EVERY_BUILD);

  /// How many times longer C14_024_12 takes than another test.
  private static final int LONG = 25;

  private Seeds() {}

  /// From 1 on.
  ///
  /// @param share 1 for as many as there are, n for the nth part of them
  static IntStream of(String test, int share) {
    int parts = test.equals("C14_024_12") ? share * LONG : share;
    return IntStream.rangeClosed(1, Math.max(1, SEEDS / parts));
  }
}
