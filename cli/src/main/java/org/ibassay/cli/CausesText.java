package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.cause.Cause;
import org.ibassay.runner.cause.Causes;
import org.ibassay.suite.CheckLog;

/// Prints the causes of failures in a block of about a dozen lines, which is what users read first:
/// groups of similar failures, and known faults that resemble all of them. The first failure and
/// the tests of each group are within the block if they fit, and otherwise below it.
///
/// @param insight evidence for the failures, and known faults that resemble them
record CausesText(PrintWriter out, Terminal terminal, RunResult run, Insight insight) {
  private static final int MOST_LINES = 5;
  private static final int MOST_OF_ONE = 3;
  private static final int MOST_IN_BLOCK = 12;
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
    for (int dut = 0; dut < run.duts().size(); dut++) {
      int own = dut;
      List<Cause> causes = Causes.of(run).stream().filter(cause -> cause.dut() == own).toList();
      String on = run.duts().size() > 1 ? run.duts().get(dut).uri() + ": " : "";
      List<Cause> first = causes.subList(0, fitting(causes));
      for (int i = 0; i < first.size(); i++) {
        sentence(i, causes, on).forEach(out::println);
      }
      if (first.size() < causes.size()) {
        String more = Text.count(causes.size() - first.size(), "further group");
        lines("- and " + more, 1).forEach(out::println);
      }
    }
  }

  private void print(String uri, List<Cause> causes) {
    out.println();
    out.println(terminal.bold("What is wrong with " + uri));
    List<Cause> first = causes.subList(0, fitting(causes));
    List<String> sentences = new ArrayList<>();
    List<String> whole = new ArrayList<>();
    for (int i = 0; i < first.size(); i++) {
      List<String> lines = red(sentence(i, causes, ""));
      sentences.addAll(lines);
      whole.addAll(lines);
      whole.addAll(evidence(first.get(i), causes.size() > 1 ? "   " : INDENT));
    }
    List<String> further = further(causes.subList(first.size(), causes.size()));
    List<String> likenesses = insight.likenesses().getOrDefault(uri, List.of());
    List<String> alike = alike(likenesses);
    if (whole.size() + further.size() + alike.size() < MOST_IN_BLOCK) {
      whole.addAll(further);
      whole.addAll(alike);
      whole.forEach(out::println);
      return;
    }
    sentences.addAll(further);
    sentences.addAll(alike(likenesses.stream().limit(1).toList()));
    sentences.forEach(out::println);
    out.println();
    out.println(terminal.bold(first.size() > 1 ? "First failure of each" : "First failure"));
    for (int i = 0; i < first.size(); i++) {
      evidence(first.get(i), causes.size() > 1 ? marked(i, causes, "") : INDENT)
          .forEach(out::println);
    }
    if (likenesses.size() > 1) {
      lines("Also resembles:", 1).forEach(out::println);
      likenesses.stream()
          .skip(1)
          .flatMap(sentence -> lines("- " + sentence, 2).stream())
          .forEach(out::println);
    }
  }

  /// Returns how many causes fit into the most lines, at least one.
  private int fitting(List<Cause> causes) {
    int lines = 0;
    int fitting = 0;
    while (fitting < causes.size()) {
      lines += sentence(fitting, causes, "").size();
      int room = MOST_LINES - (fitting + 1 < causes.size() ? 1 : 0);
      if (fitting > 0 && lines > room) {
        break;
      }
      fitting++;
    }
    return fitting;
  }

  /// Returns the text of a cause, without the end of a very long one, which lists values: the
  /// details have them.
  private List<String> sentence(int index, List<Cause> causes, String on) {
    List<String> lines = lines(marked(index, causes, on + causes.get(index).text()), 1);
    int most = causes.size() > 1 ? MOST_OF_ONE : MOST_LINES;
    if (lines.size() <= most) {
      return lines;
    }
    List<String> shown = new ArrayList<>(lines.subList(0, most));
    String last = shown.getLast() + " ...";
    shown.set(most - 1, Text.cut(last, terminal.columns()));
    return shown;
  }

  /// Numbers a cause if there are several.
  private static String marked(int index, List<Cause> causes, String text) {
    return causes.size() > 1 ? "%d. %s".formatted(index + 1, text) : text;
  }

  private List<String> further(List<Cause> left) {
    List<String> lines = new ArrayList<>();
    lines.addAll(
        further(left.stream().filter(cause -> cause.first() != null).toList(), " of failures"));
    lines.addAll(
        further(
            left.stream().filter(cause -> cause.first() == null).toList(), " of undecided tests"));
    return red(lines);
  }

  private List<String> further(List<Cause> left, String what) {
    if (left.isEmpty()) {
      return List.of();
    }
    String tests =
        left.stream()
            .flatMap(cause -> cause.cases().stream())
            .map(shown -> shown.test().page().id())
            .distinct()
            .limit(MOST_CASES)
            .collect(Collectors.joining(", "));
    return lines("- %s%s: %s".formatted(Text.count(left.size(), "further group"), what, tests), 1);
  }

  private List<String> alike(List<String> sentences) {
    if (sentences.isEmpty()) {
      return List.of();
    }
    List<String> lines =
        new ArrayList<>(
            lines("Resembles known faults of simulated devices (a comparison, not a verdict):", 1));
    sentences.forEach(sentence -> lines.addAll(lines("- " + sentence, 2)));
    return lines;
  }

  /// Returns the first failure of a cause, and its cases, each with the title of its test if they
  /// are few.
  ///
  /// @param mark what its first line begins with
  private List<String> evidence(Cause cause, String mark) {
    CheckLog.Failure first = cause.first();
    String example = cause.example(first == null ? null : insight.evidence().request(first));
    List<String> texts = new ArrayList<>();
    if (!example.isEmpty()) {
      texts.add(example);
    }
    List<Cause.Case> cases = cause.cases();
    if (cases.size() > MOST_CASES) {
      texts.add(cause.where());
    } else {
      cases.forEach(shown -> texts.add(shown + ": " + Text.plain(shown.test().page().title())));
    }
    List<String> lines = new ArrayList<>();
    String lead = mark;
    for (String text : texts) {
      for (String line : Text.wrap(text, terminal.columns() - INDENT.length() - lead.length())) {
        lines.add(INDENT + terminal.faint(lead + line));
        lead = " ".repeat(lead.length());
      }
    }
    return lines;
  }

  private List<String> red(List<String> lines) {
    return lines.stream().map(terminal::red).toList();
  }

  private List<String> lines(String text, int depth) {
    String indent = INDENT.repeat(depth);
    return Text.wrap(text, terminal.columns() - indent.length()).stream()
        .map(line -> indent + line)
        .toList();
  }
}
