package org.ibassay.qualify;

import org.ibassay.runner.Verdict;

/// A simulated DUT with one deviation, and what became of the tests on it.
///
/// @param deviation its name
/// @param summary what the DUT does wrong, in one line
/// @param kind of DUT: `ca`, `switch`, `router` or `sm`
/// @param trial what became of the tests
public record Mutant(String deviation, String summary, String kind, DutOutcome trial) {

  /// What the suite makes of a DUT that departs.
  public enum Fate {
    /// A test fails.
    KILLED,
    /// No test fails, but some cannot be carried through: the DUT does not pass.
    INCONCLUSIVE,
    /// Every test passes or does not apply.
    SURVIVED
  }

  /// What the suite makes of it.
  public Fate fate() {
    return switch (trial.verdict()) {
      case FAIL -> Fate.KILLED;
      case ERROR, INCONCLUSIVE -> Fate.INCONCLUSIVE;
      case PASS, NOT_APPLICABLE -> Fate.SURVIVED;
    };
  }

  /// Whether an assertion fails in a test.
  public boolean kills(String test, String assertion) {
    return trial.outcomes().stream()
        .filter(outcome -> outcome.test().equals(test))
        .flatMap(outcome -> outcome.assertions().stream())
        .anyMatch(a -> a.id().equals(assertion) && a.verdict() == Verdict.FAIL);
  }
}
