package org.ibassay.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ibassay.link.LinkException;
import org.ibassay.link.capture.PcapNgWriter;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.topology.FabricTopology;
import org.ibassay.link.topology.TopologyException;
import org.ibassay.link.topology.TopologyReader;
import org.ibassay.link.topology.TopologyWriter;
import org.ibassay.runner.Drivers;
import org.ibassay.runner.RunPlan;
import org.ibassay.runner.Suite;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.fabric.FabricFiles;
import org.ibassay.runner.fabric.FabricJunit;
import org.ibassay.runner.fabric.FabricLines;
import org.ibassay.runner.fabric.FabricResult;
import org.ibassay.runner.fabric.FabricRun;
import org.ibassay.runner.fabric.NodeFilter;
import org.ibassay.runner.html.FabricReport;
import org.ibassay.runner.html.ReportSource;
import org.ibassay.runner.lab.Shard;
import org.ibassay.runner.report.OutputDirectory;
import org.ibassay.runner.report.SuiteDigest;
import org.ibassay.suite.Page;
import org.jspecify.annotations.Nullable;

/// `ibassay run --fabric`.
///
/// @param suite ibassay's tests, and the user's own
/// @param drivers parse the URI
/// @param shard which part of the nodes, or null
/// @param runOptions options of the command
/// @param plan how to run, without targets
/// @param pages pages of the tests
/// @param out directory of the results
/// @param limit limit of the capture, in bytes
record FabricCommand(
    Setup setup,
    Suite suite,
    Drivers drivers,
    FabricOptions options,
    @Nullable Shard shard,
    RunOptions runOptions,
    RunPlan plan,
    List<Page> pages,
    Path out,
    long limit) {

  /// Runs the tests.
  ///
  /// @param text for the user
  /// @param err for messages
  /// @param command the command line
  /// @return the exit code
  int run(FabricText text, PrintWriter err, String command)
      throws UsageException, FailureException {
    NodeFilter filter = NodeFilter.of(options.nodes, options.sample(), shard);
    List<String> leftOut = text.leftOut().stream().toList();
    FabricRun run = new FabricRun(target(), plan, pages, filter, expected());
    try (OutputDirectory directory =
        options.resume == null ? OutputDirectory.prepare(out) : OutputDirectory.resume(out)) {
      RunFiles files = new RunFiles();
      files.write(directory.profile(), runOptions::keepProfile);
      files.write(directory.ics(), runOptions::keepIcs);
      FabricResult result = captured(run, directory, text, err);
      files.write(
          directory.results(),
          file ->
              FabricFiles.write(result, RecordedRun.maker(directory, null), plan.strict(), file));
      files.write(directory.junit(), file -> FabricJunit.write(result, file));
      String maker = SuiteDigest.named(Setup.version(), SuiteDigest.ofThis());
      ReportSource source = new ReportSource(Setup.tester(), command, maker, leftOut);
      files.write(directory.report(), file -> FabricReport.write(result, source, file));
      files.write(directory.topology(), file -> TopologyWriter.write(result.topology(), file));
      String trouble = files.trouble();
      if (trouble != null) {
        throw new FailureException("output directory " + out + " is " + trouble);
      }
      text.print(result);
      complain(result, err);
      err.println(
          setup
              .terminal()
              .message(
                  "Report: "
                      + directory.report()
                      + " with results.json, results.jsonl, junit.xml, topology.txt, "
                      + directory.trace().getFileName()));
      return result.exit();
    } catch (IOException e) {
      throw new FailureException("output directory " + out + ": " + e.getMessage());
    } catch (LinkException e) {
      throw new FailureException("--fabric " + options.fabric + ": " + e.getMessage());
    }
  }

  private void complain(FabricResult result, PrintWriter err) {
    if (result.scope().interrupted()) {
      err.println(setup.terminal().complaint("interrupted; continue with --resume DIR"));
    } else if (result.facts().nodes() <= 1) {
      err.println(
          setup.terminal().complaint("no node of the fabric answers except the tester's own"));
    } else if (result.tested() == 0 && shard == null) {
      err.println(setup.terminal().complaint("no node was tested: --nodes matches none"));
    }
  }

  private FabricResult captured(
      FabricRun run, OutputDirectory directory, FabricText text, PrintWriter err)
      throws UsageException, IOException, LinkException {
    String trace = String.valueOf(directory.trace().getFileName());
    try (PcapNgWriter tap = PcapNgWriter.ofMany(directory.trace(), limit);
        FabricLines lines =
            FabricLines.open(directory.lines(), head(), options.resume != null, trace)) {
      FabricResult result =
          run.execute(
              suite, setup.time(), setup.interruption(), setup.journals(), tap, lines, text);
      String missing = tap.summary().missing();
      if (!missing.isEmpty()) {
        err.println(setup.terminal().message(missing + " Raise --trace-limit to keep more."));
      }
      return result;
    }
  }

  /// Returns the conditions that a resumed run must share with the earlier one.
  private Map<String, @Nullable Object> head() throws IOException {
    Map<String, @Nullable Object> head = new LinkedHashMap<>();
    head.put("suite", "ibassay " + Setup.version());
    head.put("fabric", options.fabric);
    head.put("safe", plan.manner().safe());
    head.put("rounds", plan.manner().rounds());
    head.put("tests", pages.stream().map(Page::id).toList());
    head.put("nodes", options.nodes);
    head.put("sample", options.sample());
    if (shard != null) {
      head.put("shard", shard.toString());
    }
    head.put("conditions", RunConditions.of(plan));
    return head;
  }

  /// For a local port, its own end represents the fabric.
  private DutTarget target() throws UsageException {
    String uri = Objects.requireNonNull(options.fabric);
    boolean isBare = uri.startsWith("umad:") && !uri.matches(".*[?&](path|lid)=.*");
    return drivers.parse(isBare ? uri + (uri.contains("?") ? "&" : "?") + "path=0" : uri);
  }

  private @Nullable FabricTopology expected() throws UsageException {
    if (options.topology == null) {
      return null;
    }
    try {
      return TopologyReader.read(options.topology);
    } catch (TopologyException e) {
      throw new UsageException("--topology " + e.getMessage());
    }
  }
}
