package org.ibassay.runner.html;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.ibassay.runner.Expectation;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.fabric.GroupFailure;
import org.ibassay.runner.fabric.Trees;
import org.ibassay.runner.merge.MergedResult;
import org.ibassay.runner.merge.MergedResult.MergedDut;
import org.ibassay.runner.merge.MergedResult.SharedFailure;

/// Writes `report.html` of many devices: failures with the devices that show them, then each device
/// with a link to its own report.
public final class FleetReport {
  private static final List<Verdict> COLUMNS =
      List.of(
          Verdict.FAIL, Verdict.ERROR, Verdict.INCONCLUSIVE, Verdict.PASS, Verdict.NOT_APPLICABLE);

  private static final int FEW = 10;

  private final Html html = new Html();
  private final MergedResult result;

  private FleetReport(MergedResult result) {
    this.result = result;
  }

  /// Writes the file.
  public static void write(MergedResult result, ReportSource source, Path file) throws IOException {
    Files.writeString(file, new FleetReport(result).text(source));
  }

  /// The result in a word or two.
  public static String headline(MergedResult result) {
    if (result.scope().interrupted()) {
      return "interrupted";
    }
    if (!result.scope().missing().isEmpty()) {
      return "incomplete";
    }
    return result.verdict() == Verdict.NOT_APPLICABLE
        ? result.countKnown() > 0 ? "no test passed" : "nothing applied"
        : result.verdict().text();
  }

  /// The result in one sentence: the number of devices and tests with each verdict.
  public static String sentence(MergedResult result) {
    List<String> duts = new ArrayList<>();
    List<String> tests = new ArrayList<>();
    for (Verdict verdict : COLUMNS) {
      long devices = result.duts().stream().filter(dut -> dut.verdict() == verdict).count();
      if (devices > 0) {
        duts.add("%,d %s".formatted(devices, verdict.text()));
      }
      if (result.count(verdict) > 0) {
        tests.add("%,d %s".formatted(result.count(verdict), verdict.text()));
      }
    }
    if (result.countKnown() > 0) {
      tests.add("%,d of the failures known".formatted(result.countKnown()));
    }
    return "%,d %s%s; tests: %s"
        .formatted(
            result.duts().size(),
            result.duts().size() == 1 ? "DUT" : "DUTs",
            duts.isEmpty() ? "" : ": " + String.join(", ", duts),
            tests.isEmpty() ? "none" : String.join(", ", tests));
  }

  private String text(ReportSource source) throws IOException {
    String headline = headline(result);
    String verdict = result.verdict().text();
    html.own("<!doctype html>\n").open("html", "lang", "en").open("head");
    html.own(Html.head(headline + " · ibassay fleet report"));
    html.open(
        "meta",
        "http-equiv",
        "Content-Security-Policy",
        "content",
        "default-src 'none'; style-src 'unsafe-inline'");
    html.open("style")
        .own(Html.look() + resource("fleet.css") + SummarySheet.style())
        .close()
        .closeLine();
    html.open("body").open("header", "class", "head").open("div");
    html.open("p", "class", "brand").element("b", "ibassay").text(" fleet report").close();
    html.element("h1", headline, "class", verdict);
    html.element("p", sentence(result), "class", "sentence");
    if (!result.scope().missing().isEmpty()) {
      String missing = "Missing: shards " + String.join(", ", result.scope().missing()) + ".";
      html.element("p", missing, "class", "sentence fail");
    }
    html.element("p", facts(), "class", "facts");
    html.element("p", source.tester(), "class", "facts").element("pre", source.command());
    html.close().close().open("main");
    expectations();
    failures();
    duts();
    html.open("p", "class", "facts").text("The same results for programs: ");
    html.element("a", "results.json", "href", "results.json").text(", ");
    html.element("a", "junit.xml", "href", "junit.xml").text(". ");
    html.element("a", "One page to print and sign", "href", "#" + SummarySheet.ID).close().close();
    new FleetSummary(html, result, source).write();
    return html.close().close() + "\n";
  }

