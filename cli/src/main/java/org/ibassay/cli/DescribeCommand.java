package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.ibassay.runner.ParameterValues;
import org.ibassay.runner.Selection;
import org.ibassay.runner.Suite;
import org.ibassay.runner.UsageException;
import org.ibassay.suite.Page;
import org.ibassay.suite.Parameter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ibassay describe`.
@Command(
    name = "describe",
    description = "Show a test's page, with its procedure step by step.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  ibassay describe C14_024_12"})
final class DescribeCommand implements Callable<Integer> {
  @Parameters(paramLabel = "TEST", arity = "1", description = "ID of a test, e.g. C14_024_12.")
  String id = "";

  @Mixin OwnTestsOption tests = new OwnTestsOption();

  @Spec @Nullable CommandSpec spec;

  private final Setup setup;

  DescribeCommand(Setup setup) {
    this.setup = setup;
  }

  @Override
  public Integer call() throws UsageException {
    Suite suite = tests.load(setup).suite();
    List<Page> pages = Selection.of(List.of(id), suite.pages());
    if (pages.size() > 1) {
      throw new UsageException(
          "\"%s\" selects %d tests; expected one of %s"
              .formatted(
                  id, pages.size(), String.join(", ", pages.stream().map(Page::id).toList())));
    }
    PrintWriter out = Objects.requireNonNull(spec, "picocli fills it in").commandLine().getOut();
    new Description(out, setup.terminal(), pages.getFirst()).print(suite);
    return 0;
  }

  /// Prints a page on the terminal.
  private record Description(PrintWriter out, Terminal terminal, Page page) {
    private static final int LABEL = 13;
    private static final int STEP = 6;
    private static final String PUBLIC_PAGE =
        "of this name in the InfiniBand Test Specification 1.0.38";

    void print(Suite suite) {
      String lead = page.id() + "  ";
      for (String line : Text.wrap(page.title(), terminal.columns() - lead.length())) {
        out.println(terminal.bold(lead + line));
        lead = " ".repeat(lead.length());
      }
      out.println();
      Text.wrap(page.summary(), terminal.columns()).forEach(out::println);
      out.println();
      entry("Section", page.section());
      entry("DUT", ListCommand.words(page.dut()));
      entry("Role", ListCommand.words(page.roles()));
      entry("Tester", ListCommand.tester(suite, page));
      entry("Effect", effect());
      entry("Topology", page.topology());
      entry("Qualifiers", page.qualifiers());
      entry("Coverage", String.join(", ", page.coverage()));
      entry("Public page", page.coverage().isEmpty() ? "" : PUBLIC_PAGE);
      entry("Assertions", String.join(", ", page.claimed()));
      page.parameters().stream().map(Parameter::valueOf).forEach(this::parameter);
      entry("Left out", page.leftOut().isEmpty() ? "" : "by PROFILE=short: " + page.leftOut());
      notes();
      steps("Initialization", page.initialization());
      steps("Procedure", page.procedure());
      steps("Always", page.always());
    }

    private String effect() {
      String name = page.effect().name().toLowerCase(Locale.ROOT);
      return switch (page.effect()) {
        case READS -> name + ": changes nothing";
        case CHANGES -> name + ": changes are restored, except counters";
        case DISRUPTS -> name + ": the link or subnet manager is disrupted";
      };
    }

    private void parameter(Parameter parameter) {
      entry(
          "Parameter",
          "%s: %s (%s; %s; default %s)"
              .formatted(
                  parameter,
                  parameter.meaning(),
                  parameter.unit(),
                  ParameterValues.allowed(parameter),
                  parameter.fallback()));
    }

    private void notes() {
      if (!page.notes().isEmpty()) {
        heading("Notes");
        page.notes().forEach(note -> labelled("-", 2, note));
      }
    }

    private void steps(String heading, List<Page.Step> steps) {
      if (steps.isEmpty()) {
        return;
      }
      heading(heading);
      for (Page.Step step : steps) {
        labelled(step.id(), STEP, step.text());
        if (!step.assertions().isEmpty()) {
          for (String line :
              Text.wrap("= " + String.join(", ", step.assertions()), terminal.columns() - STEP)) {
            out.println(" ".repeat(STEP) + terminal.faint(line));
          }
        }
      }
    }

    private void heading(String text) {
      out.println();
      out.println(terminal.bold(text));
    }

    private void entry(String label, String text) {
      if (!text.isBlank()) {
        labelled(label, LABEL, text);
      }
    }

    private void labelled(String label, int width, String text) {
      String first = label + " ".repeat(Math.max(1, width - label.length()));
      for (String line : Text.wrap(text, terminal.columns() - width)) {
        out.println((first + line).stripTrailing());
        first = " ".repeat(width);
      }
    }
  }
}
