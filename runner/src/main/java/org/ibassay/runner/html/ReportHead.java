package org.ibassay.runner.html;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.ibassay.runner.DutCoverage;
import org.ibassay.runner.DutInfo;
import org.ibassay.runner.Expectation;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.cause.Cause;
import org.ibassay.runner.cause.Causes;
import org.ibassay.suite.CheckLog;

/// The head of a report: results, devices, suite, time and options.
final class ReportHead {
  private static final List<String> OUTCOMES =
      List.of("fail", "error", "inconclusive", "known", "pass", "not-applicable");

  /// Of more tests that show a cause, only the ids stand in the text.
  private static final int MOST_TITLES = 6;

  private final Html html;
  private final RunResult run;
  private final Map<String, Long> counts;

  ReportHead(Html html, RunResult run) {
    this.html = html;
    this.run = run;
    this.counts = counts(run.tests());
  }

  /// The number of tests with each outcome, the worst first.
  static Map<String, Long> counts(List<TestResult> tests) {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (String outcome : OUTCOMES) {
      long count = tests.stream().filter(t -> TestEntry.outcome(t).equals(outcome)).count();
      if (count > 0) {
        counts.put(outcome, count);
      }
    }
    return counts;
  }

  /// The verdict in a word or two.
  static String headline(RunResult run) {
    return run.interrupted()
        ? "interrupted"
        : switch (run.verdict()) {
          case NOT_APPLICABLE -> run.nothing();
          default -> run.verdict().text();
        };
  }

  void write(HtmlReport.Origin origin) {
    html.open("header", "class", "head").open("div", "class", "wide");
    html.open("p", "class", "brand").element("b", "ibassay").text(" test report").closeLine();
    html.open("div", "class", "outcome " + run.verdict().text());
    html.element("h1", capital(headline(run)));
    html.element("p", sentence()).closeLine();
    bar();
    coverage();
    causes(origin);
    html.open("dl", "class", "facts");
    String started = run.started().truncatedTo(ChronoUnit.SECONDS).toString();
    fact("Started", started.replace('T', ' ').replace("Z", " UTC"));
    fact("Took", TestEntry.time(run.duration()));
    fact("Tester", origin.tester());
    fact("Exit code", Integer.toString(run.exit()));
    if (!ReadingTable.isEmpty(run)) {
      html.open("div").element("dt", "Readings").open("dd");
      html.element(
          "a", "how " + ReadingTable.who(run) + " ambiguous rules", "href", "#" + ReadingTable.ID);
      html.close().closeLine();
    }
    html.open("div", "class", "whole").element("dt", "Command").open("dd");
    Command.write(html, origin.command());
    html.close().close().closeLine();
    duts();
    expectations();
    html.close().closeLine();
  }

