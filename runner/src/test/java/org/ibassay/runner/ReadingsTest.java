package org.ibassay.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.runner.Verdict.ERROR;
import static org.ibassay.runner.Verdict.FAIL;
import static org.ibassay.runner.Verdict.NOT_APPLICABLE;
import static org.ibassay.runner.Verdict.PASS;
import static org.ibassay.suite.Reading.OTHER_PORT_SET;
import static org.ibassay.suite.Reading.SAME_STATE;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.suite.Reading;
import org.ibassay.suite.testing.PageBuilder;
import org.junit.jupiter.api.Test;

/// Tests which ways of devices a run records where readings are open.
class ReadingsTest extends FakeRuns {
  private static String reported(ReadingResult result) {
    String seen =
        String.join(
            ", ",
            result.ways().stream().map(way -> way.way().id() + " by " + way.tests()).toList());
    return "%d %s: %s".formatted(result.dut(), result.reading().id(), seen);
  }

  private static List<String> reported(RunResult run) {
    return run.readings().stream().map(ReadingsTest::reported).toList();
  }

  private void addGoing(String id, Reading reading, String way) {
    add(id, () -> FakeCase.doing(test -> test.go("1", reading, way)));
  }

  @Test
  void anOpenReadingIsNotedAndNoVerdict() throws UsageException {
    addGoing("C1", SAME_STATE, "refuse");
    RunResult run = run("fake:ca");
    TestResult test = run.tests().getFirst();
    assertThat(test.verdict()).isEqualTo(NOT_APPLICABLE);
    assertThat(test.reason()).isEqualTo("the reading same-state is open");
    assertThat(reported(run)).containsExactly("0 same-state: refuse by [C1]");
  }

  @Test
  void besideOtherChecksOfTheStepItIsAPartThatWasLeftOut() throws UsageException {
    add(
        "C1",
        () ->
            FakeCase.doing(test -> {
              test.pass("1");
              return test.go("1", SAME_STATE, "refuse");
            }));
    AssertionResult assertion =
        run("fake:ca").tests().getFirst().judgement().assertions().getFirst();
    assertThat(assertion.verdict()).isEqualTo(PASS);
    assertThat(assertion.checks()).isEqualTo(1);
    assertThat(assertion.reason()).isEqualTo("the reading same-state is open");
  }

  /// Unlike a declaration of the device, this does not depend on trust in the device.
  @Test
  void afterAFailedCheckItIsNoMoreInDoubtThanBefore() throws UsageException {
    tests.put(
        PageBuilder.page("C1").step("1", "a#1").step("2", "a#2").build(),
        () ->
            FakeCase.doing(test -> {
              test.fail("1");
              test.go("2", SAME_STATE, "refuse");
              return false;
            }));
    TestResult test = run("fake:ca").tests().getFirst();
    assertThat(test.judgement().assertions())
        .extracting(AssertionResult::verdict)
        .containsExactly(FAIL, NOT_APPLICABLE);
    assertThat(test.judgement().besideFailures()).isEqualTo(PASS);
  }

  @Test
  void aStrictRunJudgesIt() throws UsageException {
    strict = StrictReadings.of(List.of("same-state"));
    addGoing("C1", SAME_STATE, "refuse");
    addGoing("C2", SAME_STATE, "accept");
    RunResult run = run("fake:ca");
    assertThat(run.tests()).extracting(TestResult::verdict).containsExactly(FAIL, PASS);
    AssertionResult failed = run.tests().getFirst().judgement().assertions().getFirst();
    assertThat(failed.examples())
        .singleElement()
        .satisfies(failure -> {
          assertThat(failure.packet()).isEqualTo(7);
          assertThat(failure.expected())
              .isEqualTo(
                  "a Set of PortState to the present state: code 0 (reading same-state, way accept)");
          assertThat(failure.actual()).endsWith("code 7 (reading same-state, way refuse)");
        });
    assertThat(run.exit()).isEqualTo(RunResult.FAILED);
    assertThat(run.readings()).noneMatch(ReadingResult::isAllowed);
  }

  @Test
  void aLetterIsJudgedInEveryRunAndByTheWayThatIsAskedFor() throws UsageException {
    add("C1", () -> FakeCase.doing(test -> test.goByLetter("1", SAME_STATE, "refuse")));
    assertThat(run("fake:ca").tests().getFirst().verdict()).isEqualTo(FAIL);
    strict = StrictReadings.of(List.of("same-state=refuse"));
    assertThat(run("fake:ca").tests().getFirst().verdict()).isEqualTo(PASS);
  }

  @Test
  void allTestsTogetherTellTheWaysOfADevice() throws UsageException {
    addGoing("C1", SAME_STATE, "refuse");
    addGoing("C2", OTHER_PORT_SET, "code-0");
    addGoing("C3", SAME_STATE, "accept");
    addGoing("C4", SAME_STATE, "refuse");
    RunResult run = run("fake:ca", "fake:switch");
    assertThat(reported(run))
        .containsExactly(
            "0 other-port-set: code-0 by [C2]",
            "0 same-state: accept by [C3], refuse by [C1, C4]",
            "1 other-port-set: code-0 by [C2]",
            "1 same-state: accept by [C3], refuse by [C1, C4]");
    assertThat(run.readings())
        .extracting(ReadingResult::text)
        .containsSubsequence("code-0", "now accept, now refuse");
  }

  @Test
  void roundsMayDiffer() throws UsageException {
    rounds = 2;
    List<String> ways = new ArrayList<>(List.of("refuse", "accept"));
    add("C1", () -> FakeCase.doing(test -> test.go("1", SAME_STATE, ways.removeFirst())));
    assertThat(reported(run("fake:ca")))
        .containsExactly("0 same-state: accept by [C1], refuse by [C1]");
  }

  @Test
  void whatWasAskedForByNameAndNotMetIsReported() throws UsageException {
    strict = StrictReadings.of(List.of("all", "same-state", "other-port-set"));
    addGoing("C1", SAME_STATE, "accept");
    RunResult run = run("fake:ca");
    assertThat(run.unmet()).containsExactly(OTHER_PORT_SET);
  }

  @Test
  void aWayThatTheReadingLacksIsTheTestsOwnFault() throws UsageException {
    addGoing("C1", SAME_STATE, "code-3");
    TestResult test = run("fake:ca").tests().getFirst();
    assertThat(test.verdict()).isEqualTo(ERROR);
    assertThat(test.trouble()).hasMessage("reading same-state has no way code-3");
  }
}
