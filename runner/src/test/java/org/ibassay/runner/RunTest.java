package org.ibassay.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.ibassay.runner.Verdict.ERROR;
import static org.ibassay.runner.Verdict.FAIL;
import static org.ibassay.runner.Verdict.INCONCLUSIVE;
import static org.ibassay.runner.Verdict.NOT_APPLICABLE;
import static org.ibassay.runner.Verdict.PASS;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.ibassay.link.DutUri;
import org.ibassay.link.DutUriException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.runner.expect.Expectations;
import org.ibassay.runner.expect.KnownDeparture;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Page;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SmInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunTest {
  private final Map<Page, Supplier<FakeCase>> tests = new LinkedHashMap<>();
  private final FakeDriver driver = new FakeDriver();
  private final Interruption interruption = new Interruption();
  private final List<RunEvent> events = new ArrayList<>();
  private final TickingTime time = new TickingTime();
  private boolean safe;
  private boolean ownFabric;
  private int rounds = 1;
  private Expectations expectations = Expectations.NONE;

  /// Moves on by a second each time it is looked at.
  private static final class TickingTime implements InstantSource {
    private Instant now = Instant.parse("2026-01-02T03:04:05Z");

    @Override
    public Instant instant() {
      now = now.plusSeconds(1);
      return now;
    }
  }

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
  void tellsWhatHappensInOrder() throws UsageException {
    add("C1", FakeCase::passing);
    RunResult result = run("fake:ca");
    assertThat(events)
        .extracting(e -> e.getClass().getSimpleName())
        .containsExactly("RunStarted", "DutFound", "TestStarted", "TestEnded", "RunEnded");
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
            "refused: it would change a fabric that subnet manager 0x0000000000001234 at LID 9"
                + " runs; --own-fabric allows it");
    assertThat(result.exit()).isEqualTo(3);
    ownFabric = true;
    assertThat(run("fake:ca").exit()).isZero();
  }

  @Test
  void aBrokenTestIsAnErrorAndTheRunGoesOn() throws UsageException {
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
    assertThatThrownBy(() -> newRun("fake:ca", "fake:ca?x=1").checkUris())
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("knows no \"x\"");
    assertThatThrownBy(() -> newRun("teapot:1").checkUris())
        .hasMessage("DUT URI \"teapot:1\": knows no scheme \"teapot\"; there are fake");
    assertThat(events).isEmpty();
  }

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

  /// Both rounds fail, but not in the same check.
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

  /// A failure that is known in one round excuses nothing that stayed open in another.
  @Test
  void whatStayedOpenInOneRoundIsNotExcusedByAnother() throws UsageException {
    rounds = 2;
    expectations =
        new Expectations(
            List.of(new KnownDeparture("f", 1, "C1", "a#1", "r", "o", null, LocalDate.MAX)));
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

  /// To try a key that is not the device's counts as a violation there.
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

  /// What it saw may have been the cable.
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
            "the tester's own port is down (PortState 1, PortPhysicalState 0): is it still cabled?;"
                + " nothing was judged",
            "not run: the tester's own port is down (PortState 1, PortPhysicalState 0): is it still"
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
  void aTesterThatWasHeldUpCannotJudgeWhatTakesTime(long millis, Verdict verdict)
      throws UsageException {
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

  private boolean interruptedMidway(FakeCase test) throws TestException {
    test.pass("1");
    Thread signal = new Thread(interruption::request);
    signal.start();
    try {
      new CountDownLatch(1).await();
      throw new AssertionError("not interrupted");
    } catch (InterruptedException e) {
      throw new TestException(TestException.Cause.INTERRUPTED, "interrupted");
    }
  }

  private void add(String id, Supplier<FakeCase> test) {
    tests.put(PageBuilder.page(id).step("1", "a#1").build(), test);
  }

  private RunResult run(String... uris) throws UsageException {
    return newRun(uris).execute(Tap.NONE);
  }

  private Run newRun(String... uris) throws UsageException {
    List<Page> pages = List.copyOf(tests.keySet());
    List<RunPlan.Target> targets = new ArrayList<>();
    for (String uri : uris) {
      targets.add(new RunPlan.Target(parsed(uri), pages));
    }
    RunPlan plan =
        new RunPlan(
            targets,
            ParameterValues.of(Map.of()),
            safe,
            ownFabric,
            1,
            Timing.DEFAULT,
            expectations,
            rounds);
    Suite suite = new Suite(pages, page -> Objects.requireNonNull(tests.get(page)).get());
    return new Run(
        plan,
        suite,
        new Drivers(List.of(driver)),
        time,
        interruption,
        Journals.in(Path.of("none"), "ibassay"),
        List.of(events::add));
  }

  private static DutUri parsed(String uri) {
    try {
      return DutUri.parse(uri);
    } catch (DutUriException e) {
      throw new AssertionError(e);
    }
  }
}
