package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.ibassay.runner.AssertionResult;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.cause.FailureText;
import org.ibassay.runner.cause.LastRight;
import org.ibassay.runner.cause.QuotedSteps;
import org.ibassay.runner.cause.RightStep;
import org.ibassay.runner.cause.StepText;
import org.ibassay.runner.cause.TraceEvidence;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Page;
import org.ibassay.suite.Ranges;
import org.jspecify.annotations.Nullable;

/// Prints the details of one test: each failed step, the undecided assertions, and how to repeat
/// the test. A step that failed by causes that earlier steps have shown gets a few lines.
final class TestDetails {
  private static final int MOST_DIMENSIONS = 4;
  private static final int LONGEST = 60;
  private static final int LABEL = 10;
  private static final int MOST_STEPS = 2;
  private static final int MOST_UNDECIDED = 8;
  private static final String INDENT = "  ";

  private final Printing to;
  private final PrintWriter out;
  private final Terminal terminal;
  private final TestResult test;
  private final Set<RightStep> right = new HashSet<>();

  /// What the details of all tests of a run share.
  ///
  /// @param evidence evidence in the capture for the failures
  /// @param again the command that repeats a test
  /// @param shown causes that were shown in full
  record Printing(
      PrintWriter out,
      Terminal terminal,
      RunResult run,
      TraceEvidence evidence,
      RerunCommand again,
      ShownCauses shown,
      boolean isVerbose) {}

  TestDetails(Printing to, TestResult test) {
    this.to = to;
    this.out = to.out;
    this.terminal = to.terminal;
    this.test = test;
  }

  /// Prints why this test and others did not run.
  ///
  /// @param tests their number
  void printNotRun(int tests) {
    out.println();
    out.println(terminal.bold("%s not run on %s".formatted(Text.count(tests, "test"), uri())));
    entry("reason", String.valueOf(test.reason()));
  }

  void print() {
    out.println();
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
      for (String line : to.again.lines(test.page().id(), uri(), room() - lead.length())) {
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
    String earlier = to.isVerbose || test.isKnown(step) ? "" : to.shown.earlier(test, step);
    if (!earlier.isEmpty()) {
      checks += ", as in " + earlier;
    }
    for (String line : Text.wrap(subject + ": " + checks, room())) {
      out.println(INDENT + terminal.red(line));
    }
    if (!earlier.isEmpty()) {
      shown(step, tally.spread(1).getFirst());
      return;
    }
    QuotedSteps.of(test.page(), step).forEach(this::quoted);
    test.page().step(step).ifPresent(this::quoted);
    known(step);
    if (test.isKnown(step) && !to.isVerbose) {
      return;
    }
    int shown = to.isVerbose ? CheckLog.EXAMPLES : Details.EXAMPLES;
    examples(tally.spread(shown));
    if (tally.failures() > shown) {
      entry("in all", Text.count(tally.failures(), "failure") + places(tally));
    }
    String label = "right";
    for (RightStep found : RightStep.of(test, step)) {
      if (right.add(found)) {
        entry(label, found.text());
        label = "";
      }
    }
  }

  /// Prints a step in short form.
  private void shown(String step, CheckLog.Failure first) {
    test.page().step(step).ifPresent(said -> line("step " + step, StepText.sentence(said)));
    String place = place(first);
    String request = to.evidence.request(first);
    entry(
        "first",
        "expected %s; received %s%s"
            .formatted(
                FailureText.expected(first, request),
                FailureText.received(first, request),
                place.isEmpty() ? "" : "; at " + place));
    known(step);
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
      String request = to.evidence.request(first);
      out.println();
      entry("expected", FailureText.expected(first, request));
      entry("received", FailureText.received(first, request));
      String label = "at";
      for (String place :
          examples.subList(i, next).stream()
              .map(TestDetails::place)
              .filter(place -> !place.isEmpty())
              .distinct()
              .toList()) {
        entry(label, place);
        label = "";
      }
      if (request != null) {
        entry("request", request);
      }
      lastRight(to.evidence.lastRight(first));
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
                all.size(), ranges.replaceFirst("[-,].*", ""), ranges.replaceFirst(".*[-, ]", ""));
  }

  /// Prints the assertions that are undecided for another reason than the test as a whole, by
  /// reason, each with a step that would have proved it.
  private void undecided() {
    Map<String, List<AssertionResult>> byReason = new LinkedHashMap<>();
    for (AssertionResult assertion : test.judgement().assertions()) {
      boolean isOpen =
          assertion.verdict() == Verdict.INCONCLUSIVE || assertion.verdict() == Verdict.ERROR;
      boolean isNew = assertion.reason() != null && !assertion.reason().equals(test.reason());
      if (isOpen && isNew) {
        byReason
            .computeIfAbsent(
                assertion.verdict().text() + ": " + assertion.reason(), _ -> new ArrayList<>())
            .add(assertion);
      }
    }
    byReason.forEach(this::undecided);
  }

  private void undecided(String reason, List<AssertionResult> assertions) {
    out.println();
    boolean isOne = assertions.size() == 1;
    String subject =
        isOne ? assertions.getFirst().id() : Text.count(assertions.size(), "assertion");
    for (String line : Text.wrap(subject + ": " + reason, room())) {
      out.println(INDENT + line);
    }
    if (isOne || to.isVerbose) {
      assertions.forEach(assertion -> {
        if (!isOne) {
          line(assertion.id(), "");
        }
        StepText.proving(test, assertion.id()).stream().limit(MOST_STEPS).forEach(this::quoted);
      });
      return;
    }
    int shown = assertions.size() > MOST_UNDECIDED + 1 ? MOST_UNDECIDED : assertions.size();
    for (AssertionResult assertion : assertions.subList(0, shown)) {
      line(
          assertion.id(),
          StepText.proving(test, assertion.id()).stream()
              .findFirst()
              .map(StepText::sentence)
              .orElse(""));
    }
    if (assertions.size() > shown) {
      line("and %d more".formatted(assertions.size() - shown), "");
    }
  }

  /// Prints a label and as much of a text as fits into its line.
  private void line(String label, String text) {
    String lead = label + " ".repeat(Math.max(1, LABEL - label.length()));
    String all = lead + text;
    out.println((INDENT + INDENT + Text.cut(all, room() - INDENT.length())).stripTrailing());
  }

  private void entry(String label, String text) {
    String lead = label + " ".repeat(Math.max(1, LABEL - label.length()));
    int room = room() - INDENT.length() - lead.length();
    for (String line : Text.wrap(text, room)) {
      out.println((INDENT + INDENT + lead + line).stripTrailing());
      lead = " ".repeat(lead.length());
    }
  }

  private int room() {
    return terminal.columns() - INDENT.length();
  }

  private String verdict() {
    return (test.isKnown() ? "known " : "") + test.verdict().text();
  }

  private String uri() {
    return to.run.duts().get(test.dut()).uri();
  }
}
