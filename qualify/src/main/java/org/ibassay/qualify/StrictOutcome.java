package org.ibassay.qualify;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.ibassay.runner.Verdict;

/// Tests on a conforming DUT in a run that is strict about a reading that they meet. Tests that
/// observe the required way must have the usual outcome; the others must fail, in the checks that
/// depend on the reading and no others.
///
/// @param asked the way that the run requires
/// @param open outcomes in a run that left the reading open
/// @param strict outcomes of the tests that meet the reading
public record StrictOutcome(TakenWay asked, DutOutcome open, DutOutcome strict) {

  /// Returns the tests with an unexpected outcome.
  public List<Outcome> wrong() {
    return strict.outcomes().stream().filter(outcome -> !isRight(outcome)).toList();
  }

  /// Whether a test failed because of the way that the DUT follows.
  public boolean fails() {
    return strict.outcomes().stream().anyMatch(outcome -> outcome.verdict() == Verdict.FAIL);
  }

  /// The ways of the reading that the DUT follows.
  public Stream<TakenWay> gone() {
    return strict.outcomes().stream().flatMap(this::gone).distinct();
  }

  private Stream<TakenWay> gone(Outcome outcome) {
    return outcome.ways().stream().filter(way -> way.reading() == asked.reading());
  }

  /// Whether an assertion of a test is checked and passes.
  boolean verifies(String test, String assertion) {
    return verdicts(test, assertion).anyMatch(verdict -> verdict == Verdict.PASS);
  }

  /// The ways of the DUT that fail an assertion of a test, as texts; empty if it does not fail.
  Stream<String> killing(String test, String assertion) {
    return verdicts(test, assertion).anyMatch(verdict -> verdict == Verdict.FAIL)
        ? gone().filter(way -> !way.equals(asked)).map(TakenWay::toString)
        : Stream.empty();
  }

  private Stream<Verdict> verdicts(String test, String assertion) {
    return strict.outcomes().stream()
        .filter(outcome -> outcome.test().equals(test))
        .flatMap(outcome -> outcome.assertions().stream())
        .filter(found -> found.id().equals(assertion) && found.checks() > 0)
        .map(Outcome.Assertion::verdict);
  }

  private boolean isRight(Outcome outcome) {
    Outcome before = open.outcome(outcome.test());
    List<TakenWay> others =
        before.ways().stream().filter(way -> way.reading() != asked.reading()).toList();
    Set<String> anyway = VariantReadings.failing(outcome.test(), others);
    if (gone(outcome).allMatch(asked::equals)) {
      return outcome.failsJust(anyway);
    }
    Set<String> steps = outcome.failedSteps();
    Set<String> allowed = new HashSet<>(anyway);
    allowed.addAll(VariantReadings.failing(outcome.test(), gone(outcome).toList()));
    allowed.addAll(before.openSteps(asked.reading()));
    return outcome.verdict() == Verdict.FAIL
        && allowed.containsAll(steps)
        && !anyway.containsAll(steps);
  }
}
