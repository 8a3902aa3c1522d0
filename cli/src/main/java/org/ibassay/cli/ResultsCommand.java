package org.ibassay.cli;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.ibassay.runner.RunResult;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `ibassay results`.
@Command(
    name = "results",
    description = "Query the results of many runs in a store.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  ibassay results add ibassay-out --device lab7 --firmware 1.2",
      "  ibassay results matrix --device lab7",
      "  ibassay results history",
      "  ibassay results site public"
    })
final class ResultsCommand implements Callable<Integer> {
  @Spec @Nullable CommandSpec spec;

  /// Returns the command line with its subcommands.
  static CommandLine with(Terminal terminal) {
    return new CommandLine(new ResultsCommand())
        .addSubcommand(new ResultsAddCommand())
        .addSubcommand(new ResultsListCommand())
        .addSubcommand(new ResultsShowCommand(terminal))
        .addSubcommand(new ResultsMatrixCommand(terminal))
        .addSubcommand(new ResultsHistoryCommand(terminal))
        .addSubcommand(new ResultsTrendCommand(terminal))
        .addSubcommand(new ResultsSiteCommand());
  }

  @Override
  public Integer call() {
    CommandLine line = Objects.requireNonNull(spec, "picocli fills it in").commandLine();
    line.usage(line.getErr());
    return RunResult.MISUSED;
  }
}
