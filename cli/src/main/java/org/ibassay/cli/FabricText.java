package org.ibassay.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.ibassay.link.topology.NodeType;
import org.ibassay.runner.Expectation;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.fabric.FabricFacts;
import org.ibassay.runner.fabric.FabricProgress;
import org.ibassay.runner.fabric.FabricResult;
import org.ibassay.runner.fabric.GroupFailure;
import org.ibassay.runner.fabric.NodeGroup;

/// A run over a fabric for a terminal: progress and results.
final class FabricText implements FabricProgress {
  private static final int MOST_LINES = 20;
  private static final int MOST_NAMES = 5;
  private static final long TENTH = 100_000_000;
  private static final long MINUTE = 60_000_000_000L;
  private static final double SECOND = 1e9;
  private static final double MILLIS = 1e3;
  private static final String INDENT = "    ";

  private final PrintWriter out;
  private final PrintWriter err;
  private final Terminal terminal;
  private final RerunCommand again;
  private final LongSupplier nanos;
  private final FleetText.Style style;
  private final long leftOut;
  private long begun;
  private long shown;
  private boolean isShown;
  private int left;

  /// @param out for results
  /// @param err for progress
  /// @param again the command that repeats a test
  /// @param nanos a clock, for rates
  /// @param leftOut number of tests that `--safe` excludes
  FabricText(
      PrintWriter out,
      PrintWriter err,
      Terminal terminal,
      RerunCommand again,
      LongSupplier nanos,
      FleetText.Style style,
      long leftOut) {
    this.out = out;
    this.err = err;
    this.terminal = terminal;
    this.again = again;
    this.nanos = nanos;
    this.shown = nanos.getAsLong();
    this.style = style;
    this.leftOut = leftOut;
  }

  @Override
  public void found(int nodes) {
    show("%,d nodes found".formatted(nodes), false);
  }

  @Override
  public void picked(Map<NodeType, Integer> nodes, int ports, int toDo) {
    wipe();
    begun = nanos.getAsLong();
    left = toDo;
    if (style == FleetText.Style.NORMAL) {
      out.println(
          "%,d nodes (%s), %,d ports; %,d to test"
              .formatted(
                  nodes.values().stream().mapToInt(Integer::intValue).sum(),
                  nodes.entrySet().stream()
                      .map(type -> "%,d %s".formatted(type.getValue(), type.getKey().word()))
                      .sorted(Comparator.comparing(text -> text.replaceAll("[\\d,]+ ", "")))
                      .collect(Collectors.joining(", ")),
                  ports,
                  toDo));
      out.flush();
    }
  }

  @Override
  public void tested(int nodes) {
    double rate = nodes / (Math.max(1, nanos.getAsLong() - begun) / SECOND);
    Duration rest = Duration.ofMillis((long) ((left - nodes) / rate * MILLIS));
    show(
        "%,d of %,d nodes, %.1f/s, %s left".formatted(nodes, left, rate, ConsoleReport.time(rest)),
        nodes == left);
  }

