package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.ibassay.device.Deviation;
import org.ibassay.runner.ParameterValues;
import org.ibassay.runner.Selection;
import org.ibassay.runner.Suite;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.report.JsonOutput;
import org.ibassay.suite.Page;
import org.ibassay.suite.Parameter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ibassay list`.
@Command(
    name = "list",
    description = "List tests, readings, or deviations.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ibassay list                          all tests",
      "  ibassay list 'v1c14-024.1.1#12.02'    tests that check an assertion",
      "  ibassay list --json                   with assertions and parameters",
      "  ibassay list --readings               values of \"ibassay run --strict\"",
      "  ibassay list --deviations 'lease.*'   values of deviation=NAME in a sim: URI"
    })
final class ListCommand implements Callable<Integer> {
  private static final String ROW = "%-19s %-12s %-19s %-6s %s";

  @Parameters(
      paramLabel = "SELECTOR",
      arity = "0..*",
      description = "Select tests as for \"ibassay run\". Default: all.")
  List<String> selectors = new ArrayList<>();

  @Option(names = "--json", description = "Print JSON, with assertions and parameters.")
  boolean json;

  @Option(
      names = "--readings",
      description =
          "List readings, the points that the specification leaves open, with their ways.")
  boolean readings;

  @Option(
      names = "--deviations",
      description =
          "List the faults that a simulated device can have; SELECTOR is a name or a glob.")
  boolean deviations;

  @Mixin OwnTestsOption tests = new OwnTestsOption();

  @Spec @Nullable CommandSpec spec;

  private final Setup setup;

  ListCommand(Setup setup) {
    this.setup = setup;
  }

  @Override
  public Integer call() throws UsageException {
    PrintWriter out = Objects.requireNonNull(spec, "picocli fills it in").commandLine().getOut();
    if (readings && deviations) {
      throw new UsageException("list: --readings and --deviations are mutually exclusive");
    } else if (deviations) {
      List<Deviation> all = Deviation.with(tests.load(setup).deviations());
      new DeviationsList(out, setup.terminal(), all).print(selectors, json);
    } else if (readings) {
      if (!selectors.isEmpty()) {
        throw new UsageException("list --readings does not accept a SELECTOR");
      }
      new ReadingsList(out, setup.terminal()).print(json);
    } else {
      printTests(out);
    }
    return 0;
  }

  private void printTests(PrintWriter out) throws UsageException {
    Suite suite = tests.load(setup).suite();
    List<Page> pages = Selection.of(selectors, suite.pages());
    if (json) {
      out.print(JsonOutput.text(pages.stream().map(page -> tree(suite, page)).toList()));
    } else {
      out.println(
          setup.terminal().bold(ROW.formatted("test", "section", "DUT", "tester", "effect")));
      pages.forEach(page -> row(out, suite, page));
    }
  }

  private void row(PrintWriter out, Suite suite, Page page) {
    out.println(
        ROW.formatted(
            page.id(),
            page.section(),
            dut(page),
            tester(suite, page),
            page.effect().name().toLowerCase(Locale.ROOT)));
    out.println(
        setup
            .terminal()
            .faint(
                "    "
                    + setup
                        .terminal()
                        .cut(Text.plain(page.title()), setup.terminal().columns() - 4)));
  }

  /// Returns the kinds of DUT, or its role, which few of any kind have.
  private static String dut(Page page) {
    return page.roles().isEmpty() ? words(page.dut()) : words(page.roles());
  }

  static String words(List<? extends Enum<?>> constants) {
    return constants.stream().map(ListCommand::name).collect(Collectors.joining(", "));
  }

  static String tester(Suite suite, Page page) {
    return suite.maker().apply(page).testerKind().abbreviation();
  }

  private static String name(Enum<?> kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private static Map<String, Object> tree(Suite suite, Page page) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("id", page.id());
    tree.put("section", page.section());
    tree.put("title", page.title());
    tree.put("dut", page.dut().stream().map(ListCommand::name).toList());
    tree.put("roles", page.roles().stream().map(ListCommand::name).toList());
    tree.put("tester", tester(suite, page));
    tree.put("effect", page.effect().name().toLowerCase(Locale.ROOT));
    tree.put("assertions", List.copyOf(page.claimed()));
    tree.put(
        "parameters",
        page.parameters().stream().map(Parameter::valueOf).map(ListCommand::tree).toList());
    return tree;
  }

  private static Map<String, Object> tree(Parameter parameter) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("name", parameter.name());
    String number = ParameterValues.isList(parameter) ? "numbers" : "number";
    tree.put("type", parameter.words().isEmpty() ? number : "word");
    tree.put("unit", parameter.unit());
    tree.put("default", parameter.fallback());
    tree.put("allowed", ParameterValues.allowed(parameter));
    tree.put("meaning", parameter.meaning());
    return tree;
  }
}
