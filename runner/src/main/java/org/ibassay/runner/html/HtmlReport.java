package org.ibassay.runner.html;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Function;
import org.ibassay.link.capture.CaptureSummary;
import org.ibassay.runner.DutInfo;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.cause.TraceEvidence;
import org.ibassay.suite.CheckLog;

/// Writes `report.html`, the human-readable report of a run, in one self-contained file.
///
/// All texts are in the page itself, except failures and their packets, which are compressed; a
/// script searches both. The details of a test become elements only when it is opened, because a
/// thousand tests have a hundred thousand.
public final class HtmlReport {
  /// Tester and command of a run.
  ///
  /// @param tester program and machine
  /// @param command command line
  /// @param again command that repeats one of its tests
  /// @param likenesses known faults that resemble the failures of a device, by its URI
  /// @param evidence evidence for failures from the capture
  public record Origin(
      String tester,
      String command,
      Function<TestResult, String> again,
      Map<String, List<String>> likenesses,
      TraceEvidence evidence) {}

  private static final List<String> ORDER =
      List.of("fail", "error", "inconclusive", "known", "pass", "not-applicable");

  private final Html html = new Html();

  /// A device cannot know it, so its texts cannot contain a valid script.
  private final String nonce = Long.toHexString(new SplittableRandom().nextLong());

  private final RunResult run;
  private final Origin origin;

  private HtmlReport(RunResult run, Origin origin) {
    this.run = run;
    this.origin = origin;
  }

  /// Writes the file.
  ///
  /// @param capture capture of the run, to which failures refer
  public static void write(RunResult run, Origin origin, CaptureSummary capture, Path file)
      throws IOException {
    HtmlReport report = new HtmlReport(run, origin);
    Packets packets = Packets.read(capture, origin.evidence(), report.frames());
    Files.writeString(file, report.text(packets, capture.missing()));
  }

  private String text(Packets packets, String missing) throws IOException {
    String style = resource("look.css") + resource("report.css") + SummarySheet.style();
    String script = resource("report.js");
    html.own("<!doctype html>\n").open("html", "lang", "en", "class", "loading").open("head");
    html.own(Html.head(ReportHead.headline(run) + " · ibassay test report"));
    html.open("meta", "http-equiv", "Content-Security-Policy", "content", policy());
    html.open("style", "nonce", nonce).own(style).close().closeLine();
    html.open("body");
    html.element("a", "Skip to the tests", "class", "skip", "href", "#tests");
    new ReportHead(html, run).write(origin);
    html.open("main", "id", "tests");
    tools();
    tests(packets);
    new ReadingTable(html, run).write();
    new ClaimTable(html, run).write();
    new NotTestedTables(html, run).write();
    html.closeLine();
    foot(missing);
    new SummaryPage(html, run, origin).write();
    html.open("script", "type", "text/plain", "id", "packets").own(packets.packed()).closeLine();
    html.open("script", "nonce", nonce).own(script).closeLine();
    return html.close().close() + "\n";
  }

  /// The packets to which failures refer.
  private SortedSet<Long> frames() {
    SortedSet<Long> frames = new TreeSet<>();
    for (TestResult test : run.tests()) {
      test.judgement().assertions().stream()
          .flatMap(assertion -> assertion.examples().stream())
          .forEach((CheckLog.Failure failure) -> {
            frames.add(failure.packet());
            frames.add(failure.request());
          });
    }
    frames.remove(0L);
    return frames;
  }

  private void tools() {
    html.open("div", "class", "tools", "role", "search").open("div", "class", "wide");
    html.open(
        "input",
        "id",
        "search",
        "type",
        "search",
        "autocomplete",
        "off",
        "aria-label",
        "Search tests, assertions and failures",
        "placeholder",
        "Search tests, assertions, failures ( / )");
    html.open("div", "role", "group", "aria-label", "Verdict");
    filter("", "all", run.tests().size());
    ReportHead.counts(run.tests())
        .forEach((outcome, count) -> filter(outcome, TestEntry.text(outcome), count));
    html.close();
    if (run.duts().size() > 1) {
      html.open("select", "id", "dut", "aria-label", "Device").open("option", "value", "");
      html.text("every device").close();
      for (int i = 0; i < run.duts().size(); i++) {
        DutInfo dut = run.duts().get(i);
        html.element("option", dut.uri(), "value", Integer.toString(i + 1));
      }
      html.close();
    }
    html.open("p", "id", "shown", "role", "status").close();
    html.close().closeLine();
  }

  private void filter(String outcome, String text, long count) {
    html.open(
        "button",
        "type",
        "button",
        "data-filter",
        outcome,
        "aria-pressed",
        Boolean.toString(outcome.isEmpty()));
    html.text(text + " ").element("small", "%,d".formatted(count)).closeLine();
  }

  /// The tests, the worst verdict first, otherwise in the order run.
  private void tests(Packets packets) {
    html.open("div", "class", "wide").element("h2", "Tests", "class", "skip");
    html.open("ol", "class", "list");
    boolean isOpen = true;
    for (String outcome : ORDER) {
      for (TestResult test : run.tests()) {
        if (TestEntry.outcome(test).equals(outcome)) {
          boolean isFailed = outcome.equals("fail");
          new TestEntry(html, run, test)
              .write(packets, origin.again().apply(test), isOpen && isFailed);
          isOpen &= !isFailed;
        }
      }
    }
    html.close().closeLine();
  }

  /// @param missing packets missing from the capture, if any
  private void foot(String missing) {
    html.open("footer", "class", "wide foot").open("p");
    html.text("Packet numbers are frames of ").element("a", "trace.pcapng", "href", "trace.pcapng");
    html.text(", where each packet's comment names test, step and the assertions that judged it. ");
    html.text("The same results for programs: ");
    html.element("a", "results.json", "href", "results.json").text(", ");
    html.element("a", "junit.xml", "href", "junit.xml").text(". ");
    html.element("a", "One page to print and sign", "href", "#" + SummarySheet.ID);
    html.text(". " + missing);
    html.close().closeLine();
  }

  /// The content security policy: nothing is loaded, and only this file's own style and script are
  /// active.
  private String policy() {
    return "default-src 'none'; style-src 'nonce-%s'; script-src 'nonce-%s'"
        .formatted(nonce, nonce);
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
