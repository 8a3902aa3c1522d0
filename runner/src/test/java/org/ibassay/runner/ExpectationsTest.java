package org.ibassay.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.runner.Verdict.ERROR;
import static org.ibassay.runner.Verdict.FAIL;
import static org.ibassay.runner.Verdict.INCONCLUSIVE;
import static org.ibassay.runner.Verdict.NOT_APPLICABLE;
import static org.ibassay.runner.Verdict.PASS;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.ibassay.runner.Expectation.State;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Page;
import org.ibassay.suite.Place;
import org.ibassay.suite.TestException;
import org.ibassay.suite.testing.PageBuilder;
import org.junit.jupiter.api.Test;

class ExpectationsTest {
  private static final LocalDate TODAY = LocalDate.of(2026, 6, 15);
  private static final Page PAGE =
      PageBuilder.page("C1").step("1", "a#1").step("2", "a#2").step("3").build();
  private static final Page OTHER = PageBuilder.page("C2").step("1", "a#1").build();
  private static final Page NOTHING =
      PageBuilder.page("C1").step("1", "a#1").always("R1", "r#1").build();
  private static final Page BESIDE = PageBuilder.page("C9").step("1", "z#1").build();
  private static final List<Page> PAGES = List.of(PAGE, OTHER);
  private static final List<String> URIS = List.of("sim:a", "sim:b");

  private final CheckLog log = new CheckLog();

  @Test
  void aKnownFailureDoesNotFailTheRun() {
    fail("1");
    log.pass("2");
    RunResult run = run(complete(), known("C1", "a#1"));
    assertThat(run.tests().getFirst().verdict()).isEqualTo(FAIL);
    assertThat(run.tests().getFirst().isKnown()).isTrue();
    assertThat(run.verdict()).isEqualTo(PASS);
    assertThat(run.exit()).isZero();
    assertThat(run.countKnown()).isOne();
    assertThat(states(run)).containsExactly(State.KNOWN_FAILURE);
  }

  /// If everything that applies has failed, nothing shows that the device works at all.
  @Test
  void knownFailuresAloneAreNoPass() {
    log.notApplicable("2", "not on this DUT");
    fail("1");
    RunResult run = run(PAGE, complete(), known("C1", "a#1"));
    assertThat(run.tests().getFirst().isKnown()).isTrue();
    assertThat(run.verdict()).isEqualTo(NOT_APPLICABLE);
    assertThat(run.nothing()).isEqualTo("no test passed");
    assertThat(run.exit()).isEqualTo(3);
  }

  @Test
  void anEntryCoversOneAssertionOfOneTest() {
    fail("1");
    fail("2");
    assertThat(run(complete(), known("C1", "a#1")).exit()).isOne();
    assertThat(run(complete(), known("C1", "a#2"), known("C2", "a#1")).exit()).isOne();
    assertThat(run(complete(), known("C1", "a#1"), known("c1", "A#2")).exit()).isZero();
  }

  @Test
  void aStepWithoutAssertionIsKnownByItsStep() {
    log.notApplicable("2", "not on this DUT");
    log.pass("1");
    fail("3");
    RunResult run = run(complete(), known("C1", "step 3"));
    assertThat(run.exit()).isZero();
    assertThat(run.tests().getFirst().known("3")).containsOnlyKeys("step 3");
    assertThat(run.tests().getFirst().isKnown("3")).isTrue();
    assertThat(run(complete(), known("C1", "step 1")).exit()).isOne();
  }

