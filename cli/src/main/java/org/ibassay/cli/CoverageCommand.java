package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.runner.Selection;
import org.ibassay.runner.Suite;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.cause.StepText;
import org.ibassay.runner.report.JsonOutput;
import org.ibassay.suite.Page;
import org.ibassay.suite.coverage.AssertionList;
import org.ibassay.suite.coverage.UntestedPage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ibassay coverage`.
@Command(
    name = "coverage",
    description = "Show which tests and steps check an assertion, or why none does.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ibassay coverage                          every assertion",
      "  ibassay coverage 'v1c14-024.1.1#12.02'    one assertion",
      "  ibassay coverage 'R09_*' --json           assertions of these tests, as JSON"
    })
final class CoverageCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "SELECTOR",
      arity = "0..*",
      description = "Select tests as for \"ibassay run\". Default: all.")
  List<String> selectors = new ArrayList<>();

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  @Mixin OwnTestsOption tests = new OwnTestsOption();

  @Spec @Nullable CommandSpec spec;

  private final Setup setup;

  CoverageCommand(Setup setup) {
    this.setup = setup;
  }

  @Override
  public Integer call() throws UsageException {
    Suite suite = tests.load(setup).suite();
    Map<String, List<UntestedPage>> untested = untested(suite.pages());
    Map<String, Map<String, List<String>>> matrix = matrix(suite.pages(), untested.keySet());
    untested.keySet().removeIf(assertion -> !isNamed(assertion));
    PrintWriter out = Objects.requireNonNull(spec, "picocli fills it in").commandLine().getOut();
    if (json) {
      out.print(JsonOutput.text(trees(matrix, untested)));
    } else {
      Map<String, Page> byId =
          suite.pages().stream().collect(Collectors.toMap(Page::id, Function.identity()));
      matrix.forEach((assertion, tests) -> print(out, assertion, tests, byId));
      untested.forEach((assertion, pages) -> printUntested(out, assertion, pages));
      out.println();
      out.println(summary(matrix.size() + untested.size(), untested.size()));
    }
    return 0;
  }

  private static String summary(int all, int untested) {
    return Text.count(all, "assertion")
        + (untested == 0 ? "" : ", " + untested + " not tested")
        + ".";
  }

  /// Returns for each public assertion that no test claims the public pages that name it.
  private static Map<String, List<UntestedPage>> untested(List<Page> all) {
    Map<String, List<UntestedPage>> untested = new TreeMap<>();
    for (UntestedPage page : AssertionList.committed().untested()) {
      for (String assertion : page.assertions()) {
        if (all.stream().noneMatch(test -> test.claimed().contains(assertion))) {
          untested.computeIfAbsent(assertion, a -> new ArrayList<>()).add(page);
        }
      }
    }
    return untested;
  }

  /// Returns for each assertion the tests that claim it, and for each test the steps that prove it.
  private Map<String, Map<String, List<String>>> matrix(List<Page> all, Set<String> untested)
      throws UsageException {
    Map<String, Map<String, List<String>>> matrix = new TreeMap<>();
    List<String> ofTests =
        selectors.stream()
            .filter(selector -> untested.stream().noneMatch(id -> Selection.isNamed(selector, id)))
            .toList();
    if (ofTests.isEmpty() && !selectors.isEmpty()) {
      return matrix;
    }
    Set<String> claimed =
        all.stream().flatMap(page -> page.claimed().stream()).collect(Collectors.toSet());
    for (Page page : Selection.of(ofTests, all)) {
      for (String assertion : page.claimed()) {
        if (isSelected(assertion, claimed)) {
          matrix
              .computeIfAbsent(assertion, a -> new LinkedHashMap<>())
              .put(page.id(), steps(page, assertion));
        }
      }
    }
    return matrix;
  }

  /// If all selectors name assertions, the other assertions of their tests are not shown.
  private boolean isSelected(String assertion, Set<String> all) {
    return isNamed(assertion)
        || selectors.stream()
            .anyMatch(selector -> all.stream().noneMatch(id -> Selection.isNamed(selector, id)));
  }

  private boolean isNamed(String assertion) {
    return selectors.isEmpty()
        || selectors.stream().anyMatch(selector -> Selection.isNamed(selector, assertion));
  }

  private static List<String> steps(Page page, String assertion) {
    return Stream.of(page.initialization(), page.procedure(), page.always())
        .flatMap(List::stream)
        .filter(step -> step.assertions().contains(assertion))
        .map(Page.Step::id)
        .toList();
  }

  private void print(
      PrintWriter out, String assertion, Map<String, List<String>> tests, Map<String, Page> pages) {
    out.println(setup.terminal().bold(assertion));
    tests.forEach((test, steps) -> {
      String sentence = sentence(Objects.requireNonNull(pages.get(test), test), steps);
      Text.wrap("- " + test + ": " + words(steps) + sentence, setup.terminal().columns() - 2)
          .forEach(line -> out.println("  " + line));
    });
  }

  /// What the first of the steps says, after a colon.
  private static String sentence(Page page, List<String> steps) {
    return steps.stream()
        .findFirst()
        .flatMap(page::step)
        .map(step -> ": " + StepText.sentence(step))
        .orElse("");
  }

  private void printUntested(PrintWriter out, String assertion, List<UntestedPage> pages) {
    out.println(setup.terminal().bold(assertion));
    pages.forEach(page ->
        Text.wrap(
                "- not tested (" + page.page() + "): " + page.reason(),
                setup.terminal().columns() - 2)
            .forEach(line -> out.println("  " + line)));
  }

  private static String words(List<String> steps) {
    return steps.isEmpty()
        ? "on the page, but at no step"
        : (steps.size() == 1 ? "step " : "steps ") + String.join(", ", steps);
  }

  private static List<Map<String, Object>> trees(
      Map<String, Map<String, List<String>>> matrix, Map<String, List<UntestedPage>> untested) {
    return Stream.concat(
            matrix.entrySet().stream().map(CoverageCommand::tree),
            untested.entrySet().stream().map(CoverageCommand::untestedTree))
        .toList();
  }

  private static Map<String, Object> untestedTree(Map.Entry<String, List<UntestedPage>> row) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("assertion", row.getKey());
    tree.put("tests", List.of());
    tree.put(
        "untested",
        row.getValue().stream()
            .map(page -> {
              Map<String, Object> entry = new LinkedHashMap<>();
              entry.put("page", page.page());
              entry.put("reason", page.reason());
              return entry;
            })
            .toList());
    return tree;
  }

  private static Map<String, Object> tree(Map.Entry<String, Map<String, List<String>>> row) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("assertion", row.getKey());
    List<Map<String, Object>> tests = new ArrayList<>();
    row.getValue()
        .forEach((test, steps) -> {
          Map<String, Object> cell = new LinkedHashMap<>();
          cell.put("id", test);
          cell.put("steps", steps);
          tests.add(cell);
        });
    tree.put("tests", tests);
    return tree;
  }
}
