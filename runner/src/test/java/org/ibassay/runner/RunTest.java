package org.ibassay.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ibassay.runner.Verdict.ERROR;
import static org.ibassay.runner.Verdict.FAIL;
import static org.ibassay.runner.Verdict.INCONCLUSIVE;
import static org.ibassay.runner.Verdict.NOT_APPLICABLE;
import static org.ibassay.runner.Verdict.PASS;

import java.time.Duration;
import java.time.Instant;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.testing.PageBuilder;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SmInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunTest extends FakeRuns {
  @Test
  void runsTestsInOrderAndJudges() throws UsageException {
    add("C1", FakeCase::passing);
    add("C2", FakeCase::failing);
    RunResult result = run("fake:ca");
    assertThat(result.tests()).extracting(t -> t.page().id()).containsExactly("C1", "C2");
    assertThat(result.tests()).extracting(TestResult::verdict).containsExactly(PASS, FAIL);
    assertThat(result.verdict()).isEqualTo(FAIL);
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.interrupted()).isFalse();
    assertThat(driver.closed).containsExactly("fake:ca");
  }

  @Test
  void showsWhatHappensInOrder() throws UsageException {
    add("C1", FakeCase::passing);
    RunResult result = run("fake:ca");
    assertThat(events)
        .extracting(e -> e.getClass().getSimpleName())
        .containsExactly(
            "RunStarted", "DutOpening", "DutFound", "TestStarted", "TestEnded", "RunEnded");
    assertThat(events.getFirst())
        .isEqualTo(new RunEvent.RunStarted(Instant.parse("2026-01-02T03:04:06Z"), 1, 1));
    assertThat(result.duration()).isGreaterThan(Duration.ofSeconds(3));
  }

  @Test
  void passesOnProgress() throws UsageException {
    add(
        "C1",
        () ->
            FakeCase.doing(test -> {
              test.progress(5, 10);
              return test.pass("1");
            }));
    run("fake:ca");
    assertThat(events)
        .filteredOn(e -> e instanceof RunEvent.Progress)
        .containsExactly(new RunEvent.Progress(tests.keySet().iterator().next(), 5, 10));
  }

  @Test
  void aTestForAnotherKindDoesNotApply() throws UsageException {
    tests.put(
        PageBuilder.page("C1").dut(DutKind.SWITCH).step("1", "a#1").build(), FakeCase::failing);
    RunResult result = run("fake:ca");
    assertThat(result.tests().getFirst().verdict()).isEqualTo(NOT_APPLICABLE);
    assertThat(result.tests().getFirst().reason()).isEqualTo("is for a switch; the DUT is a CA");
    assertThat(result.exit()).isEqualTo(3);
  }

  @Test
  void aTestForTheSubnetManagerDoesNotApplyToOthers() throws UsageException {
    tests.put(PageBuilder.page("C1").roles(DutRole.SM).step("1", "a#1").build(), FakeCase::failing);
    RunResult result = run("fake:ca");
    assertThat(result.tests().getFirst().verdict()).isEqualTo(NOT_APPLICABLE);
    assertThat(result.tests().getFirst().reason())
        .isEqualTo("is for the subnet manager of the tester's subnet; the DUT was not asked");
  }

  @Test
  void safeLeavesOutWhatChangesOrDisrupts() throws UsageException {
    safe = true;
    add("C1", FakeCase::passing);
    tests.put(PageBuilder.page("C2").effect(Effect.CHANGES).step("1").build(), FakeCase::failing);
    tests.put(PageBuilder.page("C3").effect(Effect.DISRUPTS).step("1").build(), FakeCase::failing);
    RunResult result = run("fake:ca");
    assertThat(result.tests())
        .extracting(TestResult::reason)
        .containsExactly(
            null,
            "changes the DUT's state; left out by --safe",
            "disrupts the link; left out by --safe");
    assertThat(result.exit()).isEqualTo(0);
  }

  @Test
  void testsThatChangeAreRefusedOnAFabricThatAnotherRuns() throws UsageException {
    FakeFabric fabric =
        new FakeFabric()
            .with(FakeFabric.DUT, Attribute.NODE_INFO, NodeInfo.NODE_TYPE, 1)
            .with(FakeFabric.DUT, Attribute.PORT_INFO, PortInfo.MASTER_SM_LID, 9)
            .with(FakeFabric.lid(9), Attribute.SM_INFO, SmInfo.GUID, 0x1234);
    driver.opened = fabric.open();
    add("C1", FakeCase::passing);
    tests.put(
        PageBuilder.page("C2").effect(Effect.CHANGES).step("1", "a#1").build(), FakeCase::passing);
    RunResult result = run("fake:ca");
    assertThat(result.tests()).extracting(TestResult::verdict).containsExactly(PASS, INCONCLUSIVE);
    assertThat(result.tests().getLast().reason())
        .isEqualTo(
            "not run: it would change a fabric that subnet manager 0x0000000000001234 at LID 0x0009"
                + " runs; --own-fabric allows it");
    assertThat(result.exit()).isEqualTo(3);
    ownFabric = true;
    assertThat(run("fake:ca").exit()).isZero();
  }

  @Test
  void aBrokenTestIsAnErrorAndTheRunContinues() throws UsageException {
    add(
        "C1",
        () ->
            FakeCase.doing(test -> {
              throw new IllegalArgumentException("no step 99");
            }));
    add("C2", FakeCase::passing);
    RunResult result = run("fake:ca");
    assertThat(result.tests()).extracting(TestResult::verdict).containsExactly(ERROR, PASS);
    assertThat(result.tests().getFirst().reason())
        .isEqualTo("the test itself is broken: IllegalArgumentException: no step 99");
    assertThat(result.tests().getFirst().trouble()).isInstanceOf(IllegalArgumentException.class);
    assertThat(result.exit()).isEqualTo(3);
  }

  @Test
  void aTestThatIsNotReadyIsInconclusive() throws UsageException {
    add("C1", () -> FakeCase.starting(test -> test.sayNotReady("PortState is Down")));
    TestResult test = run("fake:ca").tests().getFirst();
    assertThat(test.verdict()).isEqualTo(INCONCLUSIVE);
    assertThat(test.reason()).isEqualTo("PortState is Down");
  }

  @Test
  void aDutThatCannotBeOpenedIsAnErrorAndTheNextOneIsRun() throws UsageException {
    add("C1", FakeCase::passing);
    RunResult result = run("fake:broken", "fake:ca");
    assertThat(result.duts().getFirst().trouble())
        .isEqualTo(new DutInfo.Trouble(ERROR, "port broken/1: no such port"));
    assertThat(result.tests()).extracting(TestResult::verdict).containsExactly(ERROR, PASS);
    assertThat(result.exit()).isEqualTo(3);
  }

  @Test
  void everyUriIsCheckedBeforeAnyTest() {
    add("C1", FakeCase::passing);
    assertThatThrownBy(() -> newRun("fake:ca", "fake:ca?x=1"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("unknown parameter \"x\"");
    assertThatThrownBy(() -> newRun("teapot:1"))
        .hasMessage("DUT URI \"teapot:1\": unknown scheme \"teapot\"; expected fake");
    assertThat(events).isEmpty();
    assertThat(driver.closed).as("devices that were opened").isEmpty();
  }

  /// Trying a key that is not the device's would count there as a violation.
  @ParameterizedTest
  @CsvSource({"true, is unreachable", "false, answers only to M_Key 0x1BA55A7000000001"})
  void aSafeRunTriesNoKeys(boolean isSafe, String reason) throws UsageException {
    safe = isSafe;
    driver.opened = channelAdapter().lockedBy(0x1BA5_5A70_0000_0001L).open();
    add("C1", FakeCase::passing);
    assertThat(run("fake:ca").tests().getFirst().reason()).contains(reason);
  }

  @Test
  void aTestDuringWhichTheMachineWasSuspendedIsNotJudged() throws UsageException {
    driver.opened = channelAdapter().inRealTime().open();
    add("C1", FakeCase::failing);
    add(
        "C2",
        () ->
            FakeCase.doing(test -> {
              time.instant();
              return test.fail("1");
            }));
    RunResult result = run("fake:ca");
    assertThat(result.tests()).extracting(TestResult::verdict).containsExactly(FAIL, ERROR);
    assertThat(result.tests().getLast().reason())
        .isEqualTo(
            "the time of day moved by 2000 ms while the link's clock moved by 0 ms: the tester's"
                + " machine was suspended, or its clock was set; nothing was judged");
    assertThat(result.tests().getLast().judgement().assertions())
        .extracting(AssertionResult::verdict)
        .containsExactly(ERROR);
  }

  /// What the test observed may have been caused by the cable.
  @Test
  void aTestDuringWhichTheTestersPortWentDownIsNotJudged() throws UsageException {
    FakeFabric fabric = channelAdapter().inRealTime();
    driver.opened = fabric.open();
    add("C1", FakeCase::passing);
    add(
        "C2",
        () ->
            FakeCase.doing(test -> {
              fabric.with(FakeFabric.TESTER, Attribute.PORT_INFO, PortInfo.PORT_STATE, 1);
              return test.fail("1");
            }));
    add("C3", FakeCase::passing);
    RunResult result = run("fake:ca");
    assertThat(result.tests()).extracting(TestResult::verdict).containsExactly(PASS, ERROR, ERROR);
    assertThat(result.tests())
        .extracting(TestResult::reason)
        .containsExactly(
            null,
            "the tester's own port is down (PortState 1 (Down), PortPhysicalState 0): is it still cabled?;"
                + " nothing was judged",
            "not run: the tester's own port is down (PortState 1 (Down), PortPhysicalState 0): is it still"
                + " cabled?");
    assertThat(result.tests().get(1).log().steps()).isEmpty();
  }

  @Test
  void nothingIsSaidOfADutThroughAPortThatIsDown() throws UsageException {
    FakeFabric fabric = channelAdapter().inRealTime();
    driver.opened =
        fabric.with(FakeFabric.TESTER, Attribute.PORT_INFO, PortInfo.PORT_STATE, 1).open();
    add("C1", FakeCase::passing);
    TestResult result = run("fake:ca").tests().getFirst();
    assertThat(result.verdict()).isEqualTo(ERROR);
    assertThat(result.reason()).startsWith("DUT fake:dut: the tester's own port is down");
  }

  @ParameterizedTest
  @CsvSource({"249, FAIL", "251, INCONCLUSIVE"})
  void aTesterThatStalledCannotJudgeATimedTest(long millis, Verdict verdict) throws UsageException {
    FakeFabric fabric = channelAdapter().inRealTime();
    driver.opened = fabric.open();
    add(
        "C1",
        () ->
            FakeCase.doing(test -> {
              fabric.holdingUp(millis * 1_000_000);
              test.waitFor(1_000_000);
              return test.fail("1");
            }));
    TestResult result = run("fake:ca").tests().getFirst();
    assertThat(result.verdict()).isEqualTo(verdict);
    assertThat(result.log().steps().isEmpty()).isEqualTo(verdict == INCONCLUSIVE);
  }

  @Test
  void memoryThatRunsOutIsTheTestersTrouble() throws UsageException {
    add(
        "C1",
        () ->
            FakeCase.doing(test -> {
              test.fail("1");
              throw new OutOfMemoryError("Java heap space");
            }));
    TestResult result = run("fake:ca").tests().getFirst();
    assertThat(result.verdict()).isEqualTo(ERROR);
    assertThat(result.reason())
        .isEqualTo(
            "the tester ran out of memory (java's -Xmx, or what else runs on this machine); nothing"
                + " was judged");
  }

  private static FakeFabric channelAdapter() {
    return new FakeFabric()
        .with(FakeFabric.DUT, Attribute.NODE_INFO, NodeInfo.NODE_TYPE, 1)
        .with(FakeFabric.TESTER, Attribute.PORT_INFO, PortInfo.PORT_STATE, 4);
  }

  @Test
  void anInterruptEndsTheTestUnderWayAndTheRun() throws UsageException {
    add("C1", FakeCase::passing);
    add("C2", () -> FakeCase.doing(this::interruptedMidway));
    add("C3", FakeCase::passing);
    RunResult result = run("fake:ca", "fake:ca");
    assertThat(result.interrupted()).isTrue();
    assertThat(result.exit()).isEqualTo(130);
    assertThat(result.tests())
        .extracting(TestResult::reason)
        .containsExactly(
            null,
            "interrupted",
            "not run: interrupted",
            "not run: interrupted",
            "not run: interrupted",
            "not run: interrupted");
    assertThat(result.duts()).hasSize(2);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }
}
