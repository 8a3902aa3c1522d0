package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.ibassay.runner.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ibassay completion`.
@Command(
    name = "completion",
    description = "Print a shell completion script or the manual page.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  source <(ibassay completion bash)     load into this shell",
      "  ibassay completion fish > ~/.config/fish/completions/ibassay.fish",
      "  ibassay completion man | man -l -     show the manual page",
      "",
      "The packages and the archive include all of these in share."
    })
final class CompletionCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "bash|zsh|fish|man",
      arity = "1",
      description = "Shell, or man for the manual page.")
  String which = "";

  @Spec @Nullable CommandSpec spec;

  CompletionCommand() {}

  @Override
  public Integer call() throws UsageException {
    CommandSpec own = Objects.requireNonNull(spec, "picocli fills it in");
    CommandLine all = Main.withEveryCommand();
    PrintWriter out = own.commandLine().getOut();
    switch (which) {
      case "bash" -> out.print(AutoComplete.bash(all.getCommandName(), all));
      case "zsh" -> new ShellCompletion(all).zsh(out);
      case "fish" -> new ShellCompletion(all).fish(out);
      case "man" -> new ManualPage(out).print(all);
      default ->
          throw new UsageException("completion \"" + which + "\": expected bash, zsh, fish or man");
    }
    return 0;
  }
}