  /// At a terminal, the line replaces the one before it; in a log, there is one a minute.
  private void show(String text, boolean isLast) {
    long now = nanos.getAsLong();
    if (terminal.isLive() && (isLast || now - shown > TENTH)) {
      shown = now;
      isShown = true;
      err.print("\r\u001b[K" + Text.cut(text, terminal.columns() - 1));
      err.flush();
    } else if (!terminal.isLive() && style == FleetText.Style.NORMAL && now - shown > MINUTE) {
      shown = now;
      err.println(text);
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

  /// Prints the result; the last line is the summary.
  void print(FabricResult result) {
    wipe();
    if (style == FleetText.Style.LINES) {
      lines(result);
      out.flush();
      return;
    }
    int number = 0;
    for (NodeGroup group : result.groups()) {
      group(++number, group);
    }
    list(
        "no response", result.facts().silent().stream().map(FabricFacts.Silent::toString).toList());
    list("cannot be", result.facts().oddities());
    list("firmware not known", result.facts().withoutFirmware());
    list("topology", result.differences());
    reported(result).forEach(out::println);
    String verdict = result.scope().interrupted() ? "interrupted" : result.verdict().text();
    out.println();
    leftOut().ifPresent(out::println);
    out.println(terminal.bold(verdict + ": ") + result.summary());
    out.flush();
  }

  /// Says which tests were not run on any node; empty if there are none.
  Optional<String> leftOut() {
    return leftOut == 0
        ? Optional.empty()
        : Optional.of(
            Text.count(leftOut, "test") + " left out by --safe because they change a node");
  }

  private static List<String> reported(FabricResult result) {
    return result.expectations().stream()
        .filter(Expectation::isReported)
        .map(entry -> entry.entry().file() + ": " + entry.sentence())
        .toList();
  }

  /// Prints a line for each failure of a group, and for problems of the fabric itself.
  private void lines(FabricResult result) {
    for (NodeGroup group : result.groups()) {
      String who = names(group) + ": ";
      for (GroupFailure failure : GroupFailure.of(group)) {
        String head = who + failure.test() + ": " + failure.verdict().text();
        failure.lines().forEach(line -> out.println(head + ": " + line.strip()));
        if (failure.lines().isEmpty()) {
          out.println(head);
        }
      }
      group
          .notCovered()
          .forEach((reason, tests) ->
              out.println(who + "not covered: " + ConsoleReport.notCovered(reason, tests)));
    }
    result.facts().silent().forEach(place -> out.println("no response: " + place));
    result.facts().oddities().forEach(oddity -> out.println("cannot be: " + oddity));
    result.facts().withoutFirmware().forEach(why -> out.println("firmware not known: " + why));
    result.differences().forEach(difference -> out.println("topology: " + difference));
    reported(result).forEach(out::println);
  }

  private static String names(NodeGroup group) {
    String names =
        group.who().stream()
            .limit(MOST_NAMES)
            .map(NodeGroup.Who::name)
            .collect(Collectors.joining(", "));
    int more = group.who().size() - MOST_NAMES;
    return names + (more > 0 ? " and %,d more".formatted(more) : "");
  }

  private void list(String title, List<String> lines) {
    if (!lines.isEmpty()) {
      out.println();
    }
    lines.stream().limit(MOST_LINES).forEach(line -> out.println(title + ": " + line));
    if (lines.size() > MOST_LINES) {
      out.println("%s: and %,d more, in results.json".formatted(title, lines.size() - MOST_LINES));
    }
  }

  private void group(int number, NodeGroup group) {
    if (style == FleetText.Style.QUIET && group.verdict() == Verdict.PASS) {
      return;
    }
    out.println();
    out.println(
        terminal.bold("group %d: %s".formatted(number, group.verdict().text()))
            + ": %,d of %s".formatted(group.who().size(), group.make()));
    out.println("  " + names(group));
    String uri = String.valueOf(group.dut().get("uri"));
    for (GroupFailure failure : GroupFailure.of(group)) {
      out.println("  %s: %s".formatted(failure.test(), failure.verdict().text()));
      failure.lines().stream().limit(MOST_LINES).forEach(line -> out.println("    " + line));
      out.println("    Run again: " + again.command(failure.test(), uri));
    }
    notCovered(group);
  }

  /// Prints what the verdict of a group does not cover.
  private void notCovered(NodeGroup group) {
    Map<String, Long> reasons = group.notCovered();
    if (reasons.isEmpty()) {
      return;
    }
    out.println(
        "  %,d of %,d tests applied; not covered:"
            .formatted(group.applied(), group.tests().size()));
    reasons.forEach((reason, tests) ->
        Text.wrap(ConsoleReport.notCovered(reason, tests), terminal.columns() - INDENT.length())
            .forEach(line -> out.println(INDENT + line)));
  }
}
