package org.ibassay.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ibassay.runner.DutCoverage;
import org.ibassay.runner.DutInfo;
import org.ibassay.runner.RunEvent;
import org.ibassay.runner.RunListener;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.Verdict;
import org.ibassay.suite.Page;

/// A run for a terminal: a line for each test that ends, then each problem, and at the end a
/// summary, which is not scrolled away. In a log, passed tests are only counted if there are many,
/// and a line a minute says how far the run is.
final class ConsoleReport implements RunListener {
  /// The amount of output.
  enum Volume {
    QUIET,
    NORMAL,
    VERBOSE
  }

  private static final String INDENT = "  ";
  private static final String KNOWN = "known fail";
  private static final int VERDICT_WIDTH = 12;
  private static final int ID_WIDTH = 20;
  private static final int TIME_WIDTH = 8;

  /// With up to this number of tests, a log has a line for each.
  private static final int FEW = 20;

  private static final int LEAST_ROOM = 2 * TIME_WIDTH;

  private final PrintWriter out;
  private final PrintWriter err;
  private final Terminal terminal;
  private final Volume volume;
  private final Details details;
  private final List<DutInfo> duts = new ArrayList<>();
  private final PassedTests passed = new PassedTests();
  private boolean isLong;
  private final Progress progress = new Progress(System::nanoTime);
  private final OpeningNotice opening;
  private boolean isProgressShown;

  /// @param out for results
  /// @param err for messages and progress
  /// @param details prints the details of problems
  ConsoleReport(
      PrintWriter out, PrintWriter err, Terminal terminal, Volume volume, Details details) {
    this.out = out;
    this.err = err;
    this.terminal = terminal;
    this.volume = volume;
    this.details = details;
    opening = OpeningNotice.on(err, terminal);
  }

  @Override
  public void on(RunEvent event) {
    opening.on(event);
    wipeProgress();
    switch (event) {
      case RunEvent.RunStarted(Instant _, int tests, int _) -> {
        isLong = tests > FEW;
        progress.beginRun(tests);
      }
      case RunEvent.DutOpening _ -> {}
      case RunEvent.DutFound(int _, DutInfo dut) -> found(dut);
      case RunEvent.RoundStarted(int round, int rounds) -> round(round, rounds);
      case RunEvent.TestStarted(int _, Page page) -> {
        progress.begin();
        progress(page, "");
      }
      case RunEvent.Progress(Page page, long done, long total) ->
          progress(page, progress.at(done, total));
      case RunEvent.Waiting(Page page, Duration duration) ->
          progress(page, " waiting for " + time(duration));
      case RunEvent.TestEnded(TestResult result) -> {
        progress.end();
        ended(result);
      }
      case RunEvent.RunEnded(RunResult result) -> {
        countPassed();
        summary(result);
      }
    }
    out.flush();
    err.flush();
  }

  private void found(DutInfo dut) {
    countPassed();
    duts.add(dut);
    if (dut.trouble() != null) {
      err.println(terminal.complaint(dut.trouble().text()));
    } else if (volume != Volume.QUIET) {
      out.println((duts.size() > 1 ? "\n" : "") + terminal.bold(dut.uri()));
      Text.wrap(DutText.describe(dut), terminal.columns() - 2)
          .forEach(line -> out.println("  " + line));
      for (String note : dut.notes()) {
        Text.wrap("note: " + note, terminal.columns() - 2)
            .forEach(line -> out.println("  " + terminal.faint(line)));
      }
    }
  }

  private void round(int round, int rounds) {
    if (volume != Volume.QUIET) {
      out.println(INDENT + terminal.faint("round %d of %d".formatted(round, rounds)));
    }
  }

