package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Completion for shells that picocli does not support: commands, then the options of each; files
/// for everything else.
record ShellCompletion(CommandLine line) {
  /// Writes the file `_ibassay` for zsh's `compinit`, to be stored in the `fpath`.
  void zsh(PrintWriter out) {
    String name = line.getCommandName();
    out.println("#compdef " + name);
    out.println("_" + name + "() {");
    out.println("  if ((CURRENT == 2)); then");
    out.println("    local -a commands=(");
    commands()
        .forEach((command, spec) -> out.println("      " + zsh(command + ":" + summary(spec))));
    out.println("    )");
    out.println("    _describe command commands");
    out.println("    return");
    out.println("  fi");
    out.println("  local command=$words[2]");
    out.println("  shift words");
    out.println("  ((CURRENT--))");
    out.println("  case $command in");
    commands()
        .forEach((command, spec) -> {
          out.println("    " + command + ")");
          out.println("      _arguments -S \\");
          for (OptionSpec option : spec.options()) {
            for (String word : option.names()) {
              String value = takesValue(option) ? ":" + option.paramLabel() + ":_files" : "";
              String again = option.isMultiValue() ? "*" : "";
              out.println(
                  "        "
                      + zsh(again + word + "[" + inBrackets(summary(option)) + "]" + value)
                      + " \\");
            }
          }
          out.println("        '*:argument:_files'");
          out.println("      ;;");
        });
    out.println("  esac");
    out.println("}");
    out.println("_" + name + " \"$@\"");
  }

  /// Writes the file `completions/ibassay.fish`.
  void fish(PrintWriter out) {
    String complete = "complete -c " + line.getCommandName();
    commands()
        .forEach((command, spec) ->
            out.println(
                "%s -n __fish_use_subcommand -f -a %s -d %s"
                    .formatted(complete, command, fish(summary(spec)))));
    commands()
        .forEach((command, spec) -> {
          for (OptionSpec option : spec.options()) {
            out.println(
                "%s -n '__fish_seen_subcommand_from %s'%s%s -d %s"
                    .formatted(
                        complete,
                        command,
                        names(option),
                        takesValue(option) ? " -r" : "",
                        fish(summary(option))));
          }
        });
  }

  private Map<String, CommandSpec> commands() {
    Map<String, CommandSpec> commands = new LinkedHashMap<>();
    line.getSubcommands().forEach((name, sub) -> commands.put(name, sub.getCommandSpec()));
    return commands;
  }

  private static String names(OptionSpec option) {
    StringBuilder names = new StringBuilder();
    for (String name : option.names()) {
      names.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^-+", ""));
    }
    return names.toString();
  }

  private static boolean takesValue(OptionSpec option) {
    return option.arity().max() > 0;
  }

  private static String summary(CommandSpec command) {
    return firstSentence(command.usageMessage().description());
  }

  private static String summary(OptionSpec option) {
    return firstSentence(option.description());
  }

  private static String firstSentence(String... description) {
    String text = Stream.of(description).findFirst().orElse("").replaceAll("\\s+", " ");
    return List.of(text.split("(?<!e\\.g|i\\.e)[.;:] ", 2)).getFirst().replaceFirst("\\.$", "");
  }

  private static String inBrackets(String text) {
    return text.replace("[", "(").replace("]", ")").replace(":", " -");
  }

  private static String zsh(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  private static String fish(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
