package org.ibassay.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BiFunction;
import org.ibassay.link.capture.PcapNgWriter;
import org.ibassay.results.rejudge.RunRecorder;
import org.ibassay.runner.Run;
import org.ibassay.runner.RunListener;
import org.ibassay.runner.RunPlan;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.html.HtmlReport;
import org.ibassay.runner.report.JunitFile;
import org.ibassay.runner.report.OutputDirectory;
import org.ibassay.runner.report.ResultsFile;
import org.ibassay.runner.report.SuiteDigest;
import org.jspecify.annotations.Nullable;

/// A run that writes its files to a directory.
///
/// @param directory directory of the files
/// @param limit limit of the capture, in bytes
/// @param entry entry of the device in a lab, or null
/// @param origin who runs the tests, and how, for the report
record RecordedRun(
    OutputDirectory directory,
    long limit,
    ResultsFile.@Nullable LabEntry entry,
    BiFunction<RunResult, Insight, HtmlReport.Origin> origin) {

  /// The result of a run, and the state of its files.
  ///
  /// @param insight evidence in the files for its failures
  /// @param trouble which files are incomplete, and why; null if none is
  /// @param missing what is missing in the capture, as text; empty if nothing is
  record Outcome(RunResult result, Insight insight, @Nullable String trouble, String missing) {}

  /// Creates the run.
  @FunctionalInterface
  interface Making {
    /// @param recorder a listener of the run
    Run of(RunPlan plan, RunListener recorder);
  }

  /// Runs all tests. Results are written even if the capture could not be.
  ///
  /// @param options options of the command
  Outcome execute(RunPlan plan, RunOptions options, Making making) throws FailureException {
    PcapNgWriter trace = openTrace();
    RunRecorder recorder = new RunRecorder(plan, trace);
    Run run = making.of(recorder.plan(), recorder);
    RunFiles files = new RunFiles();
    files.write(directory.profile(), options::keepProfile);
    files.write(directory.ics(), options::keepIcs);
    RunResult result;
    try {
      result = run.execute(recorder.tap());
    } finally {
      files.write(directory.trace(), _ -> trace.close());
    }
    files.write(directory.recording(), recorder::write);
    files.write(
        directory.results(), file -> ResultsFile.write(result, maker(), trace.summary(), file));
    Insight insight = insight(result, trace);
    files.write(directory.junit(), file -> JunitFile.write(result, file));
    files.write(
        directory.report(),
        file -> HtmlReport.write(result, origin.apply(result, insight), trace.summary(), file));
    return new Outcome(result, insight, files.trouble(), trace.summary().missing());
  }

  private PcapNgWriter openTrace() throws FailureException {
    try {
      return new PcapNgWriter(directory.trace(), limit);
    } catch (IOException e) {
      throw new FailureException(String.valueOf(e.getMessage()));
    }
  }

  private ResultsFile.Maker maker() throws IOException {
    return maker(directory, entry);
  }

  /// Returns the program and files with which the results in a directory were created.
  ///
  /// @param entry entry of the device in a lab, or null
  static ResultsFile.Maker maker(OutputDirectory directory, ResultsFile.@Nullable LabEntry entry)
      throws IOException {
    return new ResultsFile.Maker(
        Setup.version(),
        SuiteDigest.ofThis(),
        digest(directory.profile()),
        digest(directory.ics()),
        entry);
  }

  private static @Nullable String digest(Path file) throws IOException {
    return Files.exists(file) ? SuiteDigest.of(Files.readAllBytes(file)) : null;
  }

  private Insight insight(RunResult result, PcapNgWriter trace) {
    if (result.verdict() != Verdict.FAIL) {
      return Insight.NONE;
    }
    try {
      return new Insight(
          Insight.evidence(result, trace.summary()), Likenesses.of(directory.results()));
    } catch (IOException | UsageException e) {
      return Insight.NONE; // What could not be written is reported elsewhere.
    }
  }
}
