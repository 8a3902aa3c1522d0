package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.runner.DutCoverage;
import org.ibassay.runner.DutInfo;
import org.ibassay.runner.Expectation;
import org.ibassay.runner.ReadingResult;
import org.ibassay.runner.RunEvent;
import org.ibassay.runner.RunListener;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.cause.Cause;
import org.ibassay.runner.cause.Causes;
import org.ibassay.runner.cause.FailureText;
import org.ibassay.runner.cause.StepText;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Page;
import org.jspecify.annotations.Nullable;

/// A run for `grep`, editors and logs, printed when it ends: one line for each cause, for known
/// faults that resemble the failures, for tests that do not apply or were shortened, for each
/// failure, and for readings; nothing else on standard output.
final class LinesReport implements RunListener {
  private static final String KNOWN = "known fail";

  private final PrintWriter out;
  private final PrintWriter err;
  private final Supplier<Map<String, List<String>>> likenesses;
  private final @Nullable OpeningNotice opening;
  private final List<DutInfo> duts = new ArrayList<>();
  private final List<TestResult> results = new ArrayList<>();

  /// A report of a device among many, without messages about the time that opening it takes.
  LinesReport(PrintWriter out, PrintWriter err) {
    this(out, err, Map::of, null);
  }

  /// @param likenesses known faults that resemble the failures of a device, by its URI; available
  ///   after the files are written
  LinesReport(
      PrintWriter out,
      PrintWriter err,
      Terminal terminal,
      Supplier<Map<String, List<String>>> likenesses) {
    this(out, err, likenesses, OpeningNotice.on(err, terminal));
  }

  private LinesReport(
      PrintWriter out,
      PrintWriter err,
      Supplier<Map<String, List<String>>> likenesses,
      @Nullable OpeningNotice opening) {
    this.out = out;
    this.err = err;
    this.likenesses = likenesses;
    this.opening = opening;
  }

  @Override
  public void on(RunEvent event) {
    if (opening != null) {
      opening.on(event);
    }
    switch (event) {
      case RunEvent.DutFound(int _, DutInfo dut) -> found(dut);
      case RunEvent.TestEnded(TestResult result) -> results.add(result);
      case RunEvent.RunEnded(RunResult result) -> ended(result);
      case RunEvent.RunStarted _,
          RunEvent.DutOpening _,
          RunEvent.RoundStarted _,
          RunEvent.TestStarted _,
          RunEvent.Progress _,
          RunEvent.Waiting _ -> {}
    }
    out.flush();
  }

  private void found(DutInfo dut) {
    duts.add(dut);
    if (dut.trouble() != null) {
      err.println("ibassay: " + dut.trouble().text());
      err.flush();
    }
  }

  private void ended(TestResult result) {
    String head = head(result);
    result.log().steps().forEach((step, tally) -> failures(head, result, step, tally));
    boolean isSaid = result.verdict() == Verdict.FAIL && result.reason() == null;
    if (!isSaid && result.verdict().compareTo(Verdict.PASS) < 0) {
      line(
          head
              + ": "
              + (result.isKnown() ? KNOWN : result.verdict().text())
              + ": "
              + result.reason());
    }
    result.notPutBack().forEach(left -> line(head + ": not restored: " + left));
  }

  private String head(TestResult result) {
    return duts.get(result.dut()).uri() + ": " + result.page().id();
  }

  /// Prints the lines of the whole run, including those of tests that did not run, possibly on
  /// devices that an interrupt prevented from being opened.
  private void ended(RunResult run) {
    duts.addAll(run.duts().subList(duts.size(), run.duts().size()));
    for (DutInfo dut : duts) {
      if (dut.trouble() instanceof DutInfo.Trouble(Verdict verdict, String why)) {
        line("%s: %s: %s".formatted(dut.uri(), verdict.text(), why));
      }
    }
    for (Cause cause : Causes.of(run)) {
      String uri = duts.get(cause.dut()).uri();
      line("%s: cause: %s [%s]".formatted(uri, cause.text(), cause.where()));
    }
    likenesses
        .get()
        .forEach((uri, sentences) ->
            sentences.forEach(sentence -> line("%s: resembles: %s".formatted(uri, sentence))));
    for (int dut = 0; dut < duts.size(); dut++) {
      String head = duts.get(dut).uri() + ": not covered: ";
      DutCoverage.of(run, dut)
          .reasons()
          .forEach((reason, tests) -> line(head + ConsoleReport.notCovered(reason, tests.size())));
    }
    run.tests().stream()
        .filter(test -> !test.leftOut().isEmpty())
        .forEach(test -> line(head(test) + ": PROFILE=short left out " + test.leftOut()));
    results.forEach(this::ended);
    Set<String> reported = results.stream().map(this::head).collect(Collectors.toSet());
    run.tests().stream()
        .filter(test -> !run.isLeftOut(test) && !reported.contains(head(test)))
        .forEach(this::ended);
    for (TestResult test : run.tests()) {
      String head = head(test);
      UnstableVerdicts.of(test)
          .forEach((what, in) -> line(head + ": unstable: " + what + ": " + in));
    }
    run.readings().stream().flatMap(this::ways).forEach(this::line);
    run.expectations().stream()
        .filter(Expectation::isReported)
        .forEach(e -> line(e.entry().file() + ": " + e.sentence()));
  }

  /// Returns a line for each way: a device that varies has several.
  private Stream<String> ways(ReadingResult result) {
    String head = duts.get(result.dut()).uri() + ": reading " + result.reading().id();
    return result.ways().stream()
        .map(seen -> "%s: %s: %s".formatted(head, seen.way().id(), seen.way().meaning()));
  }

  private void failures(String head, TestResult test, String step, CheckLog.Tally tally) {
    boolean isKnown = test.isKnown(step);
    Set<String> known = test.known(step).keySet();
    String ids =
        test.page().step(step).map(Page.Step::assertions).orElse(List.of()).stream()
            .map(id -> !isKnown && known.contains(id) ? id + " (known)" : id)
            .collect(Collectors.joining(", "));
    String verdict = isKnown ? KNOWN : Verdict.FAIL.text();
    String sentence = test.page().step(step).map(StepText::sentence).orElse("");
    List<CheckLog.Failure> examples = tally.spread(CheckLog.EXAMPLES);
    for (CheckLog.Failure failure : examples) {
      List<String> marks = new ArrayList<>();
      if (!ids.isEmpty()) {
        marks.add(ids);
      }
      if (failure.packet() > 0) {
        marks.add("packet " + failure.packet());
      }
      if (!sentence.isEmpty()) {
        marks.add(sentence);
      }
      String where = failure.where().coordinates().isEmpty() ? "" : failure.where() + ": ";
      line(
          "%s: %s: step %s: %sexpected %s; received %s [%s]"
              .formatted(
                  head,
                  verdict,
                  step,
                  where,
                  FailureText.expected(failure),
                  FailureText.received(failure),
                  String.join("; ", marks)));
    }
    long more = tally.failures() - examples.size();
    if (more > 0) {
      line("%s: %s: step %s: and %d more [%s]".formatted(head, verdict, step, more, ids));
    }
  }

  private void line(String text) {
    out.println(text.replaceAll("\\s*\\R\\s*", " "));
  }
}
