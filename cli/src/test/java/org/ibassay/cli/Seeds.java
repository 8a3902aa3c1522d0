package org.ibassay.cli;

import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// The number of seeds of a random test: few in every build, all of them with `-Psoak`.
final class Seeds {
  private static final int IN_EVERY_BUILD = 5;
  private static final int SEEDS = Integer.getInteger("ibassay.seeds", IN_EVERY_BUILD);

  /// How many times longer C14_024_12 takes than another test.
  private static final int LONG = 25;

  /// The number of packets of a test that are lost in every build, each in a separate run.
  private static final int LOSSES = 6;

  private Seeds() {}

  /// Whether there are more seeds than in every build.
  static boolean areMany() {
    return SEEDS > IN_EVERY_BUILD;
  }

  /// Returns numbers from 1 to a last one: as many as a build tests, including the first and the
  /// last; all of them if it uses more seeds than every build.
  static LongStream spread(long last) {
    if (areMany() || last <= LOSSES) {
      return LongStream.rangeClosed(1, last);
    }
    return LongStream.range(0, LOSSES).map(i -> 1 + i * (last - 1) / (LOSSES - 1));
  }

  /// Returns seeds from 1 on.
  ///
  /// @param share 1 for all of them, n for the n-th part
  static IntStream of(String test, int share) {
    int parts = test.equals("C14_024_12") ? share * LONG : share;
    return IntStream.rangeClosed(1, Math.max(1, SEEDS / parts));
  }
}
