package org.ibassay.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.ibassay.runner.Verdict.FAIL;
import static org.ibassay.runner.Verdict.INCONCLUSIVE;
import static org.ibassay.runner.Verdict.PASS;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.suite.testing.PageBuilder;
import org.junit.jupiter.api.Test;

/// Tests the result of a run with several rounds.
class RoundsTest extends FakeRuns {
  @Test
  void roundsAreJudgedByTheWorstAndWhatDiffersIsKept() throws UsageException {
    rounds = 3;
    List<Boolean> outcomes = new ArrayList<>(List.of(true, false, true));
    add("C1", FakeCase::passing);
    add("C2", () -> outcomes.removeFirst() ? FakeCase.passing() : FakeCase.failing());
    RunResult result = run("fake:ca");
    assertThat(result.tests()).extracting(t -> t.page().id()).containsExactly("C1", "C2");
    TestResult stable = result.tests().getFirst();
    assertThat(stable.isUnstable()).isFalse();
    assertThat(stable.rounds()).containsExactly(PASS, PASS, PASS);
    TestResult unstable = result.tests().getLast();
    assertThat(unstable.isUnstable()).isTrue();
    assertThat(unstable.verdict()).isEqualTo(FAIL);
    assertThat(unstable.rounds()).containsExactly(PASS, FAIL, PASS);
    AssertionResult assertion = unstable.judgement().assertions().getFirst();
    assertThat(assertion.rounds()).containsExactly(PASS, FAIL, PASS);
    assertThat(assertion.checks()).isEqualTo(3);
    assertThat(assertion.failures()).isEqualTo(1);
    assertThat(assertion.examples()).hasSize(1);
    assertThat(result.exit()).isEqualTo(1);
    assertThat(driver.closed).hasSize(1);
    assertThat(events)
        .filteredOn(e -> e instanceof RunEvent.RoundStarted)
        .containsExactly(
            new RunEvent.RoundStarted(1, 3),
            new RunEvent.RoundStarted(2, 3),
            new RunEvent.RoundStarted(3, 3));
  }

  @Test
  void aNoteThatIsNotOfEveryRoundNamesItsRounds() throws UsageException {
    rounds = 3;
    List<String> remarks = new ArrayList<>(List.of("slow", "quick", "slow"));
    add(
        "C1",
        () ->
            FakeCase.doing(test -> {
              test.passWithRemark("always");
              return test.passWithRemark(remarks.removeFirst());
            }));
    assertThat(run("fake:ca").tests().getFirst().notes())
        .containsSubsequence("always", "rounds 1, 3: slow", "round 2: quick");
  }

  /// Both rounds fail, but in different checks.
  @Test
  void anAssertionMayBeUnstableThoughItsTestIsNot() throws UsageException {
    rounds = 2;
    List<String> failing = new ArrayList<>(List.of("1", "2"));
    tests.put(
        PageBuilder.page("C1").step("1", "a#1").step("2").build(),
        () ->
            FakeCase.doing(test -> {
              String step = failing.removeFirst();
              test.pass(step.equals("1") ? "2" : "1");
              return test.fail(step);
            }));
    TestResult test = run("fake:ca").tests().getFirst();
    assertThat(test.rounds()).containsExactly(FAIL, FAIL);
    assertThat(test.isUnstable()).isTrue();
    assertThat(test.judgement().assertions())
        .extracting(AssertionResult::id, AssertionResult::rounds)
        .containsExactly(tuple("a#1", List.of(FAIL, PASS)), tuple("step 2", List.of(PASS, FAIL)));
  }

  /// A known failure in one round does not excuse what stayed open in another.
  @Test
  void whatStayedOpenInOneRoundIsNotExcusedByAnother() throws UsageException {
    rounds = 2;
    expectations =
        new Expectations(
            List.of(new KnownNonConformance("f", 1, "C1", "a#1", "r", "o", null, LocalDate.MAX)));
    List<FakeCase> made =
        new ArrayList<>(
            List.of(FakeCase.failing(), FakeCase.starting(test -> test.sayNotReady("Down"))));
    add("C1", made::removeFirst);
    RunResult result = run("fake:ca");
    assertThat(result.tests().getFirst().verdict()).isEqualTo(FAIL);
    assertThat(result.verdict()).isEqualTo(INCONCLUSIVE);
    assertThat(result.exit()).isEqualTo(3);
  }

  @Test
  void roundsThatAnInterruptKeptFromRunningLeaveNoResult() throws UsageException {
    rounds = 3;
    List<FakeCase> made =
        new ArrayList<>(List.of(FakeCase.passing(), FakeCase.doing(this::interruptedMidway)));
    add("C1", made::removeFirst);
    RunResult result = run("fake:ca");
    assertThat(result.tests().getFirst().rounds()).containsExactly(PASS, INCONCLUSIVE);
    assertThat(result.exit()).isEqualTo(130);
  }
}
