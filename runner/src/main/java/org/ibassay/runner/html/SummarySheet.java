package org.ibassay.runner.html;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.fabric.Trees;
import org.jspecify.annotations.Nullable;

/// One printed page for signature: `report.html#summary`. Each part has a limited number of lines
/// and says how many more there are.
final class SummarySheet {
  static final String ID = "summary";

  private static final int ROWS = 6;
  private static final int LINES = 7;
  private static final int NAMES = 24;
  private static final int LONGEST = 110;

  private final Html html;

  SummarySheet(Html html) {
    this.html = html;
  }

  /// Its style sheet.
  static String style() throws IOException {
    try (InputStream in = SummarySheet.class.getResourceAsStream("summary.css")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /// A row of the table.
  ///
  /// @param cells after the first column
  record Row(String name, String description, List<String> cells) {}

  /// A claim about a device.
  ///
  /// @param verdict of the tests that name it; null if no test does
  record Claimed(String text, @Nullable Verdict verdict) {}

  /// Starts the page.
  ///
  /// @param headline the result
  void open(String headline) {
    html.open("section", "class", "sheet", "id", ID, "aria-label", "Summary to sign");
    html.element("h2", "Test summary: " + headline).open("dl");
  }

  /// Adds a fact about the run; after all of them, the table is due.
  void fact(String name, String value) {
    html.open("div").element("dt", name).element("dd", value).closeLine();
  }

  /// Adds the table of what was tested.
  ///
  /// @param heads titles of the columns
  /// @param rows number of rows
  /// @param row creates those that are printed
  void table(List<String> heads, int rows, IntFunction<Row> row) {
    html.closeLine();
    html.element("h3", "What was tested").open("table").open("thead").open("tr");
    heads.forEach(head -> html.element("th", head, "scope", "col"));
    html.close().close().open("tbody");
    IntStream.range(0, Math.min(ROWS, rows)).mapToObj(row).forEach(this::row);
    html.close().closeLine();
    if (rows > ROWS) {
      html.element("p", "and %,d more rows in report.html".formatted(rows - ROWS));
    }
  }

  private void row(Row row) {
    html.open("tr").open("th", "scope", "row").element("code", cut(row.name));
    html.text(" " + row.description).close();
    row.cells.forEach(cell -> html.element("td", cell));
    html.closeLine();
  }

  /// Adds the claims of a file of results.
  void claimTrees(List<Map<String, @Nullable Object>> claims) {
    claims(
        claims.stream()
            .map(claim ->
                new Claimed(
                    Trees.text(claim, "name") + " = " + Trees.text(claim, "value"),
                    Verdict.of(Trees.text(claim, "verdict")).orElse(null)))
            .toList());
  }

  /// Adds a list, unless it is empty.
  void list(String title, List<String> lines) {
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

  /// Adds the claims by verdict.
  void claims(List<Claimed> claims) {
    List<String> lines = new ArrayList<>();
    claims.stream()
        .map(Claimed::verdict)
        .filter(verdict -> verdict != null)
        .distinct()
        .sorted()
        .forEach(verdict ->
            lines.add("tested, %s: %s".formatted(verdict.text(), texts(claims, verdict))));
    if (claims.stream().anyMatch(claim -> claim.verdict == null)) {
      lines.add("not testable, only compared with what the device reports: " + texts(claims, null));
    }
    list("What was claimed", lines);
  }

  private static String texts(List<Claimed> claims, @Nullable Verdict verdict) {
    return names(claims.stream().filter(c -> c.verdict == verdict).toList(), Claimed::text);
  }

  /// Ends the page with the lines to fill in.
  void sign() {
    html.open("div", "class", "signatures");
    for (String who : List.of("Name", "Date", "Signature")) {
      html.element("p", who);
    }
    html.close().closeLine();
  }

  /// Returns facts about time and result in one sentence.
  static String run(Instant started, Duration duration, int exit) {
    return "started %s, took %s, exit code %d"
        .formatted(started.truncatedTo(ChronoUnit.SECONDS), TestEntry.time(duration), exit);
  }

  /// Joins the first of many names.
  static <T> String names(List<T> all, Function<T, String> name) {
    String some = all.stream().limit(NAMES).map(name).collect(Collectors.joining(", "));
    return all.size() <= NAMES ? some : some + " and " + (all.size() - NAMES) + " more";
  }

  /// Returns why a test has no result, to be followed by the reason.
  static String open(Verdict verdict) {
    return verdict == Verdict.NOT_APPLICABLE ? "does not apply: " : verdict.text() + ": ";
  }

  static String cut(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
  }
}
