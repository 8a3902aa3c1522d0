package org.ibassay.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.ibassay.link.capture.PcapNgWriter;
import org.ibassay.link.capture.Tap;
import org.ibassay.results.rejudge.Rejudged;
import org.ibassay.results.rejudge.Rejudgement;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.cause.TraceEvidence;
import org.ibassay.runner.diff.Results;
import org.ibassay.runner.html.HtmlReport;
import org.ibassay.runner.report.JunitFile;
import org.ibassay.runner.report.OutputDirectory;
import org.ibassay.runner.report.ResultsFile;
import org.ibassay.runner.report.SuiteDigest;
import org.jspecify.annotations.Nullable;
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
      "use, DIR is not of a run; 3 no verdict can be made again, or a file is damaged."
    })
final class RejudgeCommand implements Callable<Integer> {
  private static final int NAMED = 4;

  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      defaultValue = "ibassay-out",
      description = "A run's output directory. Default: ${DEFAULT-VALUE}.")
  Path directory = Path.of("");

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Write a report of the new verdicts there, with results and trace.")
  @Nullable Path out;

  @Mixin OwnTestsOption tests = new OwnTestsOption();

  @Spec @Nullable CommandSpec spec;

  private final Setup setup;

  RejudgeCommand(Setup setup) {
    this.setup = setup;
  }

  @Override
  public Integer call() throws UsageException, FailureException {
    if (out != null && isSame(out)) {
      throw new UsageException("--out " + out + ": is the run's own directory; expected another");
    }
    Rejudgement rejudgement = new Rejudgement(directory, tests.load(setup).suite());
    Rejudged rejudged = out == null ? judged(rejudgement) : written(rejudgement, out);
    print(rejudgement.results(), rejudged);
    return rejudged.exit();
  }

  private boolean isSame(Path other) throws FailureException {
    try {
      return Files.exists(other) && Files.exists(directory) && Files.isSameFile(other, directory);
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

  private void print(Results before, Rejudged rejudged) {
    PrintWriter text = Objects.requireNonNull(spec, "picocli fills it in").commandLine().getOut();
    rejudged.differences().forEach(one -> text.println(line(one)));
    Map<String, List<String>> reasons = new LinkedHashMap<>();
    rejudged
        .left()
        .forEach(one ->
            reasons
                .computeIfAbsent(one.uri() + ": " + one.why(), _ -> new ArrayList<>())
                .add(one.test()));
    reasons.forEach((why, which) -> text.println("not judged again: " + why + ": " + names(which)));
    text.printf(
        "%s of %d judged again: %d agree, %d differ; the run was judged by ibassay %s (%s)%n",
        Text.count(rejudged.agreeing() + differing(rejudged), "test"),
        before.tests().size(),
        rejudged.agreeing(),
        differing(rejudged),
        before.version(),
        suite(before.origin().suite()));
  }

  private static long differing(Rejudged rejudged) {
    return rejudged.differences().stream().map(one -> one.uri() + one.test()).distinct().count();
  }

  private static String suite(@Nullable String made) {
    try {
      return made != null && made.equals(SuiteDigest.ofThis()) ? "this suite" : "another suite";
    } catch (IOException e) {
      return "suite unknown";
    }
  }

  private static String line(Rejudged.Difference one) {
    return "%s on %s: %s%s, was %s%s"
        .formatted(
            one.test(),
            one.uri(),
            one.assertion() == null ? "" : one.assertion() + " ",
            verdict(one.is()),
            verdict(one.was()),
            one.why().isEmpty() ? "" : ": " + one.why());
  }

  private static String verdict(@Nullable Verdict verdict) {
    return verdict == null ? "not judged" : verdict.text();
  }

  private static String names(List<String> tests) {
    String first = String.join(", ", tests.subList(0, Math.min(NAMED, tests.size())));
    return tests.size() <= NAMED ? first : first + " and %d more".formatted(tests.size() - NAMED);
  }
}
