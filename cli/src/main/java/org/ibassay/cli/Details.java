package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.ibassay.runner.AssertionResult;
import org.ibassay.runner.Expectation;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.cause.FailureText;
import org.ibassay.runner.cause.LastRight;
import org.ibassay.runner.cause.QuotedSteps;
import org.ibassay.runner.cause.RightStep;
import org.ibassay.runner.cause.TraceEvidence;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Page;
import org.ibassay.suite.Ranges;
import org.jspecify.annotations.Nullable;

/// Prints the details of each test that did not simply pass: what was checked, expected and
/// received, where, and how to repeat the test.
///
/// @param again the command that repeats a test
/// @param insight evidence from the files of the run, available after they are written
record Details(RerunCommand again, Supplier<Insight> insight) {
  /// The number of failures shown for each step.
  static final int EXAMPLES = 3;

  private static final int MOST_DIMENSIONS = 4;
  private static final int LONGEST = 60;
  private static final int LABEL = 10;
  private static final int MOST_STEPS = 2;
  private static final String INDENT = "  ";

  /// Whether a test has details besides its line.
  static boolean isWanted(TestResult result) {
    return result.verdict().compareTo(Verdict.PASS) < 0;
  }

  /// @param evidence evidence in the capture for the failures
  void print(
      PrintWriter out,
      Terminal terminal,
      RunResult run,
      TraceEvidence evidence,
      boolean isVerbose) {
    Map<String, List<String>> kept = keptFromRunning(run);
    for (TestResult test : run.tests()) {
      List<String> alike = kept.getOrDefault(test.dut() + test.reason(), List.of(test.page().id()));
      boolean isCopy =
          wasKept(test)
              && (run.isLeftOut(test)
                  || run.interrupted()
                  || !test.page().id().equals(alike.getFirst()));
      if ((isWanted(test) && !isCopy) || (isVerbose && !test.notes().isEmpty())) {
        int others = wasKept(test) ? alike.size() - 1 : 0;
        new Block(out, terminal, run, evidence, test, others, isVerbose).print();
      }
    }
    unstable(out, terminal, run);
    expectations(out, terminal, run, "Known non-conformances in ", Expectation::isNeeded);
    expectations(out, terminal, run, "Obsolete entries in ", Expectation::isReported);
    for (int dut = 0; dut < run.duts().size(); dut++) {
      notRestored(out, terminal, run, dut, false);
      if (isVerbose || isLeftOfInterest(run, dut)) {
        notRestored(out, terminal, run, dut, true);
      }
    }
  }

  /// A simulated device ends with the run: state that no Set can restore only matters if later
  /// tests run on it.
  private static boolean isLeftOfInterest(RunResult run, int dut) {
    return !run.duts().get(dut).uri().startsWith("sim:")
        || run.tests().stream()
            .anyMatch(test -> test.dut() == dut && test.verdict() == Verdict.INCONCLUSIVE);
  }

  /// If a DUT that stopped responding prevented many tests, the reason is printed once.
  private static Map<String, List<String>> keptFromRunning(RunResult run) {
    return run.tests().stream()
        .filter(Details::wasKept)
        .collect(
            Collectors.groupingBy(
                test -> test.dut() + test.reason(),
                Collectors.mapping(test -> test.page().id(), Collectors.toList())));
  }

  private static boolean wasKept(TestResult test) {
    return isWanted(test) && test.packets().sent() == 0 && test.reason() != null;
  }

  private static void unstable(PrintWriter out, Terminal terminal, RunResult run) {
    for (TestResult test : run.tests()) {
      if (test.isUnstable()) {
        out.println();
        String uri = run.duts().get(test.dut()).uri();
        out.println(terminal.bold(test.page().id() + ": unstable on " + uri));
        UnstableVerdicts.of(test)
            .forEach((what, rounds) -> bullet(out, terminal, what + ": " + rounds));
      }
    }
  }

  private static void expectations(
      PrintWriter out,
      Terminal terminal,
      RunResult run,
      String title,
      Predicate<Expectation> picked) {
    List<Expectation> entries = run.expectations().stream().filter(picked).toList();
    if (!entries.isEmpty()) {
      out.println();
      out.println(terminal.bold(title + entries.getFirst().entry().file()));
      entries.forEach(expectation -> bullet(out, terminal, expectation.sentence()));
    }
  }

