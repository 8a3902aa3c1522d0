package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.ibassay.runner.Selection;
import org.ibassay.runner.Suite;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.report.JsonOutput;
import org.ibassay.suite.Page;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ibassay coverage`.
@Command(
    name = "coverage",
    description = "Show which tests check an assertion, and at which steps.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ibassay coverage                          every assertion",
      "  ibassay coverage 'v1c14-024.1.1#12.02'    one",
      "  ibassay coverage 'R09_*' --json           those of some tests, as JSON"
    })
final class CoverageCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "SELECTOR",
      arity = "0..*",
      description = "As for \"ibassay run\". Default: all.")
  List<String> selectors = new ArrayList<>();

  @Option(names = "--json", description = "As JSON.")
  boolean json;

  @Spec @Nullable CommandSpec spec;

  private final Setup setup;

  CoverageCommand(Setup setup) {
    this.setup = setup;
  }

  @Override
  public Integer call() throws UsageException {
    Suite suite = setup.suite().get();
    Map<String, Map<String, List<String>>> matrix = matrix(suite.pages());
    PrintWriter out = Objects.requireNonNull(spec, "picocli fills it in").commandLine().getOut();
    if (json) {
      out.print(JsonOutput.text(matrix.entrySet().stream().map(CoverageCommand::tree).toList()));
    } else {
      matrix.forEach((assertion, tests) -> print(out, assertion, tests));
      out.println();
      out.println(Text.count(matrix.size(), "assertion") + ".");
    }
    return 0;
  }

  /// For each assertion the tests that claim it, for each test the steps that prove it.
  private Map<String, Map<String, List<String>>> matrix(List<Page> all) throws UsageException {
    Map<String, Map<String, List<String>>> matrix = new TreeMap<>();
    for (Page page : Selection.of(selectors, all)) {
      for (String assertion : page.claimed()) {
        if (isSelected(assertion)) {
          matrix
              .computeIfAbsent(assertion, a -> new LinkedHashMap<>())
              .put(page.id(), steps(page, assertion));
        }
      }
    }
    return matrix;
  }

  /// Where all selectors name assertions, the others of their tests are not asked for.
  private boolean isSelected(String assertion) {
    return selectors.isEmpty()
        || selectors.stream().anyMatch(assertion::equalsIgnoreCase)
        || selectors.stream().anyMatch(selector -> !selector.contains("#"));
  }

  private static List<String> steps(Page page, String assertion) {
    return Stream.of(page.initialization(), page.procedure(), page.always())
        .flatMap(List::stream)
        .filter(step -> step.assertions().contains(assertion))
        .map(Page.Step::id)
        .toList();
  }

  private void print(PrintWriter out, String assertion, Map<String, List<String>> tests) {
    out.println(setup.terminal().bold(assertion));
    tests.forEach((test, steps) ->
        Text.wrap("- " + test + ": " + words(steps), setup.terminal().columns() - 2)
            .forEach(line -> out.println("  " + line)));
  }

  private static String words(List<String> steps) {
    return steps.isEmpty()
        ? "listed on the page, at no step"
        : (steps.size() == 1 ? "step " : "steps ") + String.join(", ", steps);
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
