package org.ibassay.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ibassay.runner.Run;
import org.ibassay.runner.RunPlan;
import org.ibassay.runner.RunPlan.Target;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.Suite;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.fabric.Trees;
import org.ibassay.runner.lab.Lab;
import org.ibassay.runner.lab.LabDut;
import org.ibassay.runner.lab.Shard;
import org.ibassay.runner.report.JsonOutput;
import org.ibassay.runner.report.OutputDirectory;
import org.ibassay.runner.report.ResultsFile;
import org.jspecify.annotations.Nullable;

/// `ibassay run --lab`: tests several devices at a time, each with its own directory; then merges
/// their results.
///
/// @param lab the devices
/// @param shard which part of the lab, or null
/// @param plans how each device is to be tested
/// @param workers number of devices at a time
/// @param limit limit of each capture, in bytes
/// @param files writes the files of the merged results
record LabCommand(
    Setup setup,
    Suite suite,
    Lab lab,
    @Nullable Shard shard,
    LabPlans plans,
    int workers,
    long limit,
    MergedOutput files) {

  /// Runs the tests.
  ///
  /// @param out directory of the results
  /// @param isResumed whether completed devices are skipped
  /// @return the exit code
  int run(Path out, boolean isResumed, FleetText text) throws UsageException, FailureException {
    try (OutputDirectory directory =
        isResumed ? OutputDirectory.prepareKeepingDuts(out) : OutputDirectory.prepare(out)) {
      List<List<LabDut>> groups = lab.groups();
      text.begin(lab.duts().size(), plans.pages().size());
      Files.createDirectories(directory.duts());
      runAll(groups, directory.duts(), isResumed, text);
      List<Path> parts =
          lab.duts().stream().map(dut -> directory.duts().resolve(dut.name())).toList();
      return files.write(
          parts,
          directory,
          shard == null ? null : shard.toString(),
          setup.interruption().isRequested(),
          text);
    } catch (IOException e) {
      throw new FailureException("output directory " + out + ": " + e.getMessage());
    }
  }

  private void runAll(List<List<LabDut>> groups, Path duts, boolean isResumed, FleetText text)
      throws UsageException, FailureException {
    try (ExecutorService pool =
        Executors.newFixedThreadPool(Math.max(1, Math.min(workers, groups.size())))) {
      List<Future<?>> running = new ArrayList<>();
      for (List<LabDut> group : groups) {
        running.add(
            pool.submit(() -> {
              for (LabDut dut : group) {
                runOne(dut, duts.resolve(dut.name()), isResumed, text);
              }
              return null;
            }));
      }
      for (Future<?> each : running) {
        await(each);
      }
    }
  }

  private void await(Future<?> group) throws UsageException, FailureException {
    try {
      group.get();
    } catch (InterruptedException e) {
      setup.interruption().request();
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      setup.interruption().request(); // also ends the others early
      switch (e.getCause()) {
        case UsageException usage -> throw usage;
        case FailureException failure -> throw failure;
        case null, default -> throw new IllegalStateException(e.getCause());
      }
    }
  }

  private void runOne(LabDut dut, Path path, boolean isResumed, FleetText text)
      throws UsageException, FailureException, IOException {
    RunPlan plan = plans.of(dut, new Target(dut.target(), plans.pages()));
    String conditions = RunConditions.of(plan);
    if (isResumed && isDone(path, conditions)) {
      text.kept(dut.name());
      return;
    }
    ResultsFile.LabEntry entry =
        new ResultsFile.LabEntry(dut.name(), dut.firmware(), dut.owner(), conditions);
    try (OutputDirectory directory = OutputDirectory.prepare(path)) {
      RecordedRun recorded =
          new RecordedRun(directory, limit, entry, (_, insight) -> plans.origin(dut, insight));
      RecordedRun.Outcome outcome =
          recorded.execute(
              plan,
              plans.options(),
              (made, recorder) ->
                  new Run(
                      made,
                      suite,
                      setup.time(),
                      setup.interruption().inner(),
                      setup.journals(),
                      List.of(text.listener(dut.name()), recorder)));
      if (outcome.trouble() != null) {
        throw new FailureException("output directory " + path + " is " + outcome.trouble());
      }
      text.ended(dut.name(), outcome);
    }
  }

  /// The report is written last.
  private static boolean isDone(Path path, String conditions) throws IOException {
    Path results = path.resolve("results.json");
    if (!Files.exists(results) || !Files.exists(path.resolve("report.html"))) {
      return false;
    }
    Map<String, @Nullable Object> tree = JsonOutput.read(Files.readString(results));
    return conditions.equals(Trees.text(tree, "conditions"))
        && !Trees.text(tree, "exit").equals(Integer.toString(RunResult.INTERRUPTED));
  }
}
