package org.ibassay.runner.html;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.Verdict;

/// The tests that do not apply to the devices, by reason.
final class NotApplicableTable {
  private final Html html;
  private final RunResult run;

  NotApplicableTable(Html html, RunResult run) {
    this.html = html;
    this.run = run;
  }

  /// The tests by device and reason, the most frequent reason first.
  private Map<List<String>, List<String>> tests() {
    Map<List<String>, List<String>> byReason =
        run.tests().stream()
            .filter(test -> test.verdict() == Verdict.NOT_APPLICABLE)
            .collect(
                Collectors.groupingBy(
                    this::key,
                    LinkedHashMap::new,
                    Collectors.mapping(test -> test.page().id(), Collectors.toList())));
    return byReason.entrySet().stream()
        .sorted((one, other) -> other.getValue().size() - one.getValue().size())
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, Map.Entry::getValue, (one, _) -> one, LinkedHashMap::new));
  }

  private List<String> key(TestResult test) {
    return List.of(run.duts().get(test.dut()).uri(), String.valueOf(test.reason()));
  }

  void write() {
    Map<List<String>, List<String>> tests = tests();
    if (tests.isEmpty()) {
      return;
    }
    boolean hasDuts = run.duts().size() > 1;
    html.open("section", "class", "wide readings", "id", "not-applicable");
    html.element("h2", "What does not apply, and why");
    html.open("table").open("thead").open("tr");
    html.element("th", "A test", "scope", "col");
    if (hasDuts) {
      html.element("th", "Device", "scope", "col");
    }
    html.element("th", "Tests", "scope", "col");
    html.close().close().open("tbody");
    tests.forEach((key, ids) -> {
      html.open("tr").element("th", key.getLast(), "scope", "row", "data-label", "A test");
      if (hasDuts) {
        html.open("td", "data-label", "Device").element("code", key.getFirst()).close();
      }
      String all = ids.stream().distinct().collect(Collectors.joining(", "));
      html.element("td", "%d: %s".formatted(ids.size(), all), "data-label", "Tests").closeLine();
    });
    html.close().close().closeLine();
  }
}