  private void ended(TestResult result) {
    boolean applies = result.verdict() != Verdict.NOT_APPLICABLE;
    if ((volume == Volume.QUIET && !Details.isWanted(result))
        || (volume != Volume.VERBOSE && !applies)) {
      return;
    }
    if (result.verdict() == Verdict.PASS && isCounted()) {
      passed.add(result);
      if (passed.isDue()) {
        countPassed();
      }
      return;
    }
    String shown = result.isKnown() ? KNOWN : shown(result.verdict());
    String verdict = padded(shown, VERDICT_WIDTH);
    String id = padded(result.page().id(), ID_WIDTH);
    int beside = terminal.columns() - INDENT.length() - verdict.length() - id.length() - 2;
    boolean isNarrow = beside < LEAST_ROOM;
    int room = isNarrow ? terminal.columns() - 2 * INDENT.length() : beside;
    String rest = applies ? titleAndTime(result, room) : reason(result, room);
    String color = result.isKnown() ? terminal.yellow(verdict) : colored(result.verdict(), verdict);
    out.println(INDENT + color + " " + (isNarrow ? id.strip() : id + " " + rest));
    if (isNarrow) {
      out.println(INDENT + INDENT + rest);
    }
  }

  /// Whether tests are only counted: not at a terminal, where the user watches each test end, nor
  /// with verbose output.
  private boolean isCounted() {
    return isLong && !terminal.isLive() && volume == Volume.NORMAL;
  }

  private void countPassed() {
    if (!passed.isEmpty()) {
      String lead = padded(shown(Verdict.PASS), VERDICT_WIDTH) + " ";
      for (String line :
          Text.wrap(passed.take(), terminal.columns() - INDENT.length() - lead.length())) {
        out.println(INDENT + lead + line);
        lead = " ".repeat(lead.length());
      }
    }
  }

  private String titleAndTime(TestResult result, int room) {
    String time = time(result.duration());
    int titleRoom = room - TIME_WIDTH - 1;
    String title = terminal.cut(Text.plain(result.page().title()), titleRoom);
    return padded(title, titleRoom) + " " + " ".repeat(TIME_WIDTH - time.length()) + time;
  }

  private String reason(TestResult result, int room) {
    return terminal.faint(terminal.cut(String.valueOf(result.reason()), room));
  }

  private void summary(RunResult result) {
    Insight insight = details.insight().get();
    CausesText causes = new CausesText(out, terminal, result, insight);
    causes.print();
    details.print(out, terminal, result, insight.evidence(), volume == Volume.VERBOSE);
    if (volume != Volume.QUIET) {
      new ReadingsText(out, terminal, result, volume == Volume.VERBOSE).print();
    }
    if (volume != Volume.QUIET || result.tests().stream().anyMatch(Details::isWanted)) {
      out.println();
    }
    Verdict verdict = result.verdict();
    String headline =
        "%s: %s in %s".formatted(headline(result), counts(result), time(result.duration()));
    boolean isLeft = verdict == Verdict.PASS && !result.isPutBack();
    String shown = isLeft ? terminal.yellow(headline) : colored(verdict, headline);
    out.println(result.interrupted() ? headline : shown);
    if (result.tests().stream().filter(Details::isWanted).count() > 1) {
      causes.recall();
    }
    for (int dut = 0; dut < result.duts().size(); dut++) {
      notCovered(result, dut);
    }
    leftOut(result);
  }

  /// Prints which tests PROFILE=short shortened.
  private void leftOut(RunResult result) {
    List<String> ids =
        result.tests().stream()
            .filter(test -> !test.leftOut().isEmpty())
            .map(test -> test.page().id())
            .distinct()
            .toList();
    if (!ids.isEmpty()) {
      indented(
          0,
          "PROFILE=short left out a part of %s (--param PROFILE=full includes it): %s"
              .formatted(Text.count(ids.size(), "test"), String.join(", ", ids)));
    }
  }

