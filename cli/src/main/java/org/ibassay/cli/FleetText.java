package org.ibassay.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.ibassay.runner.DutInfo;
import org.ibassay.runner.Expectation;
import org.ibassay.runner.RunEvent;
import org.ibassay.runner.RunListener;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.cause.FailureText;
import org.ibassay.runner.html.FleetReport;
import org.ibassay.runner.lab.RunScope;
import org.ibassay.runner.merge.MergedResult;
import org.ibassay.suite.CheckLog;
import org.jspecify.annotations.Nullable;

/// Many devices for a terminal: a line for each device that is complete, with its problems below; a
/// progress line for all of them; and a summary.
final class FleetText {
  /// The amount and style of output; also for a run over a fabric.
  enum Style {
    NORMAL,
    QUIET,
    LINES
  }

  private static final long TENTH = 100_000_000;
  private static final long SECOND = 1_000_000_000L;
  private static final int NAME_WIDTH = 24;
  private static final int VERDICT_WIDTH = 13;

  private final PrintWriter out;
  private final PrintWriter err;
  private final Terminal terminal;
  private final LongSupplier nanos;
  private final Style style;
  private final Map<String, String> running = new LinkedHashMap<>();
  private final Map<String, String> lines = new LinkedHashMap<>();
  private int all;
  private int done;
  private int kept;
  private long begun;
  private long shown;
  private boolean isShown;

  /// @param out for results
  /// @param err for messages and progress
  /// @param nanos a clock, for durations
  FleetText(PrintWriter out, PrintWriter err, Terminal terminal, LongSupplier nanos, Style style) {
    this.out = out;
    this.err = err;
    this.terminal = terminal;
    this.nanos = nanos;
    this.style = style;
  }

  /// The run begins.
  synchronized void begin(int duts, int tests) {
    all = duts;
    begun = nanos.getAsLong();
    if (style == Style.NORMAL) {
      out.println(
          terminal.bold("%s, %s".formatted(Text.count(duts, "DUT"), Text.count(tests, "test"))));
      out.flush();
    }
  }

  /// Returns the listener for the events of a device.
  RunListener listener(String name) {
    StringWriter text = new StringWriter();
    LinesReport report = new LinesReport(new PrintWriter(text), new PrintWriter(text));
    return event -> {
      if (style == Style.LINES) {
        report.on(event);
      }
      on(name, event, text);
    };
  }

  private synchronized void on(String name, RunEvent event, StringWriter text) {
    switch (event) {
      case RunEvent.RunStarted _ -> running.put(name, "");
      case RunEvent.TestStarted(int _, var page) -> running.put(name, page.id());
      case RunEvent.RunEnded _ -> lines.put(name, text.toString());
      default -> {}
    }
    show();
  }

  /// Reports a device that was completed in an earlier run.
  synchronized void kept(String name) {
    done++;
    kept++;
    show();
  }

  /// Reports a device that is complete, with its files.
  synchronized void ended(String name, RecordedRun.Outcome outcome) {
    wipe();
    done++;
    running.remove(name);
    if (style == Style.LINES) {
      String text = lines.remove(name);
      if (text != null) {
        text.lines().forEach(line -> out.println(name + ": " + line));
      }
    } else {
      print(name, outcome.result());
    }
    if (!outcome.missing().isEmpty()) {
      err.println(terminal.message(name + ": " + outcome.missing()));
    }
    out.flush();
    show();
  }

  private void print(String name, RunResult result) {
    List<TestResult> open =
        result.tests().stream()
            .filter(test -> test.counted().compareTo(Verdict.PASS) < 0 && !test.isKnown())
            .toList();
    if (style == Style.QUIET && open.isEmpty()) {
      return;
    }
    boolean isKnown = result.verdict() == Verdict.NOT_APPLICABLE && result.countKnown() > 0;
    String verdict =
        isKnown
            ? "known fail"
            : shown(result.interrupted() ? Verdict.INCONCLUSIVE : result.verdict());
    out.println(
        "  %s %s %s, %s"
            .formatted(
                colored(result.verdict(), padded(verdict, VERDICT_WIDTH)),
                padded(name, NAME_WIDTH),
                counts(result),
                ConsoleReport.time(result.duration())));
    for (DutInfo dut : result.duts()) {
      if (dut.trouble() != null) {
        out.println("      " + dut.trouble().text());
        return; // it is the reason for every test
      }
    }
    open.forEach(this::print);
  }

