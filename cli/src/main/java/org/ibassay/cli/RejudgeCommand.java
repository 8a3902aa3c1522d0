package org.ibassay.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.ibassay.link.capture.PcapNgWriter;
import org.ibassay.link.capture.Tap;
import org.ibassay.results.rejudge.Rejudged;
import org.ibassay.results.rejudge.Rejudgement;
import org.ibassay.runner.Suite;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.cause.TraceEvidence;
import org.ibassay.runner.html.HtmlReport;
import org.ibassay.runner.report.JunitFile;
import org.ibassay.runner.report.OutputDirectory;
import org.ibassay.runner.report.ResultsFile;
import org.ibassay.runner.report.SuiteDigest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ibassay rejudge`.
@Command(
    name = "rejudge",
    description = {
      "Make the verdicts of a run again from its trace, without the device.",
      "Runs this suite's tests over the recorded responses, and compares the verdicts with those in"
          + " results.json: so a later version of the suite can judge an old run. Tests that drive the"
          + " device from above (RoCE) cannot be judged again: the trace does not hold what the upper"
          + " tester reported."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ibassay rejudge                              the latest run",
      "  ibassay rejudge lab-run --out lab-rejudged   with a report of the new verdicts",
      "  ibassay rejudge lab-run --tests my-tests.jar",
      "",
      "Exit codes: 0 all verdicts that can be made again agree; 1 a verdict differs; 2 wrong",
      "use, DIR is not of a run; 3 no verdict can be made again, or a file is damaged. Of a lab,",
      "the first of 1, 3 and 0 that a device has."
    })
final class RejudgeCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      defaultValue = "ibassay-out",
      description =
          "Output directory of a run, of a lab or of merged runs. Default: ${DEFAULT-VALUE}.")
  Path directory = Path.of("");

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Write a report of the new verdicts there, with results and trace; of a lab, one for each"
              + " device, in DIR/NAME.")
  @Nullable Path out;

  @Mixin OwnTestsOption tests = new OwnTestsOption();

  @Spec @Nullable CommandSpec spec;

  private final Setup setup;

  RejudgeCommand(Setup setup) {
    this.setup = setup;
  }

  @Override
  public Integer call() throws UsageException, FailureException {
    Suite suite = tests.load(setup).suite();
    CommandLine line = Objects.requireNonNull(spec, "picocli fills it in").commandLine();
    RejudgedText text = new RejudgedText(line.getOut());
    List<Path> devices = devices();
    if (devices.isEmpty()) {
      checkOut(out, directory);
      judge(directory, out, suite, text, "");
    }
    for (Path device : devices) {
      String name = String.valueOf(device.getFileName());
      Path into = out == null ? null : out.resolve(name);
      checkOut(into, device);
      try {
        judge(device, into, suite, text, name + ": ");
      } catch (UsageException | FailureException e) {
        text.failed();
        line.getErr().println(setup.terminal().complaint(String.valueOf(e.getMessage())));
      }
    }
    text.summarize(devices.size());
    return text.exit();
  }

  /// The directories of the devices of a lab or of a merged result; none for a single run.
  private List<Path> devices() throws FailureException {
    try {
      return OutputDirectory.devices(directory);
    } catch (IOException e) {
      throw new FailureException(String.valueOf(e.getMessage()));
    }
  }

  /// @param into where to write a report, or null
  /// @param prefix of the lines printed
  private void judge(Path run, @Nullable Path into, Suite suite, RejudgedText text, String prefix)
      throws UsageException, FailureException {
    Rejudgement rejudgement = new Rejudgement(run, suite);
    Rejudged rejudged = into == null ? judged(rejudgement) : written(rejudgement, into);
    text.print(prefix, rejudgement.results(), rejudged);
  }

  private static void checkOut(@Nullable Path into, Path run)
      throws UsageException, FailureException {
    if (into != null && isSame(into, run)) {
      throw new UsageException("--out " + into + ": is the run's own directory; expected another");
    }
  }

  private static boolean isSame(Path one, Path other) throws FailureException {
    try {
      return Files.exists(one) && Files.exists(other) && Files.isSameFile(one, other);
    } catch (IOException e) {
      throw new FailureException(String.valueOf(e.getMessage()));
    }
  }

  private static Rejudged judged(Rejudgement rejudgement) throws UsageException, FailureException {
    try {
      return rejudgement.judge(Tap.NONE);
    } catch (IOException e) {
      throw new FailureException(String.valueOf(e.getMessage()));
    }
  }

  private Rejudged written(Rejudgement rejudgement, Path into)
      throws UsageException, FailureException {
    try (OutputDirectory files = OutputDirectory.prepare(into)) {
      PcapNgWriter trace = new PcapNgWriter(files.trace());
      Rejudged rejudged;
      try {
        rejudged = rejudgement.judge(trace);
      } finally {
        trace.close();
      }
      ResultsFile.Maker maker = new ResultsFile.Maker(Setup.version(), SuiteDigest.ofThis(), null);
      ResultsFile.write(rejudged.result(), maker, trace.summary(), files.results());
      JunitFile.write(rejudged.result(), files.junit());
      HtmlReport.Origin origin =
          new HtmlReport.Origin(
              "ibassay " + Setup.version(),
              "%s rejudge %s --out %s"
                  .formatted(
                      Text.quoted(Setup.command()),
                      Text.quoted(directory.toString()),
                      Text.quoted(into.toString())),
              _ -> "",
              Map.of(),
              TraceEvidence.unknown());
      HtmlReport.write(rejudged.result(), origin, trace.summary(), files.report());
      return rejudged;
    } catch (IOException e) {
      throw new FailureException(String.valueOf(e.getMessage()));
    }
  }
}
