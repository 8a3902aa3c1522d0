package org.ibassay.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.html.FleetReport;
import org.ibassay.runner.html.ReportSource;
import org.ibassay.runner.merge.Merge;
import org.ibassay.runner.merge.MergedFiles;
import org.ibassay.runner.merge.MergedJunit;
import org.ibassay.runner.merge.MergedResult;
import org.ibassay.runner.report.OutputDirectory;
import org.ibassay.suite.Page;
import org.jspecify.annotations.Nullable;

/// Writes the files with the merged results of several devices.
///
/// @param pages pages of all tests
/// @param tester program and machine
/// @param command the command given
record MergedOutput(List<Page> pages, String tester, String command) {

  /// Merges results that are in the directory, or are copied to it.
  ///
  /// @param parts directories of runs
  /// @param shard which part of a split run, or null
  /// @param interrupted whether the user interrupted it
  /// @return the exit code
  int write(
      List<Path> parts,
      OutputDirectory directory,
      @Nullable String shard,
      boolean interrupted,
      FleetText text)
      throws UsageException, FailureException {
    return write(Merge.of(parts, Setup.version()), directory, shard, interrupted, text);
  }

  /// Writes the files of a merge.
  int write(
      Merge merge,
      OutputDirectory directory,
      @Nullable String shard,
      boolean interrupted,
      FleetText text)
      throws UsageException, FailureException {
    MergedResult result = merge.result(shard, interrupted);
    try {
      new MergedFiles(merge, result).results(directory.results());
      Map<String, String> classes = new HashMap<>();
      pages.forEach(page -> classes.put(page.id(), page.className()));
      MergedJunit.write(
          merge, result, id -> classes.getOrDefault(id, "ibassay"), directory.junit());
      ReportSource source = new ReportSource(tester, command, merge.suite(), List.of());
      FleetReport.write(result, source, directory.report());
    } catch (IOException e) {
      throw new FailureException("output directory " + directory + ": " + e.getMessage());
    }
    text.summary(result);
    return result.exit();
  }
}
