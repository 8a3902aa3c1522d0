package org.ibassay.results.site;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.ibassay.results.store.History;
import org.ibassay.results.store.Matrix;
import org.ibassay.runner.html.Html;

/// The start page: devices by tests, assertions that fail on most devices, and flaky ones.
final class OverviewPage {
  private final StorePage page = new StorePage("", "Results over time");
  private final Html html = page.html();
  private final List<Matrix> matrices;
  private final List<History> histories;

  private OverviewPage(List<Matrix> matrices, List<History> histories) {
    this.matrices = matrices;
    this.histories = histories;
  }

  static String text(List<Matrix> matrices, List<History> histories, int runs, String foot) {
    return new OverviewPage(matrices, histories).text(runs, foot);
  }

  private String text(int runs, String foot) {
    html.open("dl", "class", "figures");
    page.figure("devices", matrices.size());
    page.figure("runs", runs);
    page.figure("assertions that ever failed", byAssertion().size());
    page.figure("of them flaky", (int) flaky().stream().map(History::assertion).distinct().count());
    html.closeLine();
    devices();
    assertions();
    flakyOnes();
    return page.end(foot);
  }

  /// Writes a row per device, and a column per test that does not pass everywhere.
  private void devices() {
    html.element("h2", "Devices by tests");
    Set<String> tests =
        matrices.stream()
            .flatMap(matrix -> matrix.cells().entrySet().stream())
            .filter(test -> !DevicePage.isPassed(test.getValue().values()))
            .map(Map.Entry::getKey)
            .collect(Collectors.toCollection(TreeSet::new));
    html.element(
        "p",
        "Each device in the last firmware version tested, with every test that failed or reached no"
            + " verdict on some device. A device's page has all tests and versions.",
        "class",
        "lead");
    page.table(
        "Devices by tests",
        _ -> {
          page.column("Device");
          page.column("Firmware");
          page.column("Passed");
          page.column("Failed");
          tests.forEach(test -> html.open("th", "scope", "col").element("code", test).close());
        },
        _ -> matrices.forEach(matrix -> device(matrix, tests)));
  }

  private void device(Matrix matrix, Set<String> tests) {
    String version = matrix.versions().isEmpty() ? "" : matrix.versions().getLast();
    html.open("tr").open("th", "scope", "row");
    page.device(matrix.device());
    html.close().element("td", version);
    html.element("td", count(matrix, version, "pass"), "class", "n");
    html.element("td", count(matrix, version, "fail"), "class", "n");
    for (String test : tests) {
      page.cell(matrix.cells().getOrDefault(test, Map.of()).get(version));
    }
    html.closeLine();
  }

  private static String count(Matrix matrix, String version, String verdict) {
    long count =
        matrix.cells().values().stream()
            .map(cells -> cells.get(version))
            .filter(cell -> cell != null && cell.verdict().equals(verdict))
            .count();
    return Long.toString(count);
  }

  private Map<String, Long> byAssertion() {
    return histories.stream()
        .collect(Collectors.groupingBy(History::assertion, Collectors.counting()));
  }

  private void assertions() {
    html.element("h2", "Assertions that failed");
    if (histories.isEmpty()) {
      html.element("p", "None.");
      return;
    }
    Map<String, Long> failing =
        histories.stream()
            .filter(DevicePage::isFailing)
            .collect(Collectors.groupingBy(History::assertion, Collectors.counting()));
    Map<String, History> first = new HashMap<>();
    histories.forEach(history -> first.putIfAbsent(history.assertion(), history));
    page.table(
        "Assertions that failed",
        _ -> {
          page.column("Assertion");
          page.column("Devices, ever");
          page.column("Devices, last version");
        },
        _ ->
            byAssertion().entrySet().stream()
                .sorted(
                    Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(assertion -> {
                  html.open("tr").open("th", "scope", "row");
                  page.assertion(first.getOrDefault(assertion.getKey(), histories.getFirst()));
                  html.close().element("td", assertion.getValue().toString(), "class", "n");
                  html.element(
                      "td", failing.getOrDefault(assertion.getKey(), 0L).toString(), "class", "n");
                  html.closeLine();
                }));
  }

  private List<History> flaky() {
    return histories.stream().filter(DevicePage::isFlaky).toList();
  }

  private void flakyOnes() {
    html.element("h2", "Flaky assertions");
    html.element(
        "p",
        "Some runs of one firmware version failed and others passed, or rounds of one run differed.",
        "class",
        "lead");
    if (flaky().isEmpty()) {
      html.element("p", "None.");
      return;
    }
    page.table(
        "Flaky assertions",
        _ -> {
          page.column("Assertion");
          page.column("Test");
          page.column("Device");
          page.column("Firmware");
        },
        _ ->
            flaky()
                .forEach(history -> {
                  html.open("tr").open("th", "scope", "row");
                  page.assertion(history);
                  html.close().open("td").element("code", history.test()).close().open("td");
                  page.device(history.device());
                  html.close().element("td", DevicePage.flakyVersions(history)).closeLine();
                }));
  }
}
