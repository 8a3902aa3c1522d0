package org.ibassay.runner.html;

import java.io.IOException;
import java.time.temporal.ChronoUnit;
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

/// The run on one printed page, for signature: `report.html#summary`. Each part has a limited
/// number of lines and says how many more there are.
final class SummaryPage {
  static final String ID = "summary";

  private static final int DEVICES = 6;
  private static final int LINES = 7;
  private static final int NAMES = 24;
  private static final int LONGEST = 110;

  private final Html html;
  private final RunResult run;
  private final HtmlReport.Origin origin;

  SummaryPage(Html html, RunResult run, HtmlReport.Origin origin) {
    this.html = html;
    this.run = run;
    this.origin = origin;
  }

  void write() throws IOException {
    html.open("section", "class", ID, "id", ID, "aria-label", "Summary to sign");
    html.element("h2", "Test summary: " + ReportHead.headline(run));
    html.open("dl");
    String digest = SuiteDigest.ofThis();
    fact("Suite", cut(origin.tester()) + (digest == null ? "" : ", SHA-256 " + digest));
    fact(
        "Run",
        "started %s, took %s, exit code %d"
            .formatted(
                run.started().truncatedTo(ChronoUnit.SECONDS),
                TestEntry.time(run.duration()),
                run.exit()));
    fact("Command", cut(origin.command()));
    html.closeLine();
    devices();
    list("What failed", failures());
    list("What was claimed", claims());
    list("What was not tested, and why", gaps());
    list("Which way the device goes where the specification is open", readings());
    list("What was not restored", notRestored());
    signatures();
    html.closeLine();
  }

  private void fact(String name, String value) {
    html.open("div").element("dt", name).element("dd", value).closeLine();
  }

  private void devices() {
    html.element("h3", "What was tested").open("table").open("thead").open("tr");
    for (String head :
        List.of("Device", "Pass", "Fail", "Open", "Not applicable", "Assertions checked")) {
      html.element("th", head, "scope", "col");
    }
    html.close().close().open("tbody");
    for (int dut = 0; dut < Math.min(DEVICES, run.duts().size()); dut++) {
      device(dut);
    }
    html.close().closeLine();
    if (run.duts().size() > DEVICES) {
      html.element("p", "and %,d more devices".formatted(run.duts().size() - DEVICES));
    }
  }

  private void device(int index) {
    DutInfo dut = run.duts().get(index);
    List<TestResult> tests = run.tests().stream().filter(t -> t.dut() == index).toList();
    html.open("tr").open("th", "scope", "row").element("code", cut(dut.uri()));
    String guid = dut.nodeGuid() == 0 ? "" : ", NodeGUID 0x%016x".formatted(dut.nodeGuid());
    html.text(" " + cut(dut.node().description()) + guid).close();
    html.element("td", count(tests, Verdict.PASS));
    html.element("td", count(tests, Verdict.FAIL));
    html.element("td", count(tests, Verdict.INCONCLUSIVE, Verdict.ERROR));
    html.element("td", count(tests, Verdict.NOT_APPLICABLE));
    html.element("td", DutCoverage.of(run, index).assertions()).closeLine();
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

  /// Tests that do not apply or have no verdict, by reason, the most frequent first.
  private List<String> gaps() {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    run.tests().stream()
        .filter(test -> test.verdict() != Verdict.PASS && test.verdict() != Verdict.FAIL)
        .forEach(test ->
            byReason
                .computeIfAbsent(on(test) + open(test) + test.reason(), _ -> new ArrayList<>())
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

  private static String open(TestResult test) {
    return test.verdict() == Verdict.NOT_APPLICABLE
        ? "does not apply: "
        : test.verdict().text() + ": ";
  }

  private static List<String> grouped(Map<String, List<String>> tests) {
    return tests.entrySet().stream().map(SummaryPage::line).toList();
  }

  private static String line(Map.Entry<String, List<String>> entry) {
    List<String> ids = entry.getValue();
    return cut(
        ids.size() == 1
            ? ids.getFirst() + ": " + entry.getKey()
            : ids.size() + " tests: " + entry.getKey());
  }

  private List<String> claims() {
    List<ClaimResult> claims = ClaimResult.of(run);
    List<ClaimResult> tested = claims.stream().filter(c -> c.verdict() != null).toList();
    List<String> lines = new ArrayList<>();
    claims.stream()
        .map(ClaimResult::verdict)
        .filter(verdict -> verdict != null)
        .distinct()
        .sorted()
        .forEach(verdict ->
            lines.add(
                "tested, %s: %s"
                    .formatted(
                        verdict.text(),
                        names(
                            tested.stream().filter(c -> c.verdict() == verdict).toList(),
                            SummaryPage::text))));
    List<ClaimResult> open = claims.stream().filter(c -> c.verdict() == null).toList();
    if (!open.isEmpty()) {
      lines.add(
          "not testable, only compared with what the device reports: "
              + names(open, SummaryPage::text));
    }
    return lines;
  }

  private static String text(ClaimResult claim) {
    return claim.claim().name() + " = " + claim.value();
  }

  private List<String> readings() {
    Map<String, List<ReadingResult>> all = new LinkedHashMap<>();
    run.readings()
        .forEach(one ->
            all.computeIfAbsent(one.reading().id() + ": " + one.text(), _ -> new ArrayList<>())
                .add(one));
    return all.isEmpty()
        ? List.of()
        : List.of(names(List.copyOf(all.keySet()), Function.identity()));
  }

  private List<String> notRestored() {
    return run.tests().stream()
        .flatMap(test -> test.notPutBack().stream())
        .distinct()
        .map(SummaryPage::cut)
        .toList();
  }

  private static <T> String names(List<T> all, Function<T, String> name) {
    String some = all.stream().limit(NAMES).map(name).collect(Collectors.joining(", "));
    return all.size() <= NAMES ? some : some + " and " + (all.size() - NAMES) + " more";
  }

  private void list(String title, List<String> lines) {
    if (lines.isEmpty()) {
      return;
    }
    html.element("h3", title).open("ul");
    lines.stream().limit(LINES).forEach(line -> html.element("li", line));
    if (lines.size() > LINES) {
      html.element("li", "and %,d more lines in report.html".formatted(lines.size() - LINES));
    }
    html.closeLine();
  }

  private void signatures() {
    html.open("div", "class", "signatures");
    for (String who : List.of("Name", "Date", "Signature")) {
      html.element("p", who);
    }
    html.closeLine();
  }

  private static String cut(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
  }
}
