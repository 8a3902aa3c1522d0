package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
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

/// `ibassay results trend`.
@Command(
    name = "trend",
    description = "Show the number of failed tests per run, for each device, latest last.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {"", "Example:", "  ibassay results trend --device lab7 --last 50"})
final class ResultsTrendCommand implements Callable<Integer> {
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
      defaultValue = "100",
      description = "Number of runs to show. Default: ${DEFAULT-VALUE}.")
  int last;

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() throws UsageException, FailureException {
    PrintWriter out = Objects.requireNonNull(spec, "picocli fills it in").commandLine().getOut();
    Map<String, StringBuilder> devices = new LinkedHashMap<>();
    Map<String, Integer> failed = new LinkedHashMap<>();
    for (StoredRun run : store.ask(StoredRun.latest(StoreOption.like(device), last))) {
      Integer before = failed.put(run.device(), run.counts().get(1));
      int more = before == null ? 0 : run.counts().get(1) - before;
      devices
          .computeIfAbsent(run.device(), _ -> new StringBuilder())
          .append(
              "  %s  firmware %s: %s%s%n"
                  .formatted(
                      run.started(),
                      run.firmware(),
                      ResultsListCommand.counts(run),
                      more == 0 ? "" : " (%+d failed)".formatted(more)));
    }
    devices.forEach((name, lines) -> {
      out.println(name);
      out.print(lines);
    });
    return RunResult.PASSED;
  }
}
