package org.ibassay.results.rejudge;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ibassay.results.rejudge.Rejudged.Difference;
import org.ibassay.runner.AssertionResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.diff.Results;
import org.ibassay.suite.CheckLog;

/// Compares new verdicts with those of the run.
final class VerdictComparison {
  private static final String DIVERGED = "the checks until its packets diverge from those recorded";

  private final List<Difference> differences = new ArrayList<>();
  private int agreeing;

  void add(String uri, Results.Test was, TestResult is) {
    int before = differences.size();
    if (was.verdict() != is.verdict()) {
      String why = is.reason() == null ? "" : is.reason();
      differences.add(new Difference(uri, was.id(), null, was.verdict(), is.verdict(), why));
    }
    Set<String> ids = new LinkedHashSet<>();
    was.assertions().forEach(one -> ids.add(one.id()));
    is.judgement().assertions().forEach(one -> ids.add(one.id()));
    for (String id : ids) {
      compare(uri, was, is, id);
    }
    agreeing += differences.size() == before ? 1 : 0;
  }

  /// Adds only failures that are new. For a test that diverged from its recording, the checks
  /// before that point are valid.
  ///
  /// @return whether there are any
  boolean addFailures(String uri, Results.Test was, TestResult is) {
    if (was.verdict() == Verdict.FAIL || is.verdict() != Verdict.FAIL) {
      return false;
    }
    differences.add(new Difference(uri, was.id(), null, was.verdict(), is.verdict(), DIVERGED));
    is.judgement().assertions().stream()
        .filter(one -> one.verdict() == Verdict.FAIL)
        .forEach(one -> compare(uri, was, is, one.id()));
    return true;
  }

  private void compare(String uri, Results.Test was, TestResult is, String id) {
    Verdict then =
        was.assertions().stream()
            .filter(one -> one.id().equals(id))
            .findFirst()
            .map(Results.Assertion::verdict)
            .orElse(null);
    Optional<AssertionResult> now =
        is.judgement().assertions().stream().filter(one -> one.id().equals(id)).findFirst();
    if (then != now.map(AssertionResult::verdict).orElse(null)) {
      differences.add(
          new Difference(
              uri,
              was.id(),
              id,
              then,
              now.map(AssertionResult::verdict).orElse(null),
              now.map(VerdictComparison::why).orElse("")));
    }
  }

  private static String why(AssertionResult result) {
    if (result.examples().isEmpty()) {
      String reason = result.reason();
      return reason == null ? "" : reason;
    }
    CheckLog.Failure first = result.examples().getFirst();
    String where = first.where().toString();
    return "step %s%s: expected %s, received %s"
        .formatted(
            first.step(),
            where.isEmpty() ? "" : " (" + where + ")",
            first.expected(),
            first.actual());
  }

  List<Difference> differences() {
    return differences;
  }

  int agreeing() {
    return agreeing;
  }
}
