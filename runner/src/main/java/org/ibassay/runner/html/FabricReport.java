package org.ibassay.runner.html;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.ibassay.runner.Expectation;
import org.ibassay.runner.fabric.FabricFacts;
import org.ibassay.runner.fabric.FabricResult;
import org.ibassay.runner.fabric.GroupFailure;
import org.ibassay.runner.fabric.NodeGroup;
import org.ibassay.runner.fabric.Trees;
import org.jspecify.annotations.Nullable;

/// Writes `report.html` of a run over a fabric: a summary, then for each group its nodes and the
/// tests that did not pass.
public final class FabricReport {
  private static final String STYLE =
      """
      main, header.head > div { max-width: 70rem; margin: 0 auto; padding: 0 1rem }
      header.head { padding: 1.5rem 0 1rem; background: var(--card); border-bottom: 1px solid var(--line) }
      .brand { color: var(--soft); margin: 0 0 .5rem }
      h1 { font-size: 2.75rem }
      h2 { font-size: 1.125rem }
      .fail { color: var(--fail) }
      .error { color: var(--error) }
      .inconclusive { color: var(--open) }
      .pass { color: var(--pass) }
      .sentence { font-size: 1.125rem; margin: .25rem 0 }
      .facts, .why { color: var(--soft); margin: .25rem 0; font-size: .9375rem }
      .group { background: var(--card); border: 1px solid var(--line); border-radius: var(--round);
        padding: .75rem 1rem; margin: 1rem 0 }
      .group p { margin: .25rem 0 }
      .group section { border-left: 4px solid var(--line); padding-left: .75rem; margin: .75rem 0 }
      .group ul { margin: .25rem 0; padding-left: 1.25rem }
      details { margin: .5rem 0 }
      summary { cursor: pointer; color: var(--link) }
      .who { font-size: .9rem; overflow-wrap: anywhere }
      .who li { content-visibility: auto; contain-intrinsic-size: auto 1.4rem }
      pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--sunk);
        padding: .5rem .75rem; border-radius: var(--round); margin: .5rem 0 }
      """;

  private final Html html = new Html();
  private final FabricResult result;

  private FabricReport(FabricResult result) {
    this.result = result;
  }

  /// Writes the file.
  public static void write(FabricResult result, ReportSource source, Path file) throws IOException {
    Files.writeString(file, new FabricReport(result).text(source));
  }

  private String text(ReportSource source) throws IOException {
    String verdict = result.scope().interrupted() ? "interrupted" : result.verdict().text();
    html.own("<!doctype html>\n").open("html", "lang", "en").open("head");
    html.own(Html.head(verdict + " · ibassay fabric report"));
    html.open(
        "meta",
        "http-equiv",
        "Content-Security-Policy",
        "content",
        "default-src 'none'; style-src 'unsafe-inline'");
    html.open("style").own(Html.look() + STYLE + SummarySheet.style()).close().close();
    html.open("body").open("header", "class", "head").open("div", "class", "wide");
    html.open("p", "class", "brand").element("b", "ibassay").text(" fabric report").close();
    html.element("h1", verdict, "class", verdict);
    html.element("p", result.summary(), "class", "sentence");
    html.element(
        "p",
        "%,d nodes found, %,d picked, %,d tested; %s, exit code %d"
            .formatted(
                result.facts().nodes(),
                result.picked(),
                result.tested(),
                result.started().truncatedTo(ChronoUnit.SECONDS),
                result.exit()),
        "class",
        "facts");
    if (!result.scope().missing().isEmpty()) {
      String missing = "Missing: shards " + String.join(", ", result.scope().missing()) + ".";
      html.element("p", missing, "class", "sentence fail");
    }
    html.element("p", source.tester(), "class", "facts").element("pre", source.command());
    html.close().close().open("main");
    lines("Different from the topology file", result.differences());
    lines(
        "Places without an answer",
        result.facts().silent().stream().map(FabricFacts.Silent::toString).toList());
    lines("Cannot be", result.facts().oddities());
    lines(FabricFacts.WITHOUT_FIRMWARE, result.facts().withoutFirmware());
    lines(
        "Known non-conformances",
        result.expectations().stream().map(Expectation::sentence).toList());
    lines("Claims", result.claims().stream().map(FabricReport::claim).toList());
    lines("Groups that differ", result.odd().stream().map(FabricResult.Odd::text).toList());
    int number = 0;
    for (NodeGroup group : result.groups()) {
      group(++number, group);
    }
    html.open("p", "class", "facts");
    html.element("a", "One page to print and sign", "href", "#" + SummarySheet.ID).close().close();
    new FabricSummary(html, result, source).write(verdict);
    return html.close().close() + "\n";
  }

  private static String claim(Map<String, @Nullable Object> claim) {
    String verdict = Trees.text(claim, "verdict");
    return "%s = %s: %s"
        .formatted(
            Trees.text(claim, "name"),
            Trees.text(claim, "value"),
            verdict.isEmpty()
                ? "not testable; compared with what the nodes report"
                : verdict + " " + claim.get("tests"));
  }

  private void lines(String title, List<String> lines) {
    if (!lines.isEmpty()) {
      html.open("div", "class", "group").element("h2", title).open("ul");
      lines.forEach(line -> html.element("li", line));
      html.close().close();
    }
  }

  private void group(int number, NodeGroup group) {
    String verdict = group.verdict().text();
    html.open("div", "class", "group");
    html.element("h2", "Group %d: %s".formatted(number, verdict), "class", verdict);
    html.element(
        "p",
        "%,d %s: %s"
            .formatted(
                group.who().size(), group.who().size() == 1 ? "node" : "nodes", group.make()));
    for (GroupFailure failure : GroupFailure.of(group)) {
      html.open("section");
      html.element(
          "h3",
          "%s: %s".formatted(failure.test(), failure.verdict().text()),
          "class",
          failure.verdict().text());
      html.element("p", failure.title());
      if (!failure.lines().isEmpty()) {
        html.element("pre", String.join("\n", failure.lines()));
      }
      html.close();
    }
    notCovered(group);
    html.open("details").element("summary", "The nodes").open("ul", "class", "who");
    group
        .who()
        .forEach(who ->
            html.element("li", "%s, %s, path %s".formatted(who.name(), who.guid(), who.path())));
    html.close().close().close();
  }

  private void notCovered(NodeGroup group) {
    Map<String, Long> reasons = group.notCovered();
    if (reasons.isEmpty()) {
      return;
    }
    String applied =
        "%,d of %,d tests applied; not covered".formatted(group.applied(), group.tests().size());
    html.open("details").element("summary", applied).open("ul");
    reasons.forEach((reason, tests) ->
        html.element("li", "%,d %s: %s".formatted(tests, tests == 1 ? "test" : "tests", reason)));
    html.close().close();
  }
}