  /// A known failure does not excuse what stayed open in another assertion, or later in the same
  /// one.
  @Test
  void whatStayedOpenIsNeverExcused() {
    fail("1");
    assertThat(run(gaveUp(TestException.Cause.DUT), all()).exit()).isEqualTo(3);
    assertThat(run(gaveUp(TestException.Cause.DUT), all()).verdict()).isEqualTo(INCONCLUSIVE);
    assertThat(run(gaveUp(TestException.Cause.TESTER), all()).verdict()).isEqualTo(ERROR);
    assertThat(run(new Ending.Broken(new IllegalStateException()), all()).verdict())
        .isEqualTo(ERROR);
    assertThat(run(new Ending.NotReady("Down"), all()).verdict()).isEqualTo(INCONCLUSIVE);
    assertThat(run(new Ending.Complete(true), all()).verdict()).isEqualTo(ERROR);
    log.inconclusive("1", "too late");
    assertThat(run(complete(), all()).verdict()).isEqualTo(INCONCLUSIVE);
    assertThat(run(complete(), all()).tests().getFirst().isKnown()).isTrue();
  }

  @Test
  void anOpenAssertionIsNotExcusedByItsOwnEntry() {
    log.pass("2");
    log.inconclusive("1", "too late");
    RunResult run = run(complete(), known("C1", "a#1"));
    assertThat(run.verdict()).isEqualTo(INCONCLUSIVE);
    assertThat(states(run)).containsExactly(State.NOT_JUDGED);
  }

  /// A pass needs a check of the numbered procedure, with or without known failures elsewhere.
  @Test
  void aProcedureThatCheckedNothingDoesNotPass() {
    fail("R1");
    assertThat(run(NOTHING, complete(), known("C1", "r#1")).verdict()).isEqualTo(INCONCLUSIVE);
  }

  @Test
  void aProcedureOfWhichNothingAppliesDoesNotPass() {
    log.notApplicable("1", "not on this DUT");
    fail("R1");
    assertThat(run(NOTHING, complete(), known("C1", "r#1")).verdict()).isEqualTo(NOT_APPLICABLE);
  }

