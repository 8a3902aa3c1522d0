package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ibassay.runner.ReadingResult;
import org.ibassay.runner.RunResult;
import org.ibassay.suite.Reading;

/// Prints the ways of a run's devices in open readings: one line for each reading, because all
/// devices usually go the same way. By default, only readings that the run was strict about, or
/// that differ between devices.
record ReadingsText(PrintWriter out, Terminal terminal, RunResult run, boolean isAll) {
  private static final String INDENT = "  ";

  void print() {
    Map<Reading, List<ReadingResult>> results =
        run.readings().stream()
            .collect(
                Collectors.groupingBy(
                    ReadingResult::reading, LinkedHashMap::new, Collectors.toList()));
    int open = results.size();
    results.values().removeIf(ofDuts -> !isAll && !isAsked(ofDuts) && !isDivided(ofDuts));
    int hidden = open - results.size();
    if (hidden > 0) {
      out.println();
      line(
          "%s where the specification is ambiguous: see the report, or use --verbose"
              .formatted(Text.count(hidden, "reading")));
    }
    if (results.isEmpty() && run.unmet().isEmpty()) {
      return;
    }
    out.println();
    String who = run.duts().size() == 1 ? "this device interprets" : "each device interprets";
    out.println(terminal.bold("Readings: how " + who + " ambiguous rules"));
    results.forEach((reading, ofDuts) -> line(reading.id() + ": " + ways(ofDuts)));
    run.unmet().forEach(reading -> line(reading.id() + ": no test that ran encountered it"));
  }

  private static boolean isAsked(List<ReadingResult> ofDuts) {
    return ofDuts.stream().anyMatch(result -> result.asked() != null);
  }

  /// Whether devices go different ways.
  private static boolean isDivided(List<ReadingResult> ofDuts) {
    return ofDuts.stream().map(ReadingResult::text).distinct().count() > 1;
  }

  /// Formats the ways, each with its devices unless all devices of the run go it.
  private String ways(List<ReadingResult> ofDuts) {
    Map<String, List<String>> dutsByWay = new LinkedHashMap<>();
    for (ReadingResult result : ofDuts) {
      dutsByWay
          .computeIfAbsent(way(result), _ -> new ArrayList<>())
          .add(run.duts().get(result.dut()).uri());
    }
    boolean isOfAll = dutsByWay.size() == 1 && ofDuts.size() == run.duts().size();
    return dutsByWay.entrySet().stream()
        .map(entry ->
            isOfAll
                ? entry.getKey()
                : entry.getKey() + " on " + String.join(", ", entry.getValue()))
        .collect(Collectors.joining("; "));
  }

  private static String way(ReadingResult result) {
    String meaning =
        result.ways().size() == 1
            ? " (%s)".formatted(result.ways().getFirst().way().meaning())
            : "";
    return result.text() + meaning + not(result);
  }

  private static String not(ReadingResult result) {
    Reading.Way asked = result.asked();
    return asked == null || result.isAllowed() ? "" : ", not " + asked.id();
  }

  private void line(String text) {
    String first = INDENT;
    for (String part : Text.wrap(text, terminal.columns() - 2 * INDENT.length())) {
      out.println(first + part);
      first = INDENT + INDENT;
    }
  }
}
