package org.ibassay.runner.html;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ibassay.runner.ClaimResult;
import org.ibassay.runner.DutCoverage;
import org.ibassay.runner.DutInfo;
import org.ibassay.runner.ReadingResult;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.report.SuiteDigest;

/// The summary of a run on single devices.
final class SummaryPage {
  private static final List<String> HEADS =
      List.of("Device", "Pass", "Fail", "Open", "Not applicable", "Assertions checked");

  private final SummarySheet sheet;
  private final RunResult run;
  private final HtmlReport.Origin origin;

  SummaryPage(Html html, RunResult run, HtmlReport.Origin origin) {
    this.sheet = new SummarySheet(html);
    this.run = run;
    this.origin = origin;
  }

  void write() throws IOException {
    sheet.open(ReportHead.headline(run));
    String digest = SuiteDigest.ofThis();
    sheet.fact(
        "Suite", SummarySheet.cut(origin.tester()) + (digest == null ? "" : ", SHA-256 " + digest));
    sheet.fact("Run", SummarySheet.run(run.started(), run.duration(), run.exit()));
    sheet.fact("Command", SummarySheet.cut(origin.command()));
    sheet.table(HEADS, run.duts().size(), this::device);
    sheet.list("What failed", failures());
    sheet.claims(
        ClaimResult.of(run).stream()
            .map(claim ->
                new SummarySheet.Claimed(
                    claim.claim().name() + " = " + claim.value(), claim.verdict()))
            .toList());
    sheet.list("What was not tested, and why", gaps());
    sheet.list("Which way the device goes where the specification is open", readings());
    sheet.list("What was not restored", notRestored());
    sheet.sign();
  }

  private SummarySheet.Row device(int index) {
    DutInfo dut = run.duts().get(index);
    List<TestResult> tests = run.tests().stream().filter(t -> t.dut() == index).toList();
    String guid = dut.nodeGuid() == 0 ? "" : ", NodeGUID 0x%016x".formatted(dut.nodeGuid());
    return new SummarySheet.Row(
        dut.uri(),
        SummarySheet.cut(dut.node().description()) + guid,
        List.of(
            count(tests, Verdict.PASS),
            count(tests, Verdict.FAIL),
            count(tests, Verdict.INCONCLUSIVE, Verdict.ERROR),
            count(tests, Verdict.NOT_APPLICABLE),
            DutCoverage.of(run, index).assertions()));
  }

  private static String count(List<TestResult> tests, Verdict... verdicts) {
    List<Verdict> wanted = List.of(verdicts);
    return "%,d".formatted(tests.stream().filter(t -> wanted.contains(t.verdict())).count());
  }

  private List<String> failures() {
    Map<String, List<String>> byAssertions = new LinkedHashMap<>();
    run.tests().stream()
        .filter(test -> test.verdict() == Verdict.FAIL)
        .forEach(test -> {
          String failed =
              test.judgement().assertions().stream()
                  .filter(a -> a.verdict() == Verdict.FAIL)
                  .map(a -> a.id() + (a.known() == null ? "" : " (known)"))
                  .collect(Collectors.joining(", "));
          byAssertions.computeIfAbsent(on(test) + failed, _ -> new ArrayList<>()).add(id(test));
        });
    return grouped(byAssertions);
  }

  private String on(TestResult test) {
    return run.duts().size() > 1 ? run.duts().get(test.dut()).uri() + ": " : "";
  }

  private static String id(TestResult test) {
    return test.page().id();
  }

  /// Tests that do not apply, have no verdict or were shortened, by reason, the most frequent
  /// first.
  private List<String> gaps() {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    run.tests().stream()
        .filter(test -> test.verdict() != Verdict.PASS && test.verdict() != Verdict.FAIL)
        .forEach(test ->
            byReason
                .computeIfAbsent(
                    on(test) + SummarySheet.open(test.verdict()) + test.reason(),
                    _ -> new ArrayList<>())
                .add(id(test)));
    run.tests().stream()
        .filter(test -> !test.leftOut().isEmpty())
        .forEach(test ->
            byReason
                .computeIfAbsent(
                    on(test) + "PROFILE=short left out " + test.leftOut(), _ -> new ArrayList<>())
                .add(id(test)));
    List<String> lines = new ArrayList<>();
    byReason.entrySet().stream()
        .sorted((one, other) -> other.getValue().size() - one.getValue().size())
        .forEach(entry -> lines.add(line(entry)));
    run.duts().stream()
        .filter(dut -> !dut.unreached().isEmpty())
        .forEach(dut ->
            lines.addFirst(dut.uri() + ": no tester port is cabled to ports " + dut.unreached()));
    return lines;
  }

  private static List<String> grouped(Map<String, List<String>> tests) {
    return tests.entrySet().stream().map(SummaryPage::line).toList();
  }

  private static String line(Map.Entry<String, List<String>> entry) {
    List<String> ids = entry.getValue();
    return SummarySheet.cut(
        ids.size() == 1
            ? ids.getFirst() + ": " + entry.getKey()
            : ids.size() + " tests: " + entry.getKey());
  }

  private List<String> readings() {
    Map<String, List<ReadingResult>> all = new LinkedHashMap<>();
    run.readings()
        .forEach(one ->
            all.computeIfAbsent(one.reading().id() + ": " + one.text(), _ -> new ArrayList<>())
                .add(one));
    return all.isEmpty()
        ? List.of()
        : List.of(SummarySheet.names(List.copyOf(all.keySet()), Function.identity()));
  }

  private List<String> notRestored() {
    return run.tests().stream()
        .flatMap(test -> test.notPutBack().stream())
        .distinct()
        .map(SummarySheet::cut)
        .toList();
  }
}
