package org.ibassay.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.runner.Verdict.ERROR;
import static org.ibassay.runner.Verdict.FAIL;
import static org.ibassay.runner.Verdict.INCONCLUSIVE;
import static org.ibassay.runner.Verdict.NOT_APPLICABLE;
import static org.ibassay.runner.Verdict.PASS;

import org.ibassay.runner.TestResult.Judgement;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Page;
import org.ibassay.suite.Place;
import org.ibassay.suite.TestException;
import org.ibassay.suite.testing.PageBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JudgeTest {
  private static final Page PAGE =
      PageBuilder.page("C14_024_12")
          .listed("a#1", "a#2", "a#3")
          .init("I1", "ia-start#1")
          .step("1", "a#1")
          .step("2", "a#2", "a#1")
          .step("3", "a#3")
          .step("4")
          .always("R1", "ia-mad#1")
          .build();

  private final CheckLog log = new CheckLog();

  @BeforeEach
  void theStartWasReached() {
    log.pass("I1");
  }

  @Test
  void passesWhenEveryCheckHeld() {
    log.pass("1");
    log.pass("2");
    log.pass("3");
    Judgement judgement = judge(new Ending.Complete(true));
    assertThat(judgement.verdict()).isEqualTo(PASS);
    assertThat(judgement.reason()).isNull();
    assertThat(of(judgement, "a#1").checks()).isEqualTo(2);
    assertThat(of(judgement, "a#2").checks()).isEqualTo(1);
  }

  @Test
  void anAssertionThatTheDutsAbilitiesLeaveOutDoesNotApply() {
    log.pass("1");
    log.pass("2");
    log.notApplicable("3", "the DUT declares no table");
    Judgement judgement = judge(new Ending.Complete(true));
    assertThat(judgement.verdict()).isEqualTo(PASS);
    assertThat(of(judgement, "a#3").verdict()).isEqualTo(NOT_APPLICABLE);
    assertThat(of(judgement, "a#3").reason()).isEqualTo("the DUT declares no table");
  }

  @Test
  void whatTheDutDeclaresIsNotReliedOnAfterACheckFailed() {
    fail("1");
    log.notApplicable("3", "the DUT declares no table");
    Judgement judgement = judge(new Ending.Complete(false));
    assertThat(judgement.besideFailures()).isEqualTo(INCONCLUSIVE);
    assertThat(of(judgement, "a#3").verdict()).isEqualTo(INCONCLUSIVE);
    assertThat(of(judgement, "a#3").reason())
        .isEqualTo("left out after a check had failed, because the DUT declares no table");
  }

  @Test
  void whatTheDutDeclaredBeforeACheckFailedCounts() {
    log.notApplicable("3", "the DUT declares no table");
    fail("1");
    log.notApplicable("3", "the DUT declares no table");
    Judgement judgement = judge(new Ending.Complete(false));
    assertThat(of(judgement, "a#3").verdict()).isEqualTo(NOT_APPLICABLE);
  }

  @Test
  void anAssertionWhoseStepsAreMissedAfterAFailureIsUndecided() {
    fail("1");
    Judgement judgement = judge(new Ending.Complete(false));
    assertThat(judgement.verdict()).isEqualTo(FAIL);
    assertThat(judgement.besideFailures()).isEqualTo(INCONCLUSIVE);
    assertThat(of(judgement, "a#3").verdict()).isEqualTo(INCONCLUSIVE);
    assertThat(of(judgement, "a#3").reason())
        .isEqualTo("not reached, after a check failed at step 1");
  }

  @Test
  void anAssertionIsUndecidedIfAFailureKeepsOneOfItsStepsFromBeingReached() {
    log.notApplicable("1", "the DUT declares no table");
    fail("I1");
    assertThat(of(judge(new Ending.Complete(false)), "a#1").verdict()).isEqualTo(INCONCLUSIVE);
    log.pass("1");
    assertThat(of(judge(new Ending.Complete(false)), "a#1").reason())
        .isEqualTo("not reached, after a check failed at step I1");
    log.pass("2");
    assertThat(of(judge(new Ending.Complete(false)), "a#1").verdict()).isEqualTo(PASS);
  }

  @Test
  void anAssertionWhoseStepsAreMissedForNoReasonIsTheTestsOwnFault() {
    log.pass("1");
    log.pass("2");
    Judgement judgement = judge(new Ending.Complete(true));
    assertThat(judgement.verdict()).isEqualTo(ERROR);
    assertThat(of(judgement, "a#3").verdict()).isEqualTo(ERROR);
    assertThat(judgement.reason())
        .isEqualTo("the test itself is broken: it neither made a check at step 3 nor said why not");
  }

  @Test
  void aFailedCheckFailsEveryAssertionOfItsStepAndNoOther() {
    log.pass("1");
    log.pass("3");
    fail("2");
    Judgement judgement = judge(new Ending.Complete(false));
    assertThat(judgement.verdict()).isEqualTo(FAIL);
    assertThat(judgement.reason()).isNull();
    assertThat(of(judgement, "a#1").verdict()).isEqualTo(FAIL);
    assertThat(of(judgement, "a#1").checks()).isEqualTo(2);
    assertThat(of(judgement, "a#1").failures()).isEqualTo(1);
    assertThat(of(judgement, "a#1").examples()).hasSize(1);
    assertThat(of(judgement, "a#2").verdict()).isEqualTo(FAIL);
    assertThat(of(judgement, "a#3").verdict()).isEqualTo(PASS);
  }

  @Test
  void aFailureAtAStepWithoutAssertionCountsAllTheSame() {
    log.pass("1");
    fail("4");
    Judgement judgement = judge(new Ending.Complete(false));
    assertThat(judgement.verdict()).isEqualTo(FAIL);
    assertThat(of(judgement, "step 4").failures()).isEqualTo(1);
  }

  @Test
  void failuresAreCountedExactlyAndShownAtMostEightTimes() {
    for (int i = 0; i < 100; i++) {
      fail("1");
      fail("2");
    }
    AssertionResult result = of(judge(new Ending.Complete(false)), "a#1");
    assertThat(result.failures()).isEqualTo(200);
    assertThat(result.examples()).hasSize(8);
  }

  @Test
  void ofEachStepThatFailedSomeAreShown() {
    for (int i = 0; i < 100; i++) {
      fail("1");
    }
    fail("2");
    AssertionResult result = of(judge(new Ending.Complete(false)), "a#1");
    assertThat(result.examples().stream().map(CheckLog.Failure::step))
        .containsExactly("1", "1", "1", "1", "1", "1", "1", "2");
  }

  @Test
  void checksOfNoAssertionAreNoPass() {
    log.pass("4");
    leaveOut("1", "2", "3");
    Judgement judgement = judge(new Ending.Complete(true));
    assertThat(judgement.verdict()).isEqualTo(NOT_APPLICABLE);
    assertThat(judgement.reason()).isEqualTo("the DUT maps no SL");
  }

  @Test
  void whatCouldNotBeCheckedIsInconclusiveEvenBesideChecksThatHeld() {
    log.pass("1");
    log.inconclusive("2", "the control Set failed");
    log.pass("3");
    Judgement judgement = judge(new Ending.Complete(true));
    assertThat(judgement.verdict()).isEqualTo(INCONCLUSIVE);
    assertThat(judgement.reason()).isEqualTo("the control Set failed");
    assertThat(of(judgement, "a#1").verdict()).isEqualTo(INCONCLUSIVE);
  }

  @Test
  void aCheckThatDoesNotApplyIsNotedBesideThosesThatHeld() {
    log.pass("1");
    log.notApplicable("2", "there is no reserved value");
    log.pass("3");
    Judgement judgement = judge(new Ending.Complete(true));
    assertThat(judgement.verdict()).isEqualTo(PASS);
    assertThat(of(judgement, "a#1").verdict()).isEqualTo(PASS);
    assertThat(of(judgement, "a#1").reason())
        .isEqualTo("not applicable in part: there is no reserved value");
    assertThat(of(judgement, "a#2").verdict()).isEqualTo(NOT_APPLICABLE);
    assertThat(of(judgement, "a#2").reason()).isEqualTo("there is no reserved value");
  }

  @Test
  void aTestWithoutACheckOfItsOwnNeverPasses() {
    log.pass("R1");
    assertThat(judge(new Ending.Complete(true)).verdict()).isEqualTo(ERROR);
    leaveOut("1", "2", "3");
    assertThat(judge(new Ending.Complete(true)).verdict()).isEqualTo(NOT_APPLICABLE);
  }

  @Test
  void aProcedureCutShortByTheDutLeavesTheRestOpen() {
    log.pass("1");
    fail("3");
    Judgement judgement =
        judge(new Ending.GivenUp(new TestException(TestException.Cause.DUT, "no response")));
    assertThat(judgement.verdict()).isEqualTo(FAIL);
    assertThat(judgement.reason()).isEqualTo("no response");
    assertThat(of(judgement, "a#1").verdict()).isEqualTo(INCONCLUSIVE);
    assertThat(of(judgement, "a#1").reason()).isEqualTo("no response");
    assertThat(of(judgement, "a#2").verdict()).isEqualTo(INCONCLUSIVE);
    assertThat(of(judgement, "a#3").verdict()).isEqualTo(FAIL);
  }

  @Test
  void theTestersTroubleIsAnError() {
    Judgement judgement =
        judge(new Ending.GivenUp(new TestException(TestException.Cause.TESTER, "port down")));
    assertThat(judgement.verdict()).isEqualTo(ERROR);
    assertThat(of(judgement, "a#1").verdict()).isEqualTo(ERROR);
  }

  @Test
  void aDutThatIsNotReadyIsInconclusive() {
    Judgement judgement = judge(new Ending.NotReady("PortState is Down"));
    assertThat(judgement.verdict()).isEqualTo(INCONCLUSIVE);
    assertThat(judgement.reason()).isEqualTo("PortState is Down");
  }

  @Test
  void aFailureInTheInitializationFailsTheTest() {
    fail("I1");
    Judgement judgement = judge(new Ending.NotReady("the M_Key was not stored"));
    assertThat(judgement.verdict()).isEqualTo(FAIL);
    assertThat(of(judgement, "ia-start#1").verdict()).isEqualTo(FAIL);
    assertThat(of(judgement, "a#1").verdict()).isEqualTo(INCONCLUSIVE);
  }

  @Test
  void anExceptionIsTheTestsOwnFault() {
    Judgement judgement = judge(new Ending.Broken(new IllegalStateException("oops")));
    assertThat(judgement.verdict()).isEqualTo(ERROR);
    assertThat(judgement.reason())
        .isEqualTo("the test itself is broken: IllegalStateException: oops");
  }

  @Test
  void trueInSpiteOfAFailureIsABugAndStillAFail() {
    fail("1");
    Judgement judgement = judge(new Ending.Complete(true));
    assertThat(judgement.verdict()).isEqualTo(FAIL);
    assertThat(judgement.reason())
        .isEqualTo("the test itself is broken: execute() returned true although a check failed");
  }

  @Test
  void falseWithoutAFailureIsABug() {
    log.pass("1");
    Judgement judgement = judge(new Ending.Complete(false));
    assertThat(judgement.verdict()).isEqualTo(ERROR);
    assertThat(judgement.reason())
        .isEqualTo("the test itself is broken: execute() returned false although no check failed");
  }

  @Test
  void falseIsAllowedWhereACheckCouldNotBeMade() {
    log.inconclusive("1", "the control Set failed");
    log.pass("2");
    log.pass("3");
    assertThat(judge(new Ending.Complete(false)).verdict()).isEqualTo(INCONCLUSIVE);
  }

  @Test
  void aStepThatThePageLacksIsABug() {
    log.pass("1");
    log.pass("99");
    Judgement judgement = judge(new Ending.Complete(true));
    assertThat(judgement.verdict()).isEqualTo(ERROR);
    assertThat(judgement.reason())
        .isEqualTo("the test itself is broken: it checks at step 99, which its page lacks");
  }

  @Test
  void whatWasNotRunHasOneVerdictThroughout() {
    Judgement judgement = judge(new Ending.NotRun(NOT_APPLICABLE, "is for a switch"));
    assertThat(judgement.verdict()).isEqualTo(NOT_APPLICABLE);
    assertThat(judgement.assertions())
        .hasSize(5)
        .allSatisfy(a -> assertThat(a.verdict()).isEqualTo(NOT_APPLICABLE))
        .allSatisfy(a -> assertThat(a.reason()).isEqualTo("is for a switch"));
  }

  private void leaveOut(String... steps) {
    for (String step : steps) {
      log.notApplicable(step, "the DUT maps no SL");
    }
  }

  private void fail(String step) {
    log.fail(new CheckLog.Failure(step, Place.NOWHERE, "1", "2", 7));
  }

  private Judgement judge(Ending ending) {
    return Judge.judge(PAGE, log, ending);
  }

  private static AssertionResult of(Judgement judgement, String id) {
    return judgement.assertions().stream().filter(a -> a.id().equals(id)).findFirst().orElseThrow();
  }
}
