package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.ibassay.results.store.StoredRun;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `ibassay results list`.
@Command(
    name = "list",
    description = "List the runs in a store, latest last.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {"", "Example:", "  ibassay results list --device 'lab*' --last 50"})
final class ResultsListCommand implements Callable<Integer> {
  @Mixin StoreOption store = new StoreOption();

  @Option(
      names = "--device",
      paramLabel = "GLOB",
      defaultValue = "*",
      description = "Show only these devices.")
  String device = "";

  @Option(
      names = "--last",
      paramLabel = "N",
      defaultValue = "20",
      description = "Number of runs to list. Default: ${DEFAULT-VALUE}.")
  int last;

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() throws UsageException, FailureException {
    PrintWriter out = Objects.requireNonNull(spec, "picocli fills it in").commandLine().getOut();
    for (StoredRun run : store.ask(StoredRun.latest(StoreOption.like(device), last))) {
      out.println(line(run));
    }
    return RunResult.PASSED;
  }

  /// Formats a run as a line.
  static String line(StoredRun run) {
    return "%d  %s  %s  firmware %s: %s"
        .formatted(run.run(), run.started(), run.device(), run.firmware(), counts(run));
  }

  /// Returns the verdicts of its tests as text.
  static String counts(StoredRun run) {
    return "%d passed, %d failed, %d without verdict, %d not applicable"
        .formatted(run.counts().toArray());
  }
}
