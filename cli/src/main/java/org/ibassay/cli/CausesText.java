package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.cause.Cause;
import org.ibassay.runner.cause.Causes;

/// Prints the causes of failures in a few lines: failures that look alike, and below each group the
/// tests and steps; then the known faults that look like all of them.
///
/// @param likenesses a sentence for each of these, by the device's URI
record CausesText(
    PrintWriter out, Terminal terminal, RunResult run, Map<String, List<String>> likenesses) {
  private static final int MOST_LINES = 5;
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
      Text.wrap(cause.where(), terminal.columns() - 2 * INDENT.length())
          .forEach(line -> out.println(INDENT + INDENT + terminal.faint(line)));
      left.removeFirst();
    }
    if (!left.isEmpty()) {
      String more = Text.count(left.size(), "further group") + " of failures: see below";
      out.println(INDENT + terminal.red("- " + more));
    }
    alike(likenesses.getOrDefault(uri, List.of()));
  }

  private void alike(List<String> sentences) {
    if (sentences.isEmpty()) {
      return;
    }
    out.println(INDENT + "Resembles a known fault of simulated devices (not a verdict):");
    for (String sentence : sentences) {
      String lead = "- ";
      for (String line : Text.wrap(sentence, terminal.columns() - 2 * INDENT.length() - 2)) {
        out.println(INDENT + INDENT + lead + line);
        lead = "  ";
      }
    }
  }

  private List<String> lines(boolean isListed, String text) {
    return Text.wrap((isListed ? "- " : "") + text, terminal.columns() - INDENT.length());
  }
}