  /// Prints what a verdict does not cover.
  private void notCovered(RunResult result, int dut) {
    DutCoverage coverage = DutCoverage.of(result, dut);
    if (coverage.isWhole()) {
      return;
    }
    String uri = result.duts().size() > 1 ? " on " + result.duts().get(dut).uri() : "";
    indented(
        0,
        "%d of %s applied%s; not covered:"
            .formatted(coverage.applied(), Text.count(coverage.tests(), "test"), uri));
    coverage
        .reasons()
        .forEach((reason, tests) -> indented(1, "- " + notCovered(reason, tests.size())));
    if (!coverage.chapters().isEmpty()) {
      indented(0, "assertions checked: " + coverage.assertions());
    }
  }

  /// Returns a sentence about tests that were not run: "2 tests are for a switch".
  ///
  /// @param reason why: "is for a switch", "needs RDMA READs", or a sentence of its own
  static String notCovered(String reason, long tests) {
    String count = Text.count(tests, "test");
    String one = reason.replaceFirst(" .*", "");
    String several =
        switch (one) {
          case "is" -> "are";
          case "needs" -> "need";
          default -> "";
        };
    if (several.isEmpty()) {
      return count + ": " + reason;
    }
    return count + " " + (tests > 1 ? several + reason.substring(one.length()) : reason);
  }

  private void indented(int depth, String text) {
    String indent = INDENT.repeat(depth + 1);
    Text.wrap(text, terminal.columns() - indent.length())
        .forEach(line -> out.println(indent + line));
  }

  private static String headline(RunResult result) {
    if (result.interrupted()) {
      return "interrupted";
    }
    if (result.verdict() == Verdict.PASS && !result.isPutBack()) {
      return "not restored";
    }
    return result.verdict() == Verdict.NOT_APPLICABLE ? result.nothing() : shown(result.verdict());
  }

  private static String counts(RunResult result) {
    List<String> parts = new ArrayList<>();
    for (Verdict verdict : Verdict.values()) {
      long known = verdict == Verdict.FAIL ? result.countKnown() : 0;
      long count = result.countProblems(verdict) - known;
      if (known > 0) {
        parts.add(known + " " + KNOWN);
      }
      if (count > 0) {
        parts.add(count + " " + verdict.text());
      }
    }
    if (result.countLeftOut() > 0) {
      parts.add(Text.count(result.countLeftOut(), "test") + " not run");
    }
    long unstable = result.tests().stream().filter(TestResult::isUnstable).count();
    if (unstable > 0) {
      parts.add(unstable + " unstable");
    }
    return parts.isEmpty() ? "no test" : String.join(", ", parts);
  }

  private void progress(Page page, String text) {
    if (volume == Volume.QUIET) {
      return;
    }
    String line = "  ... " + page.id() + text + terminal.faint(progress.ofRun());
    if (terminal.isLive()) {
      err.print(line);
      isProgressShown = true;
    } else if (progress.isDue()) {
      err.println(line);
    }
  }

  private void wipeProgress() {
    if (isProgressShown) {
      err.print("\r\u001b[K");
      err.flush();
      isProgressShown = false;
    }
  }

  private String colored(Verdict verdict, String text) {
    return switch (verdict) {
      case FAIL, ERROR -> terminal.red(text);
      case INCONCLUSIVE -> terminal.yellow(text);
      case PASS -> terminal.green(text);
      case NOT_APPLICABLE -> terminal.faint(text);
    };
  }

  private static String shown(Verdict verdict) {
    return switch (verdict) {
      case FAIL, ERROR -> verdict.text().toUpperCase(Locale.ROOT);
      case INCONCLUSIVE, PASS -> verdict.text();
      case NOT_APPLICABLE -> "n/a";
    };
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  static String time(Duration duration) {
    double seconds = duration.toMillis() / 1000.0;
    return seconds < 100
        ? String.format(Locale.ROOT, "%.2f s", seconds)
        : String.format(Locale.ROOT, "%d:%02d min", duration.toMinutes(), duration.toSecondsPart());
  }
}
