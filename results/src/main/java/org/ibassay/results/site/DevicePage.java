package org.ibassay.results.site;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ibassay.results.store.History;
import org.ibassay.results.store.Matrix;
import org.ibassay.results.store.StoredRun;
import org.ibassay.runner.html.Html;

/// The page of a device: its tests by firmware version, the assertions that changed between
/// versions, and its latest runs.
final class DevicePage {
  /// The number of runs listed.
  static final int RUNS = 50;

  private final StorePage page;
  private final Html html;
  private final Matrix matrix;

  private DevicePage(Matrix matrix) {
    this.matrix = matrix;
    page = new StorePage("../", matrix.device());
    html = page.html();
  }

  /// @param failed histories of this device with failures
  /// @param runs the latest runs
  static String text(Matrix matrix, List<History> failed, List<StoredRun> runs, String foot) {
    DevicePage page = new DevicePage(matrix);
    page.tests();
    page.assertions(failed);
    page.runs(runs);
    return page.page.end(foot);
  }

  /// Whether the latest verdicts are passes or not applicable, and nothing failed before.
  static boolean isPassed(Collection<Matrix.Cell> cells) {
    return cells.stream()
        .allMatch(cell ->
            cell.failed() == 0
                && (cell.verdict().equals("pass") || cell.verdict().equals("not-applicable")));
  }

  /// Whether it fails in the last version with a decided result.
  static boolean isFailing(History history) {
    List<History.Change> changes = history.changes();
    return !changes.isEmpty() && changes.getLast().isFailure();
  }

  static boolean isFlaky(History history) {
    return history.states().values().stream().anyMatch(History.State::isFlaky);
  }

  static String flakyVersions(History history) {
    return history.states().entrySet().stream()
        .filter(version -> version.getValue().isFlaky())
        .map(Map.Entry::getKey)
        .collect(Collectors.joining(", "));
  }

  private void tests() {
    List<String> passed = new ArrayList<>();
    List<String> others = new ArrayList<>();
    matrix.cells().forEach((test, cells) -> (isPassed(cells.values()) ? passed : others).add(test));
    html.element("h2", "Tests by firmware version");
    html.element(
        "p",
        "Versions stand in the order that they were first tested in. A cell has the verdict of the"
            + " latest run of that version.",
        "class",
        "lead");
    if (others.isEmpty()) {
      html.element("p", "Every test passed or did not apply, in every version.");
    } else {
      rows("Tests that failed or reached no verdict", others);
    }
    if (!passed.isEmpty()) {
      html.open("details");
      html.element(
          "summary",
          "Tests that passed or did not apply in every version (%,d)".formatted(passed.size()));
      rows("Tests that passed", passed);
      html.closeLine();
    }
  }

  private void rows(String label, List<String> tests) {
    page.table(
        label,
        _ -> {
          page.column("Test");
          matrix.versions().forEach(page::column);
        },
        _ ->
            tests.forEach(test -> {
              html.open("tr").open("th", "scope", "row").element("code", test).close();
              Map<String, Matrix.Cell> cells = matrix.cells().getOrDefault(test, Map.of());
              matrix.versions().forEach(version -> page.cell(cells.get(version)));
              html.closeLine();
            }));
  }

  private void assertions(List<History> failed) {
    html.element("h2", "Assertions that failed");
    if (failed.isEmpty()) {
      html.element("p", "None.");
      return;
    }
    page.table(
        "Assertions that failed",
        _ -> {
          page.column("Assertion");
          page.column("Test");
          page.column("Changed");
          matrix.versions().forEach(page::column);
        },
        _ ->
            failed.forEach(history -> {
              html.open("tr").open("th", "scope", "row");
              page.assertion(history);
              html.close().open("td").element("code", history.test()).close().open("td");
              page.changes(history);
              html.close();
              matrix.versions().forEach(version -> page.state(history.states().get(version)));
              html.closeLine();
            }));
  }

  private void runs(List<StoredRun> runs) {
    html.element("h2", "Latest runs");
    page.table(
        "Latest runs",
        _ ->
            List.of(
                    "Started",
                    "Firmware",
                    "Passed",
                    "Failed",
                    "No verdict",
                    "Not applicable",
                    "Run")
                .forEach(page::column),
        _ ->
            runs.reversed()
                .forEach(run -> {
                  html.open("tr").element("th", run.started(), "scope", "row");
                  html.element("td", run.firmware());
                  run.counts().forEach(count -> html.element("td", count.toString(), "class", "n"));
                  html.element("td", Long.toString(run.run()), "class", "n").closeLine();
                }));
  }
}
