package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ibassay.runner.DutInfo;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.cause.TraceEvidence;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Place;
import org.junit.jupiter.api.Test;

/// What is read first of a run with failures, and a fault that many tests find.
class CausesTextTest {
  private static final DutInfo DUT =
      new DutInfo("sim:ca", new DutInfo.Node(DutKind.CA, List.of(), 1, "made up", 2), null, "");
  private static final int TESTS = 9;

  private final StringWriter out = new StringWriter();

  @Test
  void theBlockHasAboutADozenLinesHoweverManyCausesThereAre() {
    List<TestResult> tests = new ArrayList<>();
    for (int i = 0; i < TESTS; i++) {
      tests.add(failed("T" + i, letter(i) + " in a response"));
    }
    new CausesText(
            new PrintWriter(out),
            Terminal.NONE,
            run(tests),
            new Insight(
                TraceEvidence.unknown(), Map.of("sim:ca", List.of("a.b (one): agrees", "c.d"))))
        .print();
    assertThat(out.toString().strip().lines().takeWhile(line -> !line.isEmpty()))
        .hasSizeLessThanOrEqualTo(12)
        .startsWith("What is wrong with sim:ca")
        .contains("    - a.b (one): agrees")
        .doesNotContain("    - c.d");
    assertThat(out.toString())
        .contains("\nFirst failure of each\n  1. T0 step 1: ", "Also resembles:\n    - c.d\n");
  }

  @Test
  void aLongListOfValuesDoesNotHideTheOtherCauses() {
    List<TestResult> tests =
        List.of(failed("T1", "a frame, ".repeat(TESTS * TESTS)), failed("T2", "b"));
    new CausesText(new PrintWriter(out), Terminal.NONE, run(tests), Insight.NONE).print();
    assertThat(out.toString()).contains("...\n", "  2. Expected b; received nothing");
    assertThat(out.toString().lines()).hasSizeLessThanOrEqualTo(12);
  }

  @Test
  void aCauseIsShownInFullOnce() {
    RunResult run = run(List.of(failed("T1", "a response"), failed("T2", "a response")));
    RerunCommand again = new RerunCommand("ibassay run", List.of());
    new Details(again, () -> Insight.NONE)
        .print(new PrintWriter(out), Terminal.NONE, run, TraceEvidence.unknown(), false);
    assertThat(out.toString())
        .containsOnlyOnce("    expected  a response\n    received  nothing\n")
        .contains(
            "step 1 failed, as in T1 step 1\n",
            """
                step 1    SendMad(SubnGet(SwitchInfo)).
                first     expected a response; received nothing
            """,
            "Run again: ibassay run T2");
    out.getBuffer().setLength(0);
    new Details(again, () -> Insight.NONE)
        .print(new PrintWriter(out), Terminal.NONE, run, TraceEvidence.unknown(), true);
    assertThat(out.toString().split("expected  a response", -1)).hasSize(3);
  }

  private static char letter(int number) {
    return (char) ('A' + number);
  }

  private static RunResult run(List<TestResult> tests) {
    return new RunResult(List.of(DUT), Instant.EPOCH, Duration.ZERO, tests, List.of(), false);
  }

  private static TestResult failed(String id, String expected) {
    CheckLog log = new CheckLog();
    log.fail(new CheckLog.Failure("1", Place.NOWHERE, expected, "nothing", 0));
    return TestResult.of(
            Pagelet.of(id, "Title", Effect.READS, DutKind.CA),
            0,
            new TestResult.Judgement(Verdict.FAIL, Verdict.PASS, null, List.of()),
            log)
        .packets(new TestResult.Packets(1, 1, 0))
        .build();
  }
}
