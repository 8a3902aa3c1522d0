package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.runner.Verdict.NOT_APPLICABLE;
import static org.ibassay.runner.Verdict.PASS;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ibassay.device.Deviation;
import org.ibassay.runner.TestResult;
import org.ibassay.suite.CheckLog;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What the tests of reliable connections make of each deviation of them. Some survive: each is a
/// hole in the tests, and stands as such in the list until a test notices it.
///
/// What each deviation does to each test stands in `rc-deviations.txt`, one block a device: the
/// tests that do not pass, the steps that fail with their first message, and why the rest is
/// inconclusive. A run writes what it saw to `target/rc-deviations.txt`; after a deliberate change,
/// read the difference line by line before it becomes the new expectation.
final class RcDeviationsTest {
  private static final Path SEEN = Path.of("target", "rc-deviations.txt");

  private static final Map<String, List<TestResult>> RESULTS = new TreeMap<>();

  @BeforeAll
  static void runAll() throws Exception {
    for (Deviation deviation : deviations()) {
      String uri = "sim:ca?deviation=" + deviation.name();
      RESULTS.put(deviation.name(), Assay.run(uri, "C09_*", "R09_*").tests());
    }
  }

  private static List<Deviation> deviations() {
    return Deviation.all().stream().filter(d -> d.name().startsWith("rc.")).toList();
  }

  @Test
  void eachDeviationFailsTheChecksThatItTouchesAndNoOther() throws IOException {
    String seen =
        RESULTS.entrySet().stream()
            .map(e -> e.getKey() + "\n" + String.join("", described(e.getValue())))
            .collect(Collectors.joining("\n"));
    Files.writeString(SEEN, seen);
    assertThat(seen.lines()).containsExactlyElementsOf(expected());
  }

  private static List<String> described(List<TestResult> results) {
    List<String> lines = new ArrayList<>();
    for (TestResult result : results) {
      if (result.verdict() != PASS && result.verdict() != NOT_APPLICABLE) {
        lines.add("  %s %s\n".formatted(result.page().id(), word(result)));
        result.log().steps().forEach((step, tally) -> describe(step, tally, lines));
        if (result.reason() != null) {
          lines.add("    because %s\n".formatted(result.reason()));
        }
      }
    }
    return lines.isEmpty() ? List.of("  survives\n") : lines;
  }

  private static void describe(String step, CheckLog.Tally tally, List<String> lines) {
    if (tally.failures() > 0) {
      CheckLog.Failure first = tally.examples().getFirst();
      lines.add(
          "    step %s, %d of %d at %s: expected %s, came %s\n"
              .formatted(
                  step,
                  tally.failures(),
                  tally.checks(),
                  tally.failedPlaces(),
                  first.expected(),
                  first.actual()));
    }
  }

  private static String word(TestResult result) {
    return result.verdict().name().toLowerCase(Locale.ROOT);
  }

  private static List<String> expected() {
    try (InputStream in = RcDeviationsTest.class.getResourceAsStream("rc-deviations.txt")) {
      if (in == null) {
        return List.of();
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
