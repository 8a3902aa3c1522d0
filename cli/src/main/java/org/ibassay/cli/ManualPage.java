package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The manual page, in the format of `man` and `groff`, generated from the output of `--help`.
record ManualPage(PrintWriter out) {
  void print(CommandLine line) {
    CommandSpec main = line.getCommandSpec();
    String name = line.getCommandName();
    out.println(".TH " + name.toUpperCase(Locale.ROOT) + " 1 \"\" " + quoted(version()));
    out.println(".SH NAME");
    String about = String.join(" ", main.usageMessage().description());
    out.println(text(name + " - " + about.replaceFirst("\\.$", "")));
    out.println(".SH SYNOPSIS");
    out.println(".B " + text(name));
    out.println(text("COMMAND [OPTION...]"));
    out.println(".SH COMMANDS");
    line.getSubcommands().forEach((_, sub) -> command(name, sub));
    out.println(".SH NOTES");
    asIs(main.usageMessage().footer());
    out.println(".SH SEE ALSO");
    out.println(text("The guide and a page for each test are in the web site in doc."));
  }

  private static String version() {
    return "ibassay " + Setup.version();
  }

  private void command(String name, CommandLine line) {
    CommandSpec spec = line.getCommandSpec();
    out.println(".SS " + quoted(text(name + " " + spec.name())));
    for (String paragraph : spec.usageMessage().description()) {
      out.println(text(paragraph));
      out.println(".PP");
    }
    List<String> positional = spec.positionalParameters().stream().map(ManualPage::label).toList();
    out.println(
        text(
            Stream.concat(Stream.of(name, spec.name(), "[OPTION...]"), positional.stream())
                .reduce((a, b) -> a + " " + b)
                .orElse(name)));
    spec.positionalParameters().forEach(parameter -> argument(label(parameter), parameter));
    for (OptionSpec option : spec.options()) {
      String names = String.join(", ", option.names());
      argument(option.arity().max() > 0 ? names + " " + option.paramLabel() : names, option);
    }
    asIs(spec.usageMessage().footer());
  }

  private static String label(ArgSpec parameter) {
    String label = parameter.paramLabel();
    String many = parameter.arity().max() > 1 ? label + "..." : label;
    return parameter.arity().min() == 0 ? "[" + many + "]" : many;
  }

  private void argument(String label, ArgSpec spec) {
    out.println(".TP");
    out.println(".B " + text(label));
    out.println(text(String.join(" ", spec.description())));
  }

  /// Prints examples and exit codes line by line.
  private void asIs(String... lines) {
    if (lines.length == 0) {
      return;
    }
    out.println(".PP");
    out.println(".nf");
    for (String line : lines) {
      out.println(text(line));
    }
    out.println(".fi");
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\"", "\\(dq") + "\"";
  }

  /// Escapes text for troff.
  private static String text(String text) {
    String plain = text.replace("%%", "%").replace("\\", "\\e").replace("-", "\\-");
    return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
  }
}