  private static String capital(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  private String sentence() {
    List<String> parts = new ArrayList<>();
    counts.forEach(
        (outcome, count) -> parts.add("%,d %s".formatted(count, TestEntry.text(outcome))));
    long unstable = run.tests().stream().filter(TestResult::isUnstable).count();
    if (unstable > 0) {
      parts.add("%,d unstable".formatted(unstable));
    }
    return parts.isEmpty() ? "no test" : String.join(", ", parts);
  }

  /// Draws the share of each outcome.
  private void bar() {
    long all = Math.max(1, run.tests().size());
    html.open(
        "svg",
        "class",
        "bar",
        "viewBox",
        "0 0 " + all + " 1",
        "preserveAspectRatio",
        "none",
        "aria-hidden",
        "true");
    long from = 0;
    for (Map.Entry<String, Long> count : counts.entrySet()) {
      html.open(
              "rect",
              "class",
              count.getKey(),
              "x",
              Long.toString(from),
              "width",
              Long.toString(count.getValue()),
              "height",
              "1")
          .close();
      from += count.getValue();
    }
    html.closeLine();
  }

  /// Writes what the verdict does not cover.
  private void coverage() {
    for (int dut = 0; dut < run.duts().size(); dut++) {
      DutCoverage coverage = DutCoverage.of(run, dut);
      if (!coverage.isWhole()) {
        String uri = run.duts().size() > 1 ? " to " + run.duts().get(dut).uri() : "";
        html.open("p", "class", "covered");
        html.text(
            "%,d of %,d tests applied%s; ".formatted(coverage.applied(), coverage.tests(), uri));
        html.element("a", "what was not tested, and why", "href", "#not-applicable");
        html.text("; assertions checked: " + coverage.assertions()).closeLine();
      }
    }
  }

  /// Writes a summary of the causes, with the tests that show them.
  private void causes(HtmlReport.Origin origin) {
    List<Cause> causes = Causes.of(run);
    if (causes.isEmpty()) {
      return;
    }
    html.open("section", "class", "causes").element("h2", "What is wrong").open("ul");
    for (Cause cause : causes) {
      html.open("li");
      if (run.duts().size() > 1) {
        html.element("code", run.duts().get(cause.dut()).uri()).text(": ");
      }
      html.text(cause.text());
      CheckLog.Failure first = cause.first();
      String example = cause.example(first == null ? null : origin.evidence().request(first));
      if (!example.isEmpty()) {
        html.element("p", example, "class", "first");
      }
      html.open("p", "class", "where");
      String separator = "";
      for (Cause.Case shown : cause.cases()) {
        html.text(separator);
        html.element(
            "a",
            shown.toString(),
            "href",
            "#" + new TestEntry(html, run, shown.test()).id(),
            "title",
            PageText.plain(shown.test().page().title()));
        if (cause.cases().size() <= MOST_TITLES) {
          html.text(" (" + PageText.plain(shown.test().page().title()) + ")");
        }
        separator = "; ";
      }
      html.close().closeLine();
    }
    html.closeLine();
    origin.likenesses().forEach(this::likenesses);
    html.closeLine();
  }

  private void likenesses(String uri, List<String> sentences) {
    String of = run.duts().size() > 1 ? " of " + uri : "";
    html.element(
        "p",
        "The failures%s resemble known faults of simulated devices (a comparison, not a verdict):"
            .formatted(of));
    html.open("ul", "class", "likely");
    sentences.forEach(sentence -> html.element("li", sentence));
    html.closeLine();
  }

  private void fact(String name, String value) {
    html.open("div").element("dt", name).element("dd", value).closeLine();
  }

  private void duts() {
    html.open("ul", "class", "duts", "aria-label", "Devices under test");
    for (DutInfo dut : run.duts()) {
      html.open("li").open("h2").element("code", dut.uri()).close();
      html.element("p", identity(dut));
      String link = link(dut);
      if (!link.isEmpty()) {
        html.element("p", link);
      }
      dut.notes().forEach(note -> html.element("p", "Note: " + note));
      if (dut.trouble() != null) {
        html.element("p", dut.trouble().text(), "class", "trouble");
      }
      html.closeLine();
    }
    html.closeLine();
  }

  private static String identity(DutInfo dut) {
    List<String> parts = new ArrayList<>();
    parts.add(
        kind(dut)
            + (dut.node().description().isEmpty() ? "" : " “" + dut.node().description() + "”"));
    if (!dut.node().roles().isEmpty()) {
      parts.add("role " + String.join(", ", dut.node().roles()));
    }
    if (dut.nodeGuid() != 0) {
      parts.add("GUID 0x%016x".formatted(dut.nodeGuid()));
    }
    return String.join(" · ", parts);
  }

  private static String link(DutInfo dut) {
    List<String> parts = new ArrayList<>();
    DutInfo.Link link = dut.link();
    if (link != null) {
      parts.add("link %s %s, MTU %d".formatted(link.width(), link.speed(), link.mtu()));
      parts.add(
          link.hops() == 0
              ? "addressed by LID"
              : link.hops() + (link.hops() == 1 ? " hop away" : " hops away"));
    }
    if (dut.node().ports() > 0) {
      parts.add(dut.node().ports() + (dut.node().ports() == 1 ? " port" : " ports"));
    }
    if (!dut.unreached().isEmpty()) {
      parts.add("not cabled to the tester: port " + dut.unreached());
    }
    return String.join(" · ", parts);
  }

  private static String kind(DutInfo dut) {
    return switch (dut.kind()) {
      case CA -> "channel adapter";
      case SWITCH -> "switch";
      case ROUTER -> "router";
      case null -> "device";
    };
  }

  private void expectations() {
    expectations("Known non-conformances in ", Expectation::isNeeded);
    expectations("Not as expected in ", Expectation::isReported);
  }

  private void expectations(String title, Predicate<Expectation> picked) {
    List<Expectation> entries = run.expectations().stream().filter(picked).toList();
    if (!entries.isEmpty()) {
      html.open("section").element("h2", title + entries.getFirst().entry().file());
      html.open("ul");
      entries.forEach(expectation -> html.element("li", expectation.sentence()));
      html.close().closeLine();
    }
  }
}
