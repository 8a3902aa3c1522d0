package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.ibassay.runner.Expectation;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.cause.TraceEvidence;

/// Prints the details of each test that did not simply pass: what was checked, expected and
/// received, where, and how to repeat the test.
///
/// @param again the command that repeats a test
/// @param insight evidence from the files of the run, available after they are written
record Details(RerunCommand again, Supplier<Insight> insight) {
  /// The number of failures shown for each step.
  static final int EXAMPLES = 3;

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
    TestDetails.Printing to =
        new TestDetails.Printing(
            out, terminal, run, evidence, again, new ShownCauses(run), isVerbose);
    for (TestResult test : run.tests()) {
      List<String> alike = kept.getOrDefault(test.dut() + test.reason(), List.of(test.page().id()));
      boolean isCopy =
          wasKept(test)
              && (run.isLeftOut(test)
                  || run.interrupted()
                  || !test.page().id().equals(alike.getFirst()));
      if ((isWanted(test) && !isCopy) || (isVerbose && !test.notes().isEmpty())) {
        TestDetails details = new TestDetails(to, test);
        if (wasKept(test) && alike.size() > 1) {
          details.printNotRun(alike.size());
        } else {
          details.print();
        }
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
}