  private static void bullet(PrintWriter out, Terminal terminal, String text) {
    Text.wrap("- " + text, room(terminal)).forEach(line -> out.println(INDENT + line));
  }

  private static int room(Terminal terminal) {
    return terminal.columns() - INDENT.length();
  }

  /// Prints each state that was not restored once, because several tests of a DUT often leave the
  /// same.
  ///
  /// @param isFinal whether what no Set can restore; it does not affect the exit code
  private static void notRestored(
      PrintWriter out, Terminal terminal, RunResult run, int dut, boolean isFinal) {
    Map<String, List<String>> idsByText = new LinkedHashMap<>();
    for (TestResult test : run.tests()) {
      if (test.dut() == dut) {
        test.notRestored().stream()
            .filter(left -> left.isFinal() == isFinal)
            .map(TestResult.Left::text)
            .forEach(text ->
                idsByText.computeIfAbsent(text, t -> new ArrayList<>()).add(test.page().id()));
      }
    }
    if (!idsByText.isEmpty()) {
      out.println();
      String what = isFinal ? "No Set can restore this on " : "Not restored on ";
      out.println(terminal.bold(what + run.duts().get(dut).uri()));
      idsByText.forEach(
          (text, ids) -> bullet(out, terminal, text + "; after " + String.join(", ", ids)));
    }
  }

  /// The details of one test.
  private final class Block {
    private final PrintWriter out;
    private final Terminal terminal;
    private final RunResult run;
    private final TraceEvidence evidence;
    private final TestResult test;
    private final int others;
    private final boolean isVerbose;

    /// @param others number of other tests that were prevented by the same cause
    Block(
        PrintWriter out,
        Terminal terminal,
        RunResult run,
        TraceEvidence evidence,
        TestResult test,
        int others,
        boolean isVerbose) {
      this.out = out;
      this.terminal = terminal;
      this.run = run;
      this.evidence = evidence;
      this.test = test;
      this.others = others;
      this.isVerbose = isVerbose;
    }

    void print() {
      out.println();
      if (others > 0) {
        out.println(
            terminal.bold("%s not run on %s".formatted(Text.count(others + 1, "test"), uri())));
        entry("reason", String.valueOf(test.reason()));
        return;
      }
      out.println(terminal.bold(test.page().id() + ": " + verdict() + " on " + uri()));
      entry("test", Text.plain(test.page().title()) + " (" + test.page().citedSection() + ")");
      if (test.reason() != null) {
        entry("reason", test.reason());
      }
      test.log().steps().forEach(this::failures);
      undecided();
      test.notes().forEach(note -> entry("note", note));
      if (test.verdict() != Verdict.PASS) {
        out.println();
        String lead = "Run again: ";
        for (String line : again.lines(test.page().id(), uri(), room(terminal) - lead.length())) {
          out.println(INDENT + lead + line);
          lead = "";
        }
      }
    }

    private void failures(String step, CheckLog.Tally tally) {
      if (tally.failures() == 0) {
        return;
      }
      out.println();
      String subject = String.join(", ", test.proved(step));
      String checks = "%s of step %s failed".formatted(share(tally), step);
      for (String line : Text.wrap(subject + ": " + checks, room(terminal))) {
        out.println(INDENT + terminal.red(line));
      }
      QuotedSteps.of(test.page(), step).forEach(this::quoted);
      test.page().step(step).ifPresent(this::quoted);
      known(step);
      if (test.isKnown(step) && !isVerbose) {
        return;
      }
      int shown = isVerbose ? CheckLog.EXAMPLES : EXAMPLES;
      examples(tally.spread(shown));
      if (tally.failures() > shown) {
        entry("in all", Text.count(tally.failures(), "failure") + places(tally));
      }
      String label = "right";
      for (RightStep right : RightStep.of(test, step)) {
        entry(label, right.text());
        label = "";
      }
    }

    /// Returns the failed checks out of all, or out of those of the field if only one field failed.
    private static String share(CheckLog.Tally tally) {
      Set<String> failed = tally.failedSubjects();
      String field = failed.size() == 1 ? failed.iterator().next() : "";
      return field.isEmpty()
          ? Text.share(tally.failures(), tally.checks())
          : Text.share(tally.failures(field), tally.checks(field)) + " of " + field;
    }

