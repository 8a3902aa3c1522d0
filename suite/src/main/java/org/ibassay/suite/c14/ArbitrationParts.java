package org.ibassay.suite.c14;

import org.ibassay.suite.Iteration;
import org.ibassay.suite.Steps;
import org.ibassay.suite.TestException;

/// The table parts that a VLArbitration test walks.
final class ArbitrationParts {
  private static final int LAST = 0xFFFF;

  /// All parts that can exist, followed by numbers that share some of their bits.
  private static final int[] SAMPLE = {
    1, 2, 3, 4, 5, 6, 7, 8, 0, 255, 256, 257, 258, 259, 260, 32767, 32768, 32769, LAST
  };

  private ArbitrationParts() {}

  /// Runs an iteration for each part, part 0 last.
  ///
  /// @param isWhole whether for all parts; otherwise for those of PROFILE=short
  static void repeat(Steps steps, boolean isWhole, Iteration iteration) throws TestException {
    if (isWhole) {
      steps.repeat("table part", 1, LAST, iteration);
      steps.at("table part", 0, () -> iteration.run(0));
      return;
    }
    for (int part : SAMPLE) {
      steps.at("table part", part, () -> iteration.run(part));
    }
  }
}
