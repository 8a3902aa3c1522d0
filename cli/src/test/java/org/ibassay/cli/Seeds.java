package org.ibassay.cli;

import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// How many seeds a random test takes: few in every build, all of them with `-Psoak`.
final class Seeds {
  private static final int IN_EVERY_BUILD = 10;
  private static final int SEEDS = Integer.getInteger("ibassay.seeds", IN_EVERY_BUILD);

  /// How many times longer C14_024_12 takes than another test.
  private static final int LONG = 25;

  /// How many of the packets of a test are lost in every build, each in a run of its own.
  private static final int LOSSES = 10;

  private Seeds() {}

  /// Whether there are more than in every build.
  static boolean areMany() {
    return SEEDS > IN_EVERY_BUILD;
  }

  /// Numbers from 1 to a last one: as many as a build tries, the first and the last among them; all
  /// of them where it takes more seeds than every build.
  static LongStream spread(long last) {
    if (areMany() || last <= LOSSES) {
      return LongStream.rangeClosed(1, last);
    }
    return LongStream.range(0, LOSSES).map(i -> 1 + i * (last - 1) / (LOSSES - 1));
  }

  /// From 1 on.
  ///
  /// @param share 1 for as many as there are, n for the nth part of them
  static IntStream of(String test, int share) {
    int parts = test.equals("C14_024_12") ? share * LONG : share;
    return IntStream.rangeClosed(1, Math.max(1, SEEDS / parts));
  }
}
