package org.ibassay.results.site;

import java.util.function.Consumer;
import org.ibassay.results.store.History;
import org.ibassay.results.store.Matrix;
import org.ibassay.runner.cause.StepText;
import org.ibassay.runner.html.Html;
import org.jspecify.annotations.Nullable;

/// The common parts of a store's pages: head, foot, verdicts and tables.
final class StorePage {
  private final Html html = new Html();
  private final String root;

  /// @param root path to the folder of `index.html`: empty, or `../`
  StorePage(String root, String title) {
    this.root = root;
    html.own("<!doctype html>\n").open("html", "lang", "en").open("head");
    html.own(Html.head(title + " · ibassay results"));
    html.open(
        "meta",
        "http-equiv",
        "Content-Security-Policy",
        "content",
        "default-src 'none'; style-src 'self' file:");
    html.open("link", "rel", "stylesheet", "href", root + "look.css");
    html.open("link", "rel", "stylesheet", "href", root + "results.css");
    html.close().own("\n").open("body");
    html.element("a", "Skip to the content", "class", "skip", "href", "#main");
    html.open("header", "class", "head").open("div", "class", "wide");
    html.open("p", "class", "brand").open("a", "href", root + "index.html");
    html.element("b", "ibassay").text(" results").close().close();
    html.element("h1", title).close().closeLine();
    html.open("main", "id", "main", "class", "wide");
  }

  Html html() {
    return html;
  }

  /// Returns the complete page.
  ///
  /// @param foot when and from what it was made
  String end(String foot) {
    html.closeLine();
    html.open("footer", "class", "wide foot").element("p", foot).closeLine();
    return html.close().close() + "\n";
  }

  void figure(String name, int value) {
    html.open("div").element("dt", name).element("dd", "%,d".formatted(value)).close();
  }

  /// Writes a table that scrolls separately, by keyboard too.
  void table(String label, Consumer<Html> head, Consumer<Html> rows) {
    html.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", label);
    html.open("table").open("thead").open("tr");
    head.accept(html);
    html.close().close().open("tbody");
    rows.accept(html);
    html.close().close().closeLine();
  }

  void column(String name) {
    html.element("th", name, "scope", "col");
  }

  void device(String device) {
    html.element("a", device, "href", root + "devices/" + PageName.of(device));
  }

  /// Writes a link to an assertion, with the step of the test that proves it.
  void assertion(History history) {
    String assertion = history.assertion();
    html.element("a", assertion, "href", root + "assertions/" + PageName.of(assertion));
    meaning(history, "small");
  }

  /// Writes the step of the test that proves an assertion, if it is known.
  void meaning(History history, String element) {
    String meaning = StepText.meaning(history.test(), history.assertion());
    if (!meaning.isEmpty()) {
      html.text(" ").element(element, meaning);
    }
  }

  /// Writes a cell of a matrix.
  void cell(Matrix.@Nullable Cell cell) {
    html.open("td");
    if (cell != null) {
      html.element(
          "span",
          text(cell),
          "class",
          "verdict " + (cell.isFlaky() ? "inconclusive" : cell.verdict()));
    }
    html.close();
  }

  private static String text(Matrix.Cell cell) {
    String verdict = cell.verdict().equals("not-applicable") ? "n/a" : cell.verdict();
    return cell.isFlaky()
        ? "%s, %d of %d failed".formatted(verdict, cell.failed(), cell.decided())
        : verdict;
  }

  /// Writes a cell of an assertion's history.
  void state(History.@Nullable State state) {
    html.open("td");
    if (state == null) {
      html.close();
      return;
    }
    String verdict = state.decided() == 0 ? "inconclusive" : state.failed() > 0 ? "fail" : "pass";
    html.element(
        "span",
        state.isFlaky()
            ? "flaky, %d of %d failed".formatted(state.failed(), state.decided())
            : verdict,
        "class",
        "verdict " + (state.isFlaky() ? "inconclusive" : verdict));
    html.close();
  }

  /// Writes the versions between which an assertion changed.
  void changes(History history) {
    html.open("ul", "class", "changes");
    for (History.Change change : history.changes()) {
      html.open("li").text(text(change)).close();
    }
    html.close();
  }

  private static String text(History.Change change) {
    if (change.from() == null) {
      return "failed in the first version tested, " + change.to();
    }
    return "%s between %s and %s"
        .formatted(change.isFailure() ? "began to fail" : "fixed", change.from(), change.to());
  }
}
