package org.ibassay.qualify;

import org.ibassay.device.Deviation;

/// A simulated DUT with one deviation, and the outcomes of the tests on it.
///
/// @param deviation name of the deviation
/// @param summary what the DUT does wrong, in one line
/// @param kind kind of DUT: `ca`, `switch`, `router` or `sm`
/// @param run outcomes of the tests
public record Mutant(String deviation, String summary, String kind, DutOutcome run) {

  /// The suite's verdict on a deviation.
  public enum Fate {
    /// A test fails.
    KILLED,
    /// No test fails, but some are undecided: the DUT does not pass.
    INCONCLUSIVE,
    /// Every test passes or does not apply.
    SURVIVED
  }

  static Mutant of(Mutants.Candidate candidate, DutOutcome run) {
    Deviation deviation = candidate.deviation();
    return new Mutant(deviation.name(), deviation.summary(), candidate.kind().word(), run);
  }

  /// Returns the suite's verdict on this deviation.
  public Fate fate() {
    return switch (run.verdict()) {
      case FAIL -> Fate.KILLED;
      case ERROR, INCONCLUSIVE -> Fate.INCONCLUSIVE;
      case PASS, NOT_APPLICABLE -> Fate.SURVIVED;
    };
  }
}
