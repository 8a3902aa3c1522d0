package org.ibassay.runner.html;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.ibassay.link.dut.PathText;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.fabric.FabricResult;
import org.ibassay.runner.fabric.FoundFabric;
import org.ibassay.runner.fabric.GroupFailure;
import org.ibassay.runner.fabric.NodeGroup;

/// `report.html` of a run over a fabric: what came out in a sentence, then group by group, who is
/// in it and what did not pass.
public final class FabricReport {
  private static final String STYLE =
      """
      main { max-width: 70rem; margin: 0 auto; padding: 1rem }
      header.head { padding: 1rem }
      header.head > div { max-width: 70rem; margin: 0 auto }
      details { margin: .5rem 0 }
      summary { cursor: pointer }
      .who { columns: 14rem; font-size: .9rem; overflow-wrap: anywhere }
      .fail { color: light-dark(#a40000, #ff8a80) }
      pre { white-space: pre-wrap; overflow-wrap: anywhere }
      """;

  private final Html html = new Html();
  private final FabricResult result;

  private FabricReport(FabricResult result) {
    this.result = result;
  }

  /// Writes the file.
  ///
  /// @param origin who made the run, and how
  public static void write(FabricResult result, HtmlReport.Origin origin, Path file)
      throws IOException {
    Files.writeString(file, new FabricReport(result).text(origin));
  }

  private String text(HtmlReport.Origin origin) throws IOException {
    String verdict = result.interrupted() ? "interrupted" : result.verdict().text();
    html.own("<!doctype html>\n").open("html", "lang", "en").open("head");
    html.own(Html.head(verdict + " · ibassay fabric report"));
    html.open(
        "meta",
        "http-equiv",
        "Content-Security-Policy",
        "content",
        "default-src 'none'; style-src 'unsafe-inline'");
    html.open("style").own(look() + STYLE).close().close();
    html.open("body").open("header", "class", "head").open("div", "class", "wide");
    html.element("h1", verdict).element("p", result.summary());
    html.element(
        "p",
        "%,d nodes found, %,d picked, %,d tested; %s, exit code %d"
            .formatted(
                result.found().nodes().size(),
                result.picked(),
                result.tested(),
                result.started(),
                result.exit()));
    html.element("p", origin.tester()).element("pre", origin.command());
    html.close().close().open("main");
    lines("Not as the topology file says", result.differences());
    lines(
        "Places without an answer",
        result.found().unanswered().stream()
            .map((FoundFabric.Place place) ->
                "path %s, from %s: %s"
                    .formatted(PathText.of(place.route()), place.from(), place.why()))
            .toList());
    lines("Cannot be", result.found().oddities());
    lines("Groups that differ", result.odd().stream().map(FabricResult.Odd::text).toList());
    int number = 0;
    for (NodeGroup group : result.groups()) {
      group(++number, group);
    }
    return html.close().close().close() + "\n";
  }

  private void lines(String title, List<String> lines) {
    if (!lines.isEmpty()) {
      html.element("h2", title).open("ul");
      lines.forEach(line -> html.element("li", line));
      html.close();
    }
  }

  private void group(int number, NodeGroup group) {
    html.element("h2", "Group %d: %s".formatted(number, group.verdict().text()));
    html.element("p", "%,d nodes: %s".formatted(group.who().size(), group.make()));
    for (GroupFailure failure : GroupFailure.of(group)) {
      html.open("section");
      html.element(
          "h3",
          "%s: %s".formatted(failure.test(), failure.verdict().text()),
          "class",
          failure.verdict() == Verdict.FAIL ? "fail" : "open");
      html.element("p", failure.title());
      if (!failure.lines().isEmpty()) {
        html.element("pre", String.join("\n", failure.lines()));
      }
      html.close();
    }
    html.open("details").element("summary", "Who").open("ul", "class", "who");
    group
        .who()
        .forEach(who ->
            html.element("li", "%s, %s, path %s".formatted(who.name(), who.guid(), who.path())));
    html.close().close();
  }

  private static String look() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(HtmlReport.class.getResourceAsStream("look.css"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
