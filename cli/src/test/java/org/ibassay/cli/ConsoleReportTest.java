package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.ibassay.runner.AssertionResult;
import org.ibassay.runner.DutInfo;
import org.ibassay.runner.RunEvent;
import org.ibassay.runner.RunListener;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.TestResult.Judgement;
import org.ibassay.runner.TestResult.Packets;
import org.ibassay.runner.Verdict;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Page;
import org.ibassay.suite.Place;
import org.junit.jupiter.api.Test;

class ConsoleReportTest {
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
  private static final DutInfo SWITCH =
      new DutInfo(
          "umad:mlx5_0/1?path=0,1",
          new DutInfo.Node(
              DutKind.SWITCH, List.of(), 0x02001ba500010000L, "ibassay simulated switch", 36),
          new DutInfo.Link(1, "4X", "HDR", 4096),
          "2-36");
  private static final Page TABLE =
      Pagelet.of(
          "C14_024_12",
          "MulticastForwardingTable, supported or not",
          Effect.CHANGES,
          DutKind.SWITCH);
  private static final Page LEASE =
      Pagelet.of("C14_017_03", "Lease period timer", Effect.CHANGES, DutKind.SWITCH);
  private static final Page PORT_INFO =
      Pagelet.of("C14_024_06_CA_03", "PortInfo, illegal values", Effect.CHANGES, DutKind.CA);
  private static final Page LONG =
      Pagelet.of(
          "C15_0_1_012_17_02_3",
          "SA GetTable(PathRecord), part 3, with a title that goes on and on",
          Effect.READS,
          DutKind.SWITCH);

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void showsARun() {
    play(ConsoleReport.Volume.NORMAL, Terminal.NONE);
    assertThat(out.toString())
        .isEqualTo(
            """
            umad:mlx5_0/1?path=0,1
              switch "ibassay simulated switch", GUID 0x02001ba500010000, 4X HDR, MTU 4096,
              1 hop, 36 ports, not cabled to the tester: port 2-36
              FAIL         C14_024_12           MulticastForwardingTable, supported or not   0.31 s
              inconclusive C14_017_03           Lease period timer                    2.20 s
              pass         C15_0_1_012_17_02_3  SA GetTable(PathRecord), part 3, with a title that goes on and on 3:03 min

            What is wrong with umad:mlx5_0/1?path=0,1
              1. Expected MADHeader:Status.Code 7 (invalid field value); received
                 MADHeader:Status.Code 0 (no invalid fields); at block 4-6 (12 checks
                 failed, in 1 test)
                 first at block 4, port group 0, packet 1234
                 C14_024_12 step 10: MulticastForwardingTable, supported or not
              2. Not decided: no response to the Set that installs M_KEY_DUT
                 C14_017_03: Lease period timer

            C14_024_12: fail on umad:mlx5_0/1?path=0,1
                test      MulticastForwardingTable, supported or not (InfiniBand Test
                          Specification, section 24.1.5.15)

              v1c13-024#07, v1c14-024.1.1#12.02: 12 of the 8,192 checks of step 10 failed
                step 10   Verify that Status.Code == 7 in every block beyond the capacity,
                          and that all entries read 0:
                          - the first
                          - the last

                expected  MADHeader:Status.Code 7 (invalid field value)
                received  MADHeader:Status.Code 0 (no invalid fields)
                at        block 4, port group 0 (packet 1234)
                          block 5, port group 1 (packet 1239)
                          block 6, port group 3 (packet 1245)
                in all    12 failures, at block 4-6; port group 0-3
                note      the link runs at HDR, which the test's page does not list

              Run again: ibassay run C14_024_12 --dut 'umad:mlx5_0/1?path=0,1' \\
                  --own-fabric

            C14_017_03: inconclusive on umad:mlx5_0/1?path=0,1
                test      Lease period timer (InfiniBand Test Specification, section
                          24.1.5.15)
                reason    step I7: no response to the Set that installs M_KEY_DUT
                note      the link runs at HDR, which the test's page does not list

              Run again: ibassay run C14_017_03 --dut 'umad:mlx5_0/1?path=0,1' \\
                  --own-fabric

            Not restored on umad:mlx5_0/1?path=0,1
              - MulticastForwardingTable: 6 of 96 blocks are not restored: blocks 30-31;
                after C14_024_12

            FAIL: 1 fail, 1 inconclusive, 1 pass, 1 not-applicable in 2.53 s
              1. Expected MADHeader:Status.Code 7 (invalid field value); received
                 MADHeader:Status.Code 0 (no invalid fields); at block 4-6 (12 checks
                 failed, in 1 test)
              2. Not decided: no response to the Set that installs M_KEY_DUT
              3 of 4 tests applied; not covered:
                - 1 test is for a CA or router; the DUT is a switch
            """);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void atATerminalTitlesAreCutToItsWidth() {
    play(ConsoleReport.Volume.NORMAL, new Terminal(false, true));
    assertThat(out.toString().lines())
        .contains(
            "  FAIL         C14_024_12           MulticastForwardingTable, suppor...   0.31 s",
            "  pass         C15_0_1_012_17_02_3  SA GetTable(PathRecord), part 3,... 3:03 min")
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
  }

  @Test
  void aNarrowTerminalGetsTwoLinesATest() {
    play(ConsoleReport.Volume.NORMAL, new Terminal(false, true, 40));
    assertThat(out.toString())
        .contains(
            """
              FAIL         C14_024_12
                MulticastForwardingTable...   0.31 s
              inconclusive C14_017_03
                Lease period timer            2.20 s
            """);
  }

  @Test
  void aWideTerminalShowsWholeTitles() {
    play(ConsoleReport.Volume.NORMAL, new Terminal(false, true, 120));
    assertThat(out.toString()).contains("with a title that goes on and on");
  }

  @Test
  void quietShowsWhatDidNotPass() {
    play(ConsoleReport.Volume.QUIET, Terminal.NONE);
    assertThat(out.toString())
        .startsWith(
            """
              FAIL         C14_024_12           MulticastForwardingTable, supported or not   0.31 s
              inconclusive C14_017_03           Lease period timer                    2.20 s

            What is wrong with umad:mlx5_0/1?path=0,1
            """)
        .contains("\n\nFAIL: 1 fail, 1 inconclusive, 1 pass, 1 not-applicable in 2.53 s\n");
  }

  @Test
  void verboseShowsEveryExampleAndNote() {
    play(ConsoleReport.Volume.VERBOSE, Terminal.NONE);
    assertThat(out.toString())
        .contains("block 6, port group 3 (packet 1245)")
        .contains("n/a          C14_024_06_CA_03     is for a CA or router")
        .contains("C15_0_1_012_17_02_3: pass on umad:mlx5_0/1?path=0,1");
  }

  @Test
  void progressIsShownAndWipedOnATerminalOnly() {
    play(ConsoleReport.Volume.NORMAL, new Terminal(false, true));
    assertThat(err.toString())
        .startsWith(
            "  ... C14_024_12 (1 of 4)\r\u001b[K  ... C14_024_12 33% (1 of 4)\r\u001b[K"
                + "  ... C14_017_03 (2 of 4)")
        .endsWith("\r\u001b[K");
  }

  @Test
  void aWaitIsShown() {
    ConsoleReport report =
        new ConsoleReport(
            new PrintWriter(out),
            new PrintWriter(err),
            new Terminal(false, true),
            ConsoleReport.Volume.NORMAL,
            new Details(new RerunCommand("ibassay run", List.of()), () -> Insight.NONE));
    report.on(new RunEvent.Waiting(passed().page(), Duration.ofSeconds(10)));
    assertThat(err.toString()).contains(" waiting for 10.00 s (1 of 1");
  }

  @Test
  void theTerminalReportsItsWidth() {
    assertThat(Terminal.of(true, Map.of("COLUMNS", "120")).columns()).isEqualTo(120);
    assertThat(Terminal.of(true, Map.of("COLUMNS", "20")).columns()).isEqualTo(40);
    assertThat(Terminal.of(true, Map.of("COLUMNS", "999")).columns()).isEqualTo(200);
    assertThat(Terminal.of(true, Map.of("COLUMNS", "wide")).columns()).isEqualTo(80);
    assertThat(Terminal.of(false, Map.of("COLUMNS", "120")).columns()).isEqualTo(120);
    assertThat(Terminal.of(false, Map.of()).columns()).isEqualTo(80);
  }

  @Test
  void detailsAreAsWideAsTheTerminal() {
    Terminal wide = new Terminal(false, true, 120);
    play(
        new ConsoleReport(
            new PrintWriter(out),
            new PrintWriter(err),
            wide,
            ConsoleReport.Volume.QUIET,
            new Details(
                new RerunCommand("ibassay run", List.of("--own-fabric")), () -> Insight.NONE)));
    assertThat(out.toString().lines().mapToInt(String::length).max().orElse(0))
        .isBetween(81, wide.columns());
  }

  @Test
  void aPipeOrALogOfCiIsNoTerminal() {
    assertThat(Terminal.of(true, Map.of())).isEqualTo(new Terminal(true, true));
    assertThat(Terminal.of(true, Map.of("NO_COLOR", "1"))).isEqualTo(new Terminal(false, true));
    assertThat(Terminal.of(true, Map.of("CI", "true"))).isEqualTo(Terminal.NONE);
    assertThat(Terminal.of(false, Map.of())).isEqualTo(Terminal.NONE);
  }

  @Test
  void aLongCommandIsFoldedAsAShellReadsIt() {
    RerunCommand again =
        new RerunCommand("./ibassay run", List.of("--expect", "my file.json", "--own-fabric"));
    assertThat(again.lines("C14_024_12", "umad:mlx5_0/1?path=0,1", 71))
        .containsExactly(
            "./ibassay run C14_024_12 --dut 'umad:mlx5_0/1?path=0,1' \\",
            "    --expect 'my file.json' --own-fabric");
  }

  @Test
  void aMessageIsWrappedAtATerminalOnly() {
    String text = "there is no such thing ".repeat(5) + "`as` [This]";
    assertThat(Terminal.NONE.complaint(text)).isEqualTo("ibassay: " + text);
    assertThat(new Terminal(false, true).complaint(text).lines())
        .hasSize(2)
        .anySatisfy(line -> assertThat(line).endsWith("`as` [This]"))
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
  }

  @Test
  void colorsOnATerminalOnly() {
    play(ConsoleReport.Volume.NORMAL, new Terminal(true, false));
    assertThat(out.toString())
        .contains("\u001b[31;1mFAIL        \u001b[0m C14_024_12")
        .contains("\u001b[32mpass        \u001b[0m C15");
  }

  @Test
  void aPassThatLeavesItsDutChangedIsNone() {
    ConsoleReport report = report(ConsoleReport.Volume.QUIET, Terminal.NONE);
    Judgement passed = new Judgement(Verdict.PASS, Verdict.PASS, null, List.of());
    TestResult left = result(LONG, passed, 20, new CheckLog(), List.of("LID was 1, is 2"));
    RunResult run =
        new RunResult(
            List.of(SWITCH), START, Duration.ofMillis(20), List.of(left), List.of(), false);
    assertThat(run.exit()).isEqualTo(3);
    report.on(new RunEvent.DutFound(0, SWITCH));
    report.on(new RunEvent.RunEnded(run));
    assertThat(out.toString())
        .contains("  - LID was 1, is 2; after C15_0_1_012_17_02_3\n")
        .endsWith("not restored: 1 pass in 0.02 s\n");
  }

  @Test
  void oneLineAFailure() {
    LinesReport report = new LinesReport(new PrintWriter(out), new PrintWriter(err));
    play(report);
    assertThat(out.toString().lines())
        .hasSize(14)
        .contains(
            "umad:mlx5_0/1?path=0,1: C14_024_12: fail: step 10: block 4, port group 0: expected"
                + " MADHeader:Status.Code 7 (invalid field value); received MADHeader:Status.Code 0"
                + " (no invalid fields) [v1c13-024#07,"
                + " v1c14-024.1.1#12.02; packet 1234; Verify that Status.Code == 7 in every block"
                + " beyond the capacity, and that all entries read 0]")
        .contains(
            "umad:mlx5_0/1?path=0,1: C14_024_12: fail: step 10: and 4 more [v1c13-024#07,"
                + " v1c14-024.1.1#12.02]",
            "umad:mlx5_0/1?path=0,1: C14_024_12: not restored: MulticastForwardingTable: 6 of 96"
                + " blocks are not restored: blocks 30-31",
            "umad:mlx5_0/1?path=0,1: C14_017_03: inconclusive: step I7: no response to the Set"
                + " that installs M_KEY_DUT");
  }

  private void play(ConsoleReport.Volume volume, Terminal terminal) {
    play(report(volume, terminal));
  }

  private ConsoleReport report(ConsoleReport.Volume volume, Terminal terminal) {
    RerunCommand again = new RerunCommand("ibassay run", List.of("--own-fabric"));
    return new ConsoleReport(
        new PrintWriter(out),
        new PrintWriter(err),
        terminal,
        volume,
        new Details(again, () -> Insight.NONE));
  }

  private static void play(RunListener report) {
    List<TestResult> tests = List.of(failed(), inconclusive(), notApplicable(), passed());
    report.on(new RunEvent.RunStarted(START, 4, 1));
    report.on(new RunEvent.DutFound(0, SWITCH));
    for (TestResult test : tests) {
      report.on(new RunEvent.TestStarted(0, test.page()));
      report.on(new RunEvent.Progress(test.page(), 1, 3));
      report.on(new RunEvent.TestEnded(test));
    }
    report.on(
        new RunEvent.RunEnded(
            new RunResult(
                List.of(SWITCH), START, Duration.ofMillis(2530), tests, List.of(), false)));
  }

  private static TestResult failed() {
    CheckLog log = new CheckLog();
    for (int i = 0; i < 8180; i++) {
      log.pass("10");
    }
    for (int i = 0; i < 12; i++) {
      Place place = Place.NOWHERE.at("block", 4 + i / 4).at("port group", i % 4);
      log.fail(
          new CheckLog.Failure(
              "10", place, "MADHeader:Status.Code 7", "MADHeader:Status.Code 0", 1234 + i));
    }
    List<CheckLog.Failure> examples = log.steps().values().iterator().next().examples();
    return result(
        TABLE,
        new Judgement(
            Verdict.FAIL,
            Verdict.PASS,
            null,
            List.of(
                new AssertionResult("v1c13-024#07", Verdict.FAIL, null, 8192, 12, examples),
                new AssertionResult(
                    "v1c14-024.1.1#12.02", Verdict.FAIL, null, 8192, 12, examples))),
        310,
        log,
        List.of("MulticastForwardingTable: 6 of 96 blocks are not restored: blocks 30-31"));
  }

  private static TestResult inconclusive() {
    String reason = "step I7: no response to the Set that installs M_KEY_DUT";
    return result(
        LEASE,
        new Judgement(
            Verdict.INCONCLUSIVE,
            Verdict.INCONCLUSIVE,
            reason,
            List.of(
                new AssertionResult(
                    "v1c14-019#01", Verdict.INCONCLUSIVE, reason, 0, 0, List.of()))),
        2200,
        new CheckLog(),
        List.of());
  }

  private static TestResult notApplicable() {
    return result(
        PORT_INFO,
        new Judgement(
            Verdict.NOT_APPLICABLE,
            Verdict.NOT_APPLICABLE,
            "is for a CA or router; the DUT is a switch",
            List.of()),
        0,
        new CheckLog(),
        List.of());
  }

  private static TestResult passed() {
    return result(
        LONG,
        new Judgement(Verdict.PASS, Verdict.PASS, null, List.of()),
        61_000 * 3,
        new CheckLog(),
        List.of());
  }

  private static TestResult result(
      Page page, Judgement judgement, long millis, CheckLog log, List<String> notRestored) {
    return TestResult.of(page, 0, judgement, log)
        .took(Duration.ofMillis(millis))
        .packets(new Packets(millis, millis, 0))
        .notes(List.of("the link runs at HDR, which the test's page does not list"))
        .notRestored(notRestored.stream().map(text -> new TestResult.Left(text, false)).toList())
        .build();
  }
}