    private void quoted(Page.Step step) {
      entry("step " + step.id(), step.text());
    }

    /// If only some of the assertions are known non-conformances, prints which.
    private void known(String step) {
      boolean isAll = test.isKnown(step);
      test.known(step).entrySet().stream()
          .map(e -> (isAll ? "" : e.getKey() + ": ") + e.getValue().text())
          .distinct()
          .forEach(text -> entry("known", text));
    }

    /// Prints equal failures once, with all their places.
    private void examples(List<CheckLog.Failure> examples) {
      int next;
      for (int i = 0; i < examples.size(); i = next) {
        CheckLog.Failure first = examples.get(i);
        next = i + 1;
        while (next < examples.size() && isSame(first, examples.get(next))) {
          next++;
        }
        out.println();
        entry("expected", FailureText.expected(first));
        entry("received", FailureText.received(first));
        String label = "at";
        for (String place :
            examples.subList(i, next).stream()
                .map(Block::place)
                .filter(place -> !place.isEmpty())
                .distinct()
                .toList()) {
          entry(label, place);
          label = "";
        }
        reported("request", evidence.request(first));
        lastRight(evidence.lastRight(first));
      }
    }

    private static boolean isSame(CheckLog.Failure one, CheckLog.Failure other) {
      return FailureText.expected(one).equals(FailureText.expected(other))
          && FailureText.received(one).equals(FailureText.received(other));
    }

    private void lastRight(@Nullable LastRight found) {
      if (found != null) {
        entry("was right", found.text());
        found.sent().forEach(request -> entry("", request));
      }
    }

    private void reported(String label, @Nullable String text) {
      if (text != null) {
        entry(label, text);
      }
    }

    private static String place(CheckLog.Failure failure) {
      String where = FailureText.where(failure);
      if (failure.packet() == 0) {
        return where;
      }
      String packet = "packet " + failure.packet();
      return where.isEmpty() ? packet : where + " (" + packet + ")";
    }

    /// Formats the places, as far as they fit.
    private static String places(CheckLog.Tally tally) {
      Map<String, Ranges> places = tally.failedPlaces();
      if (places.isEmpty()) {
        return "";
      }
      String first =
          places.entrySet().stream()
              .limit(MOST_DIMENSIONS)
              .map(e -> e.getKey() + " " + brief(e.getValue().toString(e.getKey()), e.getValue()))
              .collect(Collectors.joining("; ", ", at ", ""));
      int more = places.size() - MOST_DIMENSIONS;
      return more > 0 ? "%s, and more".formatted(first) : first;
    }

    /// Many numbers that are not consecutive are only counted.
    private static String brief(String ranges, Ranges all) {
      return ranges.length() <= LONGEST
          ? ranges
          : "%,d values from %s to %s"
              .formatted(
                  all.size(),
                  ranges.replaceFirst("[-,].*", ""),
                  ranges.replaceFirst(".*[-, ]", ""));
    }

    /// Prints the assertions that are undecided for another reason than the test as a whole, each
    /// with the steps that would have proved it.
    private void undecided() {
      for (AssertionResult assertion : test.judgement().assertions()) {
        boolean isOpen =
            assertion.verdict() == Verdict.INCONCLUSIVE || assertion.verdict() == Verdict.ERROR;
        boolean isNew = assertion.reason() != null && !assertion.reason().equals(test.reason());
        if (isOpen && isNew) {
          out.println();
          String lead = assertion.id() + ": " + assertion.verdict().text() + ": ";
          for (String line : Text.wrap(lead + assertion.reason(), room(terminal))) {
            out.println(INDENT + line);
          }
          test.page().procedure().stream()
              .filter(step -> step.assertions().contains(assertion.id()))
              .limit(MOST_STEPS)
              .forEach(this::quoted);
        }
      }
    }

    private void entry(String label, String text) {
      String lead = label + " ".repeat(Math.max(1, LABEL - label.length()));
      int room = room(terminal) - INDENT.length() - lead.length();
      for (String line : Text.wrap(text, room)) {
        out.println((INDENT + INDENT + lead + line).stripTrailing());
        lead = " ".repeat(lead.length());
      }
    }

    private String verdict() {
      return (test.isKnown() ? "known " : "") + test.verdict().text();
    }

    private String uri() {
      return run.duts().get(test.dut()).uri();
    }
  }
}