  private void print(TestResult test) {
    CheckLog.Failure first = firstFailure(test);
    String what =
        first == null
            ? String.valueOf(test.reason())
            : "step %s: expected %s; received %s"
                .formatted(first.step(), FailureText.expected(first), FailureText.received(first));
    String line = "%s %s: %s".formatted(shown(test.verdict()), test.page().id(), what);
    out.println("      " + terminal.cut(line.replaceAll("\\s+", " "), terminal.columns() - 6));
  }

  private static CheckLog.@Nullable Failure firstFailure(TestResult test) {
    return test.judgement().assertions().stream()
        .flatMap(assertion -> assertion.examples().stream())
        .findFirst()
        .orElse(null);
  }

  /// Prints the results of all devices; the last line is the summary.
  synchronized void summary(MergedResult result) {
    wipe();
    for (Expectation entry : result.expectations()) {
      if (entry.isReported()) {
        out.println(entry.entry().file() + ": " + entry.sentence());
      }
    }
    if (!result.scope().missing().isEmpty()) {
      err.println(terminal.complaint(missing(result.scope())));
    }
    if (kept > 0 && style != Style.LINES) {
      out.println("%s kept from an earlier run".formatted(Text.count(kept, "DUT")));
    }
    if (style != Style.LINES) {
      String headline = FleetReport.headline(result);
      String shouted =
          headline.equals("fail") || headline.equals("error")
              ? headline.toUpperCase(Locale.ROOT)
              : headline;
      out.println(
          colored(result.verdict(), shouted + ": ")
              + FleetReport.sentence(result)
              + "; "
              + ConsoleReport.time(result.duration()));
    }
    out.flush();
    err.flush();
  }

  private static String counts(RunResult result) {
    List<String> parts = new ArrayList<>();
    for (Verdict verdict : Verdict.values()) {
      if (result.countProblems(verdict) > 0) {
        parts.add(result.countProblems(verdict) + " " + shown(verdict).toLowerCase(Locale.ROOT));
      }
    }
    if (result.countLeftOut() > 0) {
      parts.add(Text.count(result.countLeftOut(), "test") + " not run");
    }
    if (result.countKnown() > 0) {
      parts.add(result.countKnown() + " of the failures known");
    }
    return parts.isEmpty() ? "no test" : String.join(", ", parts);
  }

  private static String shown(Verdict verdict) {
    return switch (verdict) {
      case FAIL, ERROR -> verdict.text().toUpperCase(Locale.ROOT);
      case INCONCLUSIVE, PASS -> verdict.text();
      case NOT_APPLICABLE -> "n/a";
    };
  }

  private String colored(Verdict verdict, String text) {
    return switch (verdict) {
      case FAIL, ERROR -> terminal.red(text);
      case INCONCLUSIVE -> terminal.yellow(text);
      case PASS -> terminal.green(text);
      case NOT_APPLICABLE -> terminal.faint(text);
    };
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  private void show() {
    long now = nanos.getAsLong();
    if (terminal.isLive() && style == Style.NORMAL && now - shown > TENTH) {
      shown = now;
      isShown = true;
      String tests =
          running.entrySet().stream()
              .map(entry -> entry.getKey() + " " + entry.getValue())
              .collect(Collectors.joining(", "));
      String text =
          "%d of %d DUTs done, %d s; running: %s"
              .formatted(done, all, (now - begun) / SECOND, tests);
      err.print("\r\u001b[K" + Text.cut(text, terminal.columns() - 1));
      err.flush();
    }
  }

  private void wipe() {
    if (isShown) {
      err.print("\r\u001b[K");
      err.flush();
      isShown = false;
    }
  }

  /// Names the parts of a split run that a merge lacks.
  static String missing(RunScope scope) {
    return "incomplete: missing shard " + String.join(", ", scope.missing());
  }
}
