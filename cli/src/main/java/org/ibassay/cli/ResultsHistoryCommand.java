package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.ibassay.results.store.History;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.cause.StepText;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `ibassay results history`.
@Command(
    name = "history",
    description = {
      "Show between which firmware versions assertions began to fail and were fixed.",
      "Versions are in the order in which they were first tested. An assertion is flaky"
          + " in a version if some of its runs fail and others pass."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {"", "Example:", "  ibassay results history --device lab7 --test 'C14_017*'"})
final class ResultsHistoryCommand implements Callable<Integer> {
  @Mixin StoreOption store = new StoreOption();

  @Option(
      names = "--device",
      paramLabel = "GLOB",
      defaultValue = "*",
      description = "Show only these devices.")
  String device = "";

  @Option(
      names = "--test",
      paramLabel = "GLOB",
      defaultValue = "*",
      description = "Show only these tests.")
  String test = "";

  @Option(names = "--flaky", description = "Show only flaky assertions.")
  boolean flaky;

  @Spec @Nullable CommandSpec spec;

  private final Terminal terminal;

  ResultsHistoryCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws UsageException, FailureException {
    PrintWriter out = Objects.requireNonNull(spec, "picocli fills it in").commandLine().getOut();
    List<History> all = store.ask(History.of(StoreOption.like(device), StoreOption.like(test)));
    String last = "";
    for (History history : all) {
      if (flaky && history.states().values().stream().noneMatch(History.State::isFlaky)) {
        continue;
      }
      String subject = history.test() + " on " + history.device();
      if (!subject.equals(last)) {
        out.println(terminal.bold(subject));
        last = subject;
      }
      out.println("  " + history.assertion());
      String meaning = StepText.meaning(history.test(), history.assertion());
      Text.meant(meaning, 4, terminal).forEach(out::println);
      history.changes().forEach(change -> out.println("    " + text(change)));
      history.states().forEach((version, state) -> flaky(out, version, state));
    }
    if (last.isEmpty()) {
      out.println(flaky ? "no assertion was flaky" : "no assertion failed");
    }
    return RunResult.PASSED;
  }

  private static String text(History.Change change) {
    if (change.from() == null) {
      return "failed from the first version tested, " + change.to();
    }
    return "%s between %s and %s"
        .formatted(change.isFailure() ? "began to fail" : "fixed", change.from(), change.to());
  }

  private static void flaky(PrintWriter out, String version, History.State state) {
    if (state.isFlaky()) {
      out.println(
          "    flaky in %s: failed in %d of %s%s"
              .formatted(
                  version,
                  state.failed(),
                  Text.count(state.decided(), "run"),
                  state.isUnstable() ? ", rounds of one run differ" : ""));
    }
  }
}