  private String facts() {
    String shard = result.scope().shard() == null ? "" : "shard " + result.scope().shard() + "; ";
    return "%sstarted %s, took %s; exit code %d; %s"
        .formatted(
            shard,
            result.started().truncatedTo(ChronoUnit.SECONDS),
            TestEntry.time(result.duration()),
            result.exit(),
            result.suite());
  }

  private void expectations() {
    List<Expectation> reported =
        result.expectations().stream().filter(Expectation::isReported).toList();
    if (!reported.isEmpty()) {
      html.open("section", "class", "group").element("h2", "Expect files").open("ul");
      reported.forEach(entry -> html.element("li", entry.entry().file() + ": " + entry.sentence()));
      html.close().closeLine();
    }
  }

  private void failures() {
    if (result.failures().isEmpty()) {
      return;
    }
    html.element("h2", "What did not pass");
    for (SharedFailure shared : result.failures()) {
      GroupFailure failure = shared.failure();
      String verdict = failure.verdict().text();
      html.open("section", "class", "group");
      html.element("h3", failure.test() + ": " + verdict, "class", verdict);
      html.element("p", PageText.plain(failure.title()));
      if (!failure.lines().isEmpty()) {
        html.element("pre", String.join("\n", failure.lines()));
      }
      where(shared);
      html.closeLine();
    }
  }

  /// Links each device to the test in its own report.
  private void where(SharedFailure shared) {
    int count = shared.duts().size();
    boolean isLong = count > FEW;
    if (isLong) {
      html.open("details").element("summary", "on %,d DUTs".formatted(count));
    }
    html.open("ul", "class", "who");
    for (int index : shared.duts()) {
      MergedDut dut = result.duts().get(index);
      String anchor = "#" + shared.failure().test() + "-" + Html.id(field(dut, "uri"));
      html.open("li").element("a", dut.label(), "href", report(dut) + anchor).close();
    }
    html.close();
    if (isLong) {
      html.close();
    }
  }

  private void duts() {
    html.element("h2", "Devices under test");
    html.open("div", "class", "scroll").open("table").open("thead").open("tr");
    for (String head : List.of("Device", "Verdict", "Kind", "Firmware", "Owner")) {
      html.element("th", head, "scope", "col");
    }
    for (Verdict column : COLUMNS) {
      html.element("th", column.text(), "scope", "col");
    }
    html.close().close().open("tbody");
    result.duts().forEach(this::dut);
    html.close().close().closeLine();
  }

  private void dut(MergedDut dut) {
    html.open("tr").open("th", "scope", "row").element("a", dut.label(), "href", report(dut));
    if (!dut.label().equals(field(dut, "uri"))) {
      html.open("div").element("code", field(dut, "uri")).close();
    }
    if (!field(dut, "trouble").isEmpty()) {
      html.element("div", field(dut, "trouble"), "class", "error");
    }
    html.close();
    html.element("td", dut.verdict().text(), "class", dut.verdict().text());
    html.element("td", kind(dut));
    html.element("td", field(dut, "firmware")).element("td", field(dut, "owner"));
    for (Verdict column : COLUMNS) {
      long count = dut.counts().getOrDefault(column, 0L);
      html.element("td", count == 0 ? "" : "%,d".formatted(count), "class", "number");
    }
    html.closeLine();
  }

  private static String kind(MergedDut dut) {
    String description = field(dut, "description");
    return field(dut, "kind") + (description.isEmpty() ? "" : " \u201c" + description + "\u201d");
  }

  private static String report(MergedDut dut) {
    return dut.directory() + "/report.html";
  }

  private static String field(MergedDut dut, String name) {
    return Trees.text(dut.tree(), name);
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = Objects.requireNonNull(FleetReport.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
