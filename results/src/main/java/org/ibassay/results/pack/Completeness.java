package org.ibassay.results.pack;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.ibassay.runner.RunPlan;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.diff.Results;

/// Finds the gaps of a run: tests that apply and have no verdict.
final class Completeness {
  private static final int NAMED = 4;

  private final Results results;
  private final SuiteTests suite;
  private final List<String> gaps = new ArrayList<>();

  Completeness(Results results, SuiteTests suite) {
    this.results = results;
    this.suite = suite;
  }

  /// Returns the gaps, one sentence each; none for a complete run.
  List<String> gaps() {
    if (results.origin().exit() == RunResult.INTERRUPTED) {
      gaps.add("the run was interrupted");
    }
    if (results.duts().isEmpty()) {
      gaps.add("the run was of no device");
    }
    for (int dut = 0; dut < results.duts().size(); dut++) {
      gapsOf(dut, results.duts().get(dut));
    }
    return gaps;
  }

  private void gapsOf(int index, Results.Dut dut) {
    String uri = PlainText.of(dut.uri());
    if (dut.trouble() != null) {
      gaps.add("%s was not tested: %s".formatted(uri, trouble(dut.uri(), dut.trouble())));
      return;
    }
    Map<String, Results.Test> run = new HashMap<>();
    results.tests().stream()
        .filter(test -> test.dut() == index)
        .forEach(test -> run.put(test.id(), test));
    Map<String, List<String>> byGap = new LinkedHashMap<>();
    for (SuiteTests.Entry test : suite.tests()) {
      Results.Test done = run.remove(test.id());
      String gap = done == null ? test.isFor(dut) ? "not run" : "" : gap(done);
      if (!gap.isEmpty()) {
        byGap.computeIfAbsent(gap, _ -> new ArrayList<>()).add(test.id());
      }
    }
    byGap.forEach((gap, tests) -> gaps.add("%s, %s: %s".formatted(uri, gap, names(tests))));
    if (!run.isEmpty()) {
      List<String> strange = List.copyOf(new TreeSet<>(run.keySet()));
      gaps.add("%s, not of the suite: %s".formatted(uri, names(strange)));
    }
  }

  private static String trouble(String uri, String trouble) {
    return PlainText.of(trouble.replace("DUT " + uri + ": ", ""));
  }

  private static String gap(Results.Test test) {
    String reason = test.reason();
    return switch (test.verdict()) {
      case PASS, FAIL -> "";
      case NOT_APPLICABLE ->
          reason == null
              ? "skipped without a reason"
              : reason.endsWith(RunPlan.LEFT_OUT) ? RunPlan.LEFT_OUT : "";
      case INCONCLUSIVE, ERROR ->
          "%s (%s)"
              .formatted(
                  test.verdict() == Verdict.ERROR ? "error" : "inconclusive",
                  reason == null ? "without a reason" : PlainText.of(reason));
    };
  }

  private static String names(List<String> tests) {
    String first = PlainText.of(String.join(", ", tests.subList(0, Math.min(NAMED, tests.size()))));
    int more = tests.size() - NAMED;
    return more > 0 ? "%s and %d more".formatted(first, more) : first;
  }
}