  @Test
  void anUnexpectedPassIsReported() {
    log.pass("1");
    RunResult run = run(new Ending.Complete(true), known("C1", "a#1"));
    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.expectations().getFirst().sentence())
        .isEqualTo(
            "entry 1: C1, a#1: passed on sim:a: delete the entry if the non-conformance is fixed");
  }

  /// The results contain a step without an assertion only if it did not pass.
  @Test
  void anUnexpectedPassOfAStepIsReported() {
    log.notApplicable("2", "not on this DUT");
    log.pass("1");
    log.pass("3");
    assertThat(states(run(new Ending.Complete(true), known("C1", "step 3"))))
        .containsExactly(State.UNEXPECTED_PASS);
    assertThat(states(run(new Ending.Complete(true), known("C1", "step 1"))))
        .containsExactly(State.NO_SUCH_ASSERTION);
  }

  @Test
  void anEntryIsExpiredOnTheDayAfter() {
    log.notApplicable("2", "not on this DUT");
    fail("1");
    assertThat(run(complete(), until(TODAY)).exit()).isZero();
    RunResult late = run(complete(), until(TODAY.minusDays(1)));
    assertThat(late.exit()).isOne();
    assertThat(late.expectations().getFirst().sentence())
        .isEqualTo("entry 1: C1, a#1: expired on 2026-06-14, so it excuses nothing: ask Ada");
  }

  @Test
  void anExpiredEntryIsReportedThoughTheTestPassed() {
    log.notApplicable("2", "not on this DUT");
    log.pass("1");
    RunResult run = run(new Ending.Complete(true), until(TODAY.minusDays(1)));
    assertThat(run.exit()).isEqualTo(3);
    assertThat(states(run)).containsExactly(State.EXPIRED);
  }

  @Test
  void anEntryThatMatchesNothingIsReported() {
    log.notApplicable("2", "not on this DUT");
    log.pass("1");
    RunResult run = run(new Ending.Complete(true), known("C3", "a#1"), known("C1", "a#11"));
    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.expectations())
        .extracting(Expectation::sentence)
        .containsExactly(
            "entry 1: C3, a#1: no such test; did you mean: C1, C2",
            "entry 1: C1, a#11: the test has no such assertion; did you mean: a#1, a#2");
  }

  @Test
  void anEntryOfATestThatWasNotRunIsLeftAlone() {
    log.notApplicable("2", "not on this DUT");
    log.pass("1");
    RunResult run = run(new Ending.Complete(true), known("C2", "a#1"));
    assertThat(run.exit()).isZero();
    assertThat(states(run)).containsExactly(State.NOT_JUDGED);
  }

  /// For one test on two devices, the entry is needed as long as one of them fails, and the one
  /// that passes is reported.
  @Test
  void anEntryIsJudgedDeviceByDevice() {
    fail("1");
    fail("1");
    Expectations expectations = new Expectations(List.of(known("C1", "a#1")));
    TestResult failed = result(PAGE, 0, log, complete());
    CheckLog good = new CheckLog();
    good.pass("1");
    TestResult passed = result(PAGE, 1, good, new Ending.Complete(true));
    Expectation both = review(expectations, failed, passed);
    assertThat(both.state()).isEqualTo(State.KNOWN_FAILURE);
    assertThat(both.excused()).isEqualTo(2);
    assertThat(both.failedOn()).containsExactly(0);
    assertThat(both.passedOn()).containsExactly(1);
    assertThat(both.text()).isEqualTo("excused 2 failures on sim:a; passed on sim:b");
    assertThat(both.isReported()).isTrue();
    assertThat(both.isWrong()).isFalse();
    Expectation one = review(expectations, failed);
    assertThat(one.text()).isEqualTo("excused 2 failures on sim:a");
    assertThat(one.isReported()).isFalse();
  }

  private static Expectation review(Expectations expectations, TestResult... tests) {
    return expectations.review(List.of(tests), URIS, PAGES, TODAY).getFirst();
  }

  private void fail(String step) {
    log.fail(new CheckLog.Failure(step, Place.NOWHERE, "code 7", "code 0", 12));
  }

  private static Ending complete() {
    return new Ending.Complete(false);
  }

  private static Ending gaveUp(TestException.Cause whose) {
    return new Ending.GivenUp(new TestException(whose, "no response"));
  }

  private static KnownNonConformance[] all() {
    return Stream.of("a#1", "a#2", "step 3")
        .map(id -> known("C1", id))
        .toArray(KnownNonConformance[]::new);
  }

  private static KnownNonConformance known(String test, String assertion) {
    return new KnownNonConformance(
        "known.json", 1, test, assertion, "no codes", "Ada", null, TODAY.plusDays(9));
  }

  private static KnownNonConformance until(LocalDate last) {
    return new KnownNonConformance("known.json", 1, "C1", "a#1", "no codes", "Ada", null, last);
  }

  /// A run with a second test, which passes.
  private RunResult run(Ending ending, KnownNonConformance... entries) {
    CheckLog good = new CheckLog();
    good.pass("1");
    TestResult beside = result(BESIDE, 0, good, new Ending.Complete(true));
    return run(List.of(result(PAGE, 0, log, ending), beside), entries);
  }

  private RunResult run(Page page, Ending ending, KnownNonConformance... entries) {
    return run(List.of(result(page, 0, log, ending)), entries);
  }

  private static RunResult run(List<TestResult> results, KnownNonConformance... entries) {
    Expectations expectations = new Expectations(List.of(entries));
    List<TestResult> tests = results.stream().map(r -> expectations.mark(r, TODAY)).toList();
    return new RunResult(
        List.of(),
        Instant.EPOCH,
        Duration.ZERO,
        tests,
        expectations.review(tests, URIS, PAGES, TODAY),
        false);
  }

  private static TestResult result(Page page, int dut, CheckLog log, Ending ending) {
    return TestResult.of(page, dut, Judge.judge(page, log, ending), log).build();
  }

  private static List<State> states(RunResult run) {
    return run.expectations().stream().map(Expectation::state).toList();
  }
}
