package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.runner.Verdict.FAIL;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.ibassay.device.Deviation;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.runner.TestResult;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Every deviation is seen, by the checks it touches and by no other; and for every assertion that
/// a test claims there is a deviation that fails it.
///
/// What each deviation does to each test stands in `deviations.txt`, one block a device: the tests
/// that do not pass, the steps that fail with their first message, and why the rest is
/// inconclusive. A run writes what it saw to `target/deviations.txt`; after a deliberate change,
/// read the difference line by line before it becomes the new expectation.
final class DeviationsTest {
  private static final Path SEEN = Path.of("target", "deviations.txt");

  private static final Map<String, List<TestResult>> RESULTS = new TreeMap<>();

  @BeforeAll
  static void runAll() throws Exception {
    for (Deviation deviation : deviations()) {
      for (NodeKind kind : shownOn(deviation.kinds())) {
        String uri = "sim:%s?deviation=%s".formatted(kind.word(), deviation.name());
        RESULTS.put(deviation.name() + " on " + kind.word(), Assay.run(uri, "C1*").tests());
      }
    }
  }

  /// Reliable connections have a test of their own: [RcDeviationsTest].
  private static List<Deviation> deviations() {
    return Deviation.all().stream().filter(d -> !d.name().startsWith("rc.")).toList();
  }

  /// A router departs as a channel adapter does.
  private static Set<NodeKind> shownOn(Set<NodeKind> kinds) {
    Set<NodeKind> shown = new TreeSet<>(kinds);
    if (shown.contains(NodeKind.CA)) {
      shown.remove(NodeKind.ROUTER);
    }
    return shown;
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

  @Test
  void noDeviationSurvives() {
    Set<String> survivors = new TreeSet<>();
    deviations().forEach(d -> survivors.add(d.name()));
    RESULTS.forEach((device, results) -> {
      if (results.stream().anyMatch(r -> r.verdict() != PASS && r.verdict() != NOT_APPLICABLE)) {
        survivors.remove(device.substring(0, device.indexOf(' ')));
      }
    });
    assertThat(survivors).isEmpty();
  }

  @Test
  void everyClaimedAssertionCanFail() {
    Set<String> unguarded = new TreeSet<>();
    for (Page page : Pages.all().stream().filter(page -> page.id().startsWith("C1")).toList()) {
      page.claimed().forEach(id -> unguarded.add(page.id() + " " + id));
    }
    for (List<TestResult> results : RESULTS.values()) {
      for (TestResult result : results) {
        result.judgement().assertions().stream()
            .filter(a -> a.verdict() == FAIL)
            .forEach(a -> unguarded.remove(result.page().id() + " " + a.id()));
      }
    }
    assertThat(unguarded).isEmpty();
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
    return lines;
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
                  withoutRecord(first.actual())));
    }
  }

  /// A record's bytes would hide what is to be read here.
  private static String withoutRecord(String actual) {
    return actual.replaceFirst("( in \\w+\\(\\w+\\))( [0-9a-f]{2,16})+$", "$1");
  }

  private static String word(TestResult result) {
    return result.verdict().name().toLowerCase(Locale.ROOT);
  }

  private static List<String> expected() {
    try (InputStream in = DeviationsTest.class.getResourceAsStream("deviations.txt")) {
      if (in == null) {
        return List.of();
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
