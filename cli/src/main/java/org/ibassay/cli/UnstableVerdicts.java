package org.ibassay.cli;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ibassay.runner.AssertionResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.Verdict;
import org.ibassay.suite.Ranges;

/// Formats verdicts that differ between the rounds of a run.
final class UnstableVerdicts {
  private UnstableVerdicts() {}

  /// Returns for each unstable item, the test itself and then its assertions, the rounds of each
  /// verdict, worst first.
  static Map<String, String> of(TestResult test) {
    Map<String, String> texts = new LinkedHashMap<>();
    if (test.rounds().stream().distinct().count() > 1) {
      texts.put("the test", rounds(test.rounds()));
    }
    test.judgement().assertions().stream()
        .filter(AssertionResult::isUnstable)
        .forEach(assertion -> texts.put(assertion.id(), rounds(assertion.rounds())));
    return texts;
  }

  private static String rounds(List<Verdict> verdicts) {
    Map<Verdict, Ranges> rounds = new EnumMap<>(Verdict.class);
    for (int i = 0; i < verdicts.size(); i++) {
      rounds.computeIfAbsent(verdicts.get(i), v -> new Ranges()).add(i + 1);
    }
    return rounds.entrySet().stream()
        .map(e -> e.getKey().text() + " in round " + e.getValue())
        .collect(Collectors.joining("; "));
  }
}
