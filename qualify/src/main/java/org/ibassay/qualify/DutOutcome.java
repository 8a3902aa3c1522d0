package org.ibassay.qualify;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ibassay.runner.Verdict;

/// The outcomes of the tests on one simulated DUT.
///
/// @param uri URI of the DUT
/// @param parameters parameters of the tests that differ from the defaults
/// @param ways ways of readings that a conforming DUT follows; of other readings it follows the
///   first
/// @param outcomes one for each test, in the order of their sections
public record DutOutcome(
    String uri, Map<String, String> parameters, List<TakenWay> ways, List<Outcome> outcomes) {
  /// Texts about state that no Set can restore, for which the test is not responsible.
  private static final List<String> NOT_TO_BLAME =
      List.of("a Set may not carry 0", "a counter can only be set to 0");

  /// The outcomes on a DUT that follows the first way of all readings.
  public DutOutcome(String uri, Map<String, String> parameters, List<Outcome> outcomes) {
    this(uri, parameters, List.of(), outcomes);
  }

  /// Copies the collections.
  public DutOutcome {
    parameters = Map.copyOf(parameters);
    ways = List.copyOf(ways);
    outcomes = List.copyOf(outcomes);
  }

  /// Returns the verdict on the DUT.
  public Verdict verdict() {
    return Verdict.worst(outcomes.stream().map(Outcome::verdict));
  }

  /// The number of tests with that verdict.
  public long count(Verdict verdict) {
    return outcomes.stream().filter(outcome -> outcome.verdict() == verdict).count();
  }

  /// Returns the tests that noticed something.
  public Stream<Outcome> noticed() {
    return outcomes.stream().filter(Outcome::isNoticed);
  }

  /// Returns the outcome of a test.
  Outcome outcome(String test) {
    return outcomes.stream().filter(o -> o.test().equals(test)).findFirst().orElseThrow();
  }

  /// Returns the tests that are wrong if the DUT conforms: that apply but did not pass, except
  /// because of a public page's literal requirement; that left the DUT changed; or that observed a
  /// way that it does not follow.
  public Stream<Outcome> wrong() {
    return outcomes.stream().filter(outcome -> !isRight(outcome));
  }

  private boolean isRight(Outcome outcome) {
    return outcome.failsJust(VariantReadings.failing(outcome.test(), outcome.ways()))
        && outcome.notRestored().stream().allMatch(DutOutcome::isNobodysFault)
        && outcome.ways().stream().allMatch(way -> way.isFirst() || ways.contains(way));
  }

  private static boolean isNobodysFault(String left) {
    return NOT_TO_BLAME.stream().anyMatch(left::contains);
  }

  /// Returns the tests that fail only because of a public page's literal requirement, if the DUT
  /// conforms.
  public Stream<Outcome> failedByLetter() {
    return outcomes.stream().filter(outcome -> !outcome.failures().isEmpty()).filter(this::isRight);
  }

  /// Returns the ways other than the first that tests observed.
  public Stream<TakenWay> seen() {
    return outcomes.stream()
        .flatMap(outcome -> outcome.ways().stream())
        .filter(way -> !way.isFirst())
        .distinct();
  }
}
