package org.ibassay.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.ibassay.qualify.Explanation;
import org.ibassay.qualify.FailedDut;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ibassay explain`.
@Command(
    name = "explain",
    description = {
      "Show known faults that resemble the failures of a run.",
      "The faults are the deviations of the simulated devices. A fault is listed if it"
          + " makes the same steps fail, with the same values, and no other step of the tests"
          + " that ran. A resemblance is not a verdict: the device may have a fault that is"
          + " not simulated."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ibassay explain                       explain the run in ibassay-out",
      "  ibassay explain lab/results.json",
      "  ibassay run --dut 'sim:ca?deviation=NAME' --out sim   for comparison",
      "",
      "Exit codes: 0 a known fault matches; 1 none does; 2 usage error or no",
      "results.json; 3 nothing failed in that run."
    })
final class ExplainCommand implements Callable<Integer> {
  private static final int MOST_NAMES = 6;
  private static final String INDENT = "  ";

  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      defaultValue = "ibassay-out",
      description = "Output directory of a run, or its results.json. Default: ${DEFAULT-VALUE}.")
  Path results = Path.of("");

  @Spec @Nullable CommandSpec spec;

  private final Terminal terminal;

  ExplainCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws UsageException, FailureException {
    List<FailedDut> failed =
        FailedDut.read(results).stream().filter(dut -> !dut.isSound()).toList();
    if (failed.isEmpty()) {
      throw new FailureException(results + ": this run has no failures");
    }
    PrintWriter out = Objects.requireNonNull(spec, "picocli fills it in").commandLine().getOut();
    boolean isAny = false;
    for (FailedDut dut : failed) {
      Explanation explanation = Explanation.of(dut);
      print(out, explanation);
      isAny |= !explanation.likely().isEmpty();
    }
    return isAny ? RunResult.PASSED : RunResult.FAILED;
  }

  private void print(PrintWriter out, Explanation explanation) {
    out.println(terminal.bold(explanation.uri()));
    lines(out, 1, Text.count(explanation.failed(), "failed step") + ", compared to known faults");
    for (Explanation.Likely likely : explanation.likely()) {
      out.println();
      lines(out, 1, "resembles %s".formatted(Likenesses.named(likely.deviation())));
      lines(out, 2, Likenesses.agreement(likely));
      if (!likely.alike().isEmpty()) {
        lines(out, 2, "equally similar: " + named(likely.alike()));
      }
      if (!likely.less().isEmpty()) {
        lines(out, 2, "less similar: " + named(likely.less()));
      }
    }
    if (!explanation.unexplained().isEmpty()) {
      out.println();
      lines(out, 1, "not explained by the above: " + names(explanation.unexplained()));
    }
  }

  private static String named(List<String> deviations) {
    return names(deviations.stream().map(Likenesses::named).toList());
  }

  private static String names(List<String> all) {
    String first = String.join(", ", all.subList(0, Math.min(MOST_NAMES, all.size())));
    int more = all.size() - MOST_NAMES;
    return more > 0 ? "%s and %d more".formatted(first, more) : first;
  }

  private void lines(PrintWriter out, int depth, String text) {
    String indent = INDENT.repeat(depth);
    Text.wrap(text, terminal.columns() - indent.length())
        .forEach(line -> out.println(indent + line));
  }
}
