package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.ibassay.results.store.StoredRun;
import org.ibassay.results.store.Trend;
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
    description = {
      "Show the counts of each run, for each device, latest last.",
      "\"now failing\" and \"now passing\" name the tests whose verdict differs from that of the last"
          + " run that passed or failed them."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {"", "Example:", "  ibassay results trend --device lab7 --last 50"})
final class ResultsTrendCommand implements Callable<Integer> {
  /// The number of tests that are named.
  private static final int SHOWN = 6;

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

  private final Terminal terminal;

  ResultsTrendCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws UsageException, FailureException {
    PrintWriter out = Objects.requireNonNull(spec, "picocli fills it in").commandLine().getOut();
    Map<String, List<Trend>> devices =
        store.ask(Trend.of(StoreOption.like(device), NumberOption.LAST.within(last))).stream()
            .collect(
                Collectors.groupingBy(
                    trend -> trend.run().device(), TreeMap::new, Collectors.toList()));
    devices.forEach((name, trends) -> {
      out.println(terminal.bold(name));
      trends.forEach(trend -> print(out, trend));
    });
    return RunResult.PASSED;
  }

  private static void print(PrintWriter out, Trend trend) {
    StoredRun run = trend.run();
    out.println(
        "  %s  firmware %s: %s"
            .formatted(run.started(), run.firmware(), ResultsListCommand.counts(run)));
    changed(out, "now failing", trend.nowFailing());
    changed(out, "now passing", trend.nowPassing());
  }

  private static void changed(PrintWriter out, String how, List<String> tests) {
    if (!tests.isEmpty()) {
      String more = tests.size() > SHOWN ? " and %d more".formatted(tests.size() - SHOWN) : "";
      String some = String.join(", ", tests.subList(0, Math.min(SHOWN, tests.size())));
      out.println("    %s: %s%s".formatted(how, some, more));
    }
  }
}
