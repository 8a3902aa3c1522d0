package org.ibassay.cli;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ibassay.runner.DutCoverage;
import org.ibassay.runner.TestResult;

/// Passed tests that are reported together in one line: in a log, lines for each would hide a
/// failure.
final class PassedTests {
  /// The longest time without output in a log, approximately.
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private static final int NONE = 0;

  private final Map<Integer, Long> byChapter = new TreeMap<>();
  private Duration time = Duration.ZERO;

  void add(TestResult test) {
    byChapter.merge(DutCoverage.chapter(test.page()).orElse(NONE), 1L, Long::sum);
    time = time.plus(test.duration());
  }

  /// Whether it is time to report them.
  boolean isDue() {
    return time.compareTo(LONGEST) >= 0;
  }

  boolean isEmpty() {
    return byChapter.isEmpty();
  }

  /// Returns their number, chapters and duration, and resets them.
  String take() {
    long count = byChapter.values().stream().mapToLong(Long::longValue).sum();
    String chapters =
        byChapter.entrySet().stream()
            .filter(chapter -> chapter.getKey() != NONE)
            .map(chapter -> "chapter %d: %d".formatted(chapter.getKey(), chapter.getValue()))
            .collect(Collectors.joining(", "));
    String text =
        "%s in %s%s"
            .formatted(
                Text.count(count, "test"),
                ConsoleReport.time(time),
                chapters.isEmpty() ? "" : " (" + chapters + ")");
    byChapter.clear();
    time = Duration.ZERO;
    return text;
  }
}
