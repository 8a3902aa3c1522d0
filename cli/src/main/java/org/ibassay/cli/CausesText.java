package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.cause.Cause;
import org.ibassay.runner.cause.Causes;
import org.ibassay.suite.CheckLog;

/// Prints the causes of failures in a few lines: groups of similar failures, and below each group
/// the tests and steps; then the known faults that resemble all of them.
///
/// @param insight evidence for the failures, and known faults that resemble them
record CausesText(PrintWriter out, Terminal terminal, RunResult run, Insight insight) {
  private static final int MOST_LINES = 5;
  private static final int MOST_CASES = 3;
  private static final String INDENT = "  ";

  void print() {
    List<Cause> all = Causes.of(run);
    for (int dut = 0; dut < run.duts().size(); dut++) {
      int own = dut;
      List<Cause> causes = all.stream().filter(cause -> cause.dut() == own).toList();
      if (!causes.isEmpty()) {
        print(run.duts().get(dut).uri(), causes);
      }
    }
  }

  /// Repeats the first causes in short form: the details in between may fill many screens.
  void recall() {
    List<Cause> all = Causes.of(run);
    for (Cause cause : all.subList(0, Math.min(MOST_LINES, all.size()))) {
      String on = run.duts().size() > 1 ? run.duts().get(cause.dut()).uri() + ": " : "";
      lines(true, on + cause.text()).forEach(line -> out.println(INDENT + line));
    }
    if (all.size() > MOST_LINES) {
      out.println(INDENT + "- and " + Text.count(all.size() - MOST_LINES, "further group"));
    }
  }

  private void print(String uri, List<Cause> causes) {
    out.println();
    out.println(terminal.bold("What is wrong with " + uri));
    int lines = 0;
    List<Cause> left = new ArrayList<>(causes);
    while (!left.isEmpty()) {
      Cause cause = left.getFirst();
      List<String> text = lines(causes.size() > 1, cause.text());
      int room = MOST_LINES - (left.size() > 1 ? 1 : 0);
      if (lines > 0 && lines + text.size() > room) {
        break;
      }
      lines += text.size();
      text.forEach(line -> out.println(INDENT + terminal.red(line)));
      CheckLog.Failure first = cause.first();
      below(cause.example(first == null ? null : insight.evidence().request(first)));
      below(cause);
      left.removeFirst();
    }
    further(left.stream().filter(cause -> cause.first() != null).toList(), " of failures");
    further(left.stream().filter(cause -> cause.first() == null).toList(), " of undecided tests");
    alike(insight.likenesses().getOrDefault(uri, List.of()));
  }

  private void further(List<Cause> left, String what) {
    if (!left.isEmpty()) {
      String tests =
          left.stream()
              .flatMap(cause -> cause.cases().stream())
              .map(shown -> shown.test().page().id())
              .distinct()
              .limit(MOST_CASES)
              .collect(Collectors.joining(", "));
      String line = "- %s%s: %s".formatted(Text.count(left.size(), "further group"), what, tests);
      Text.wrap(line, terminal.columns() - INDENT.length())
          .forEach(part -> out.println(INDENT + terminal.red(part)));
    }
  }

  private void alike(List<String> sentences) {
    if (sentences.isEmpty()) {
      return;
    }
    Text.wrap(
            "Resembles known faults of simulated devices (a comparison, not a verdict):",
            terminal.columns() - INDENT.length())
        .forEach(line -> out.println(INDENT + line));
    for (String sentence : sentences) {
      String lead = "- ";
      for (String line : Text.wrap(sentence, terminal.columns() - 2 * INDENT.length() - 2)) {
        out.println(INDENT + INDENT + lead + line);
        lead = "  ";
      }
    }
  }

  /// Prints the cases, each with the title of its test if it fits.
  private void below(Cause cause) {
    List<Cause.Case> cases = cause.cases();
    if (cases.size() > MOST_CASES) {
      below(cause.where());
      return;
    }
    for (Cause.Case shown : cases) {
      below(shown + ": " + Text.plain(shown.test().page().title()));
    }
  }

  private void below(String text) {
    if (!text.isEmpty()) {
      Text.wrap(text, terminal.columns() - 2 * INDENT.length())
          .forEach(line -> out.println(INDENT + INDENT + terminal.faint(line)));
    }
  }

  private List<String> lines(boolean isListed, String text) {
    return Text.wrap((isListed ? "- " : "") + text, terminal.columns() - INDENT.length());
  }
}
