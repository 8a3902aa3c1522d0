package org.ibassay.qualify;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ibassay.runner.Verdict;

/// The outcomes of the tests on one simulated DUT.
///
/// @param uri of the DUT
/// @param parameters of the tests, where they are not the usual ones
/// @param ways that a conforming DUT goes where readings are open; of the others it goes the first
/// @param outcomes one for each test, in the order of their sections
public record DutOutcome(
    String uri, Map<String, String> parameters, List<TakenWay> ways, List<Outcome> outcomes) {
  /// Said of what no Set can bring back, for which no test is to blame.
  private static final List<String> NOT_TO_BLAME =
      List.of("a Set may not carry 0", "a counter can only be set to 0");

  /// Of a DUT that goes the first way wherever a reading is open.
  public DutOutcome(String uri, Map<String, String> parameters, List<Outcome> outcomes) {
    this(uri, parameters, List.of(), outcomes);
  }

  /// Keeps copies.
  public DutOutcome {
    parameters = Map.copyOf(parameters);
    ways = List.copyOf(ways);
    outcomes = List.copyOf(outcomes);
  }

  /// Returns the verdict on the DUT.
  public Verdict verdict() {
    return Verdict.worst(outcomes.stream().map(Outcome::verdict));
  }

  /// How many tests came to that.
  public long count(Verdict verdict) {
    return outcomes.stream().filter(outcome -> outcome.verdict() == verdict).count();
  }

  /// The tests that noticed something.
  public Stream<Outcome> noticed() {
    return outcomes.stream().filter(Outcome::isNoticed);
  }

  /// Returns the outcome of a test.
  Outcome outcome(String test) {
    return outcomes.stream().filter(o -> o.test().equals(test)).findFirst().orElseThrow();
  }

  /// The tests that did wrong, if the DUT conforms: that did not pass although they apply, but for
  /// the letter of a public page; that left the DUT changed, or saw it go a way that it does not
  /// go.
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

  /// The tests that fail for the letter of a public page alone, if the DUT conforms.
  public Stream<Outcome> failedByLetter() {
    return outcomes.stream().filter(outcome -> !outcome.failures().isEmpty()).filter(this::isRight);
  }

  /// The ways other than the first that tests saw the DUT go.
  public Stream<TakenWay> seen() {
    return outcomes.stream()
        .flatMap(outcome -> outcome.ways().stream())
        .filter(way -> !way.isFirst())
        .distinct();
  }
}
