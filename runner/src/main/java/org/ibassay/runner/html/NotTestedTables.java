package org.ibassay.runner.html;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.Verdict;

/// What was not tested: the tests that do not apply to the devices, by reason, and what
/// PROFILE=short left out of others.
final class NotTestedTables {
  private final Html html;
  private final RunResult run;

  NotTestedTables(Html html, RunResult run) {
    this.html = html;
    this.run = run;
  }

  void write() {
    write(
        "not-applicable",
        "What does not apply, and why",
        "A test",
        tests(
            test -> test.verdict() == Verdict.NOT_APPLICABLE,
            test -> String.valueOf(test.reason())));
    write(
        "left-out",
        "What PROFILE=short left out; PROFILE=full includes it",
        "Left out",
        tests(test -> !test.leftOut().isEmpty(), TestResult::leftOut));
  }

  /// Selected tests by device and text, the most frequent text first.
  private Map<List<String>, List<String>> tests(
      Predicate<TestResult> which, Function<TestResult, String> text) {
    Map<List<String>, List<String>> byText =
        run.tests().stream()
            .filter(which)
            .collect(
                Collectors.groupingBy(
                    test -> List.of(run.duts().get(test.dut()).uri(), text.apply(test)),
                    LinkedHashMap::new,
                    Collectors.mapping(test -> test.page().id(), Collectors.toList())));
    return byText.entrySet().stream()
        .sorted((one, other) -> other.getValue().size() - one.getValue().size())
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, Map.Entry::getValue, (one, _) -> one, LinkedHashMap::new));
  }

  private void write(String id, String title, String head, Map<List<String>, List<String>> tests) {
    if (tests.isEmpty()) {
      return;
    }
    boolean hasDuts = run.duts().size() > 1;
    html.open("section", "class", "wide readings", "id", id);
    html.element("h2", title);
    html.open("table").open("thead").open("tr");
    html.element("th", head, "scope", "col");
    if (hasDuts) {
      html.element("th", "Device", "scope", "col");
    }
    html.element("th", "Tests", "scope", "col");
    html.close().close().open("tbody");
    tests.forEach((key, ids) -> {
      html.open("tr").element("th", key.getLast(), "scope", "row", "data-label", head);
      if (hasDuts) {
        html.open("td", "data-label", "Device").element("code", key.getFirst()).close();
      }
      String all = ids.stream().distinct().collect(Collectors.joining(", "));
      html.element("td", "%d: %s".formatted(ids.size(), all), "data-label", "Tests").closeLine();
    });
    html.close().close().closeLine();
  }
}
