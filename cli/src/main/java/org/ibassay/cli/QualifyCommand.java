package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.ibassay.qualify.Qualification;
import org.ibassay.qualify.QualificationJson;
import org.ibassay.qualify.Qualifier;
import org.ibassay.runner.Selection;
import org.ibassay.runner.UsageException;
import org.ibassay.suite.Page;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ibassay qualify`.
@Command(
    name = "qualify",
    description = {
      "Measure the tests: run them on simulated devices that each deviate from the"
          + " specification in one way, and on conforming devices.",
      "Every deviation must be noticed, every assertion must fail with at least one,"
          + " and every conforming device must pass. A test that notices one of two"
          + " deviations must also notice them together, unless the device then looks as if"
          + " it had neither (reported as undone), or one of them makes the test inapplicable"
          + " by declaring something wrong (undeclared)."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "With selectors, survivors are not reported, because other tests may notice them;",
      "survivors of your own (--tests) are, unless a test of yours is left out.",
      "",
      "Examples:",
      "  ibassay qualify                       all tests",
      "  ibassay qualify C14_024_12 --json     one test, as JSON",
      "",
      "Exit codes: 0 no gaps found; 1 a survivor, an assertion that nothing fails or",
      "that is never checked, a conforming device that does not pass, or a deviation",
      "that hides another; 2 usage error; 3 no test applied to any device."
    })
final class QualifyCommand implements Callable<Integer> {
  private static final int PAIRS = 1000;

  @Parameters(
      paramLabel = "SELECTOR",
      arity = "0..*",
      description = "Select tests as for \"ibassay run\". Default: all.")
  List<String> selectors = new ArrayList<>();

  @Option(names = "--json", description = "Print JSON, with every failed step.")
  boolean json;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed that selects the pairs of deviations. Default: ${DEFAULT-VALUE}.")
  long seed;

  @Option(
      names = "--pairs",
      paramLabel = "N",
      defaultValue = "" + PAIRS,
      description = "Number of pairs of deviations. Default: ${DEFAULT-VALUE}.")
  int pairs;

  @Mixin OwnTestsOption tests = new OwnTestsOption();

  @Spec @Nullable CommandSpec spec;

  private final Setup setup;
  private int shown;

  QualifyCommand(Setup setup) {
    this.setup = setup;
  }

  @Override
  public Integer call() throws UsageException {
    CommandLine line = Objects.requireNonNull(spec, "picocli fills it in").commandLine();
    OwnTestsOption.Loaded loaded = tests.load(setup);
    List<Page> pages = Selection.of(selectors, loaded.suite().pages());
    PrintWriter err = line.getErr();
    Qualification found =
        new Qualifier(
                loaded.suite(),
                pages,
                loaded.deviations(),
                seed,
                NumberOption.PAIRS.within(pairs),
                (done, total) -> progress(err, done, total))
            .qualify();
    wipe(err);
    if (json) {
      line.getOut().print(QualificationJson.text(found, Setup.version()));
    } else {
      new QualificationText(line.getOut(), setup.terminal()).print(found);
    }
    return found.exit();
  }

  private synchronized void progress(PrintWriter err, int done, int total) {
    int percent = 100 * done / total;
    if (setup.terminal().isLive() && percent > shown) {
      shown = percent;
      err.print("\r\u001b[K  ... %d of %d devices".formatted(done, total));
      err.flush();
    }
  }

  private void wipe(PrintWriter err) {
    if (setup.terminal().isLive()) {
      err.print("\r\u001b[K");
      err.flush();
    }
  }
}
