package org.ibassay.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.ibassay.qualify.Explanation;
import org.ibassay.qualify.FailedDut;
import org.ibassay.qualify.OwnFaults;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ibassay explain`.
@Command(
    name = "explain",
    description = {
      "Show known faults that resemble the failures of a run.",
      "The faults are the deviations of the simulated devices, the most similar first: those"
          + " that make the same steps fail, with the same values, and few other steps of the"
          + " tests that ran. A resemblance is not a verdict: the device may have a fault that is"
          + " not simulated.",
      "With --tests, your deviations are run on the tests that applied, and all deviations on"
          + " your tests that failed, which may take a minute."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ibassay explain                       explain the run in ibassay-out",
      "  ibassay explain lab/results.json",
      "  ibassay explain --tests acme.jar      with your own tests and deviations",
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

  @Mixin OwnTestsOption tests = new OwnTestsOption();

  @Spec @Nullable CommandSpec spec;

  private final Setup setup;
  private final Terminal terminal;
  private OwnFaults own = OwnFaults.NONE;

  ExplainCommand(Setup setup) {
    this.setup = setup;
    this.terminal = setup.terminal();
  }

  @Override
  public Integer call() throws UsageException, FailureException {
    OwnTestsOption.Loaded loaded = tests.load(setup);
    List<FailedDut> failed =
        FailedDut.read(results).stream().filter(dut -> !dut.isSound()).toList();
    if (failed.isEmpty()) {
      throw new FailureException(results + ": this run has no failures");
    }
    if (!tests.jars.isEmpty()) {
      own = OwnFaults.of(loaded.suite(), loaded.deviations(), failed);
    }
    PrintWriter out = Objects.requireNonNull(spec, "picocli fills it in").commandLine().getOut();
    boolean isAny = false;
    for (FailedDut dut : failed) {
      Explanation explanation = Explanation.of(dut, own);
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
      lines(out, 1, "resembles %s".formatted(named(likely.deviation())));
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

  private String named(List<String> deviations) {
    return names(deviations.stream().map(this::named).toList());
  }

  private String named(String deviation) {
    String summary = own.summaries().get(deviation);
    return summary == null ? Likenesses.named(deviation) : "%s (%s)".formatted(deviation, summary);
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
