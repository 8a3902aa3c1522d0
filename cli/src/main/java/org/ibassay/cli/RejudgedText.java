package org.ibassay.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ibassay.results.rejudge.Rejudged;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.diff.Results;
import org.ibassay.runner.report.SuiteDigest;
import org.jspecify.annotations.Nullable;

/// Prints the results of rejudgements, and sums them up.
final class RejudgedText {
  private static final int NAMED = 4;

  private final PrintWriter text;
  private final Set<String> judges = new LinkedHashSet<>();
  private int tests;
  private long agreeing;
  private long differing;
  private boolean hasDifference;
  private boolean isUndecided;

  RejudgedText(PrintWriter text) {
    this.text = text;
  }

  /// Prints the differences of a run, and what cannot be judged again.
  ///
  /// @param prefix of each line
  void print(String prefix, Results before, Rejudged rejudged) {
    rejudged.differences().forEach(one -> text.println(prefix + line(one)));
    Map<String, List<String>> reasons = new LinkedHashMap<>();
    rejudged
        .left()
        .forEach(one ->
            reasons
                .computeIfAbsent(one.uri() + ": " + one.why(), _ -> new ArrayList<>())
                .add(one.test()));
    reasons.forEach(
        (why, which) -> text.println(prefix + "not judged again: " + why + ": " + names(which)));
    tests += before.tests().size();
    agreeing += rejudged.agreeing();
    differing += differing(rejudged);
    hasDifference |= rejudged.exit() == RunResult.FAILED;
    isUndecided |= rejudged.exit() == RunResult.UNDECIDED;
    judges.add("%s (%s)".formatted(before.version(), suite(before.origin().suite())));
  }

  /// Counts a run that could not be judged at all.
  void failed() {
    isUndecided = true;
  }

  /// Prints the last line.
  ///
  /// @param devices number of devices of a lab; 0 for a single run
  void summarize(int devices) {
    text.printf(
        "%s of %d judged again%s: %d agree, %d differ%s%n",
        Text.count(agreeing + differing, "test"),
        tests,
        devices == 0 ? "" : " on " + Text.count(devices, "device"),
        agreeing,
        differing,
        judges.isEmpty() ? "" : "; the run was judged by ibassay " + String.join(", ", judges));
  }

  /// The exit code: that of the worst run.
  int exit() {
    if (hasDifference) {
      return RunResult.FAILED;
    }
    return isUndecided ? RunResult.UNDECIDED : RunResult.PASSED;
  }

  private static long differing(Rejudged rejudged) {
    return rejudged.differences().stream().map(one -> one.uri() + one.test()).distinct().count();
  }

  private static String suite(@Nullable String made) {
    try {
      return made != null && made.equals(SuiteDigest.ofThis()) ? "this suite" : "another suite";
    } catch (IOException e) {
      return "suite unknown";
    }
  }

  private static String line(Rejudged.Difference one) {
    return "%s on %s: %s%s, was %s%s"
        .formatted(
            one.test(),
            one.uri(),
            one.assertion() == null ? "" : one.assertion() + " ",
            verdict(one.is()),
            verdict(one.was()),
            one.why().isEmpty() ? "" : ": " + one.why());
  }

  private static String verdict(@Nullable Verdict verdict) {
    return verdict == null ? "not judged" : verdict.text();
  }

  private static String names(List<String> tests) {
    String first = String.join(", ", tests.subList(0, Math.min(NAMED, tests.size())));
    return tests.size() <= NAMED ? first : first + " and %d more".formatted(tests.size() - NAMED);
  }
}
