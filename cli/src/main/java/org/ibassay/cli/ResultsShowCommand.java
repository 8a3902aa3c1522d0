package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.ibassay.results.store.StoredRun;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.cause.StepText;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ibassay results show`.
@Command(
    name = "show",
    description = "Show the tests that did not pass in a run.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {"", "Example:", "  ibassay results show 12"})
final class ResultsShowCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "RUN",
      description = "Number from \"results list\", or a prefix of the SHA-256 of results.json.")
  String run = "";

  @Mixin StoreOption store = new StoreOption();

  @Spec @Nullable CommandSpec spec;

  private final Terminal terminal;

  ResultsShowCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws UsageException, FailureException {
    if (!run.matches("[0-9a-f]{1,64}")) {
      throw new UsageException(run + ": expected a run's number, or how its SHA-256 starts");
    }
    List<StoredRun> runs = store.ask(StoredRun.of(run));
    if (runs.stream().map(StoredRun::run).distinct().count() != 1) {
      throw new UsageException(
          "%s: the store has %s run; \"ibassay results list\" lists them"
              .formatted(run, runs.isEmpty() ? "no such" : "more than one such"));
    }
    PrintWriter out = Objects.requireNonNull(spec, "picocli fills it in").commandLine().getOut();
    out.println("SHA-256 " + runs.getFirst().hash() + ", added from " + runs.getFirst().file());
    for (StoredRun device : runs) {
      out.println(ResultsListCommand.line(device));
      for (StoredRun.Found found : store.ask(device.found())) {
        String what = found.assertion().isEmpty() ? "" : "  " + found.assertion();
        out.println(
            terminal.cut(
                "  %s%s: %s".formatted(found.test(), what, found.verdict()), terminal.columns()));
        String meaning = StepText.meaning(found.test(), found.assertion());
        Text.meant(meaning, 6, terminal).forEach(out::println);
      }
    }
    return RunResult.PASSED;
  }
}
