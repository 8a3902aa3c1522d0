package org.ibassay.runner;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ibassay.runner.TestResult.Judgement;
import org.ibassay.runner.Vitality.LastRequest;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Page;
import org.ibassay.suite.Page.Step;
import org.ibassay.suite.Place;

/// The verdict of a test during which the DUT stopped responding.
///
/// @param page the test's page
/// @param finding why it stopped
record DeathVerdict(Page page, DeathInquiry.Finding finding) {
  /// The assertion that the DUT keeps responding.
  private static final String ALIVE = "ia-alive#01";

  /// @param shown the test's result without this one
  TestResult of(TestResult shown) {
    LastRequest fatal = finding.fatal();
    List<Step> steps =
        page.always().stream().filter(step -> step.assertions().contains(ALIVE)).toList();
    return fatal == null || steps.isEmpty() ? open(shown) : failed(shown, steps.getFirst(), fatal);
  }

  private TestResult open(TestResult shown) {
    Judgement before = shown.judgement();
    if (before.verdict() == Verdict.FAIL) {
      Verdict beside = Verdict.worst(Stream.of(before.besideFailures(), finding.verdict()));
      return shown.judged(
          new Judgement(Verdict.FAIL, beside, before.reason(), before.assertions()),
          finding.text());
    }
    return shown.judged(
        new Judgement(finding.verdict(), finding.verdict(), finding.text(), before.assertions()),
        "");
  }

  private TestResult failed(TestResult shown, Step step, LastRequest fatal) {
    CheckLog.Failure failure =
        new CheckLog.Failure(
            step.id(),
            Place.NOWHERE,
            "responses after %s".formatted(fatal.request()),
            "none after either of two restarts; without %s, the DUT keeps responding"
                .formatted(finding.without()),
            0,
            fatal.request().frame(),
            null);
    shown.log().fail(failure);
    List<AssertionResult> assertions = new ArrayList<>();
    for (AssertionResult a : shown.judgement().assertions()) {
      boolean isIt = a.id().equals(ALIVE);
      assertions.add(
          isIt
              ? new AssertionResult(ALIVE, Verdict.FAIL, null, a.checks() + 1, 1, List.of(failure))
              : a);
    }
    Judgement before = shown.judgement();
    Verdict beside = Verdict.worst(Stream.of(before.besideFailures(), Verdict.INCONCLUSIVE));
    return shown.judged(
        new Judgement(Verdict.FAIL, beside, before.reason(), assertions), finding.text());
  }
}
