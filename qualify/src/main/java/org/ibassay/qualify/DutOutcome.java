package org.ibassay.qualify;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ibassay.runner.Verdict;

/// What became of the tests on one simulated DUT.
///
/// @param uri of the DUT
/// @param parameters of the tests, where they are not the usual ones
/// @param outcomes one for each test, in the order of their sections
public record DutOutcome(String uri, Map<String, String> parameters, List<Outcome> outcomes) {
  /// Said of what was 0 before: no Set can bring that back, and no test is to blame.
  private static final String NOT_TO_BLAME = "a Set may not carry 0";

  /// Keeps copies.
  public DutOutcome {
    parameters = Map.copyOf(parameters);
    outcomes = List.copyOf(outcomes);
  }

  /// What the tests say of the DUT.
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

  /// The tests that did wrong, if the DUT conforms: that did not pass although they apply, or left
  /// the DUT changed.
  public Stream<Outcome> wrong() {
    return outcomes.stream()
        .filter(o ->
            o.isNoticed()
                || !o.failures().isEmpty()
                || o.notRestored().stream().anyMatch(left -> !left.contains(NOT_TO_BLAME)));
  }
}
