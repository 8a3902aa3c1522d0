package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.runner.Verdict.FAIL;
import static org.ibassay.runner.Verdict.NOT_APPLICABLE;
import static org.ibassay.runner.Verdict.PASS;

import java.io.IOException;
import java.io.InputStream;
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
import org.ibassay.runner.RunResult;
import org.ibassay.runner.TestResult;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Page;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Every deviation is seen, by the checks it touches and by no other; and for every assertion that
/// a test claims there is a deviation that fails it.
///
/// What each deviation does to each test stands in a file, one block a device: the tests that do
/// not pass, the steps that fail with their first message, and why the rest is inconclusive. A run
/// writes what it saw to the file of that name in `target`; after a deliberate change, read the
/// difference line by line before it becomes the new expectation.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DeviationEffects {
  private final String file;
  private final List<Deviation> deviations;
  private final List<String> selectors;

  private final Map<String, List<TestResult>> results = new TreeMap<>();
  private final Set<String> survivors = new TreeSet<>();
  private final Set<String> unguarded = new TreeSet<>();

  DeviationEffects(String file, List<Deviation> deviations, String... selectors) {
    this.file = file;
    this.deviations = deviations;
    this.selectors = List.of(selectors);
  }

  @BeforeAll
  final void runAll() throws Exception {
    for (Deviation deviation : deviations) {
      survivors.add(deviation.name());
      for (NodeKind kind : shownOn(deviation.kinds())) {
        String uri = "sim:%s?deviation=%s".formatted(kind.word(), deviation.name());
        RunResult run = Assay.run(uri, selectors.toArray(String[]::new));
        results.put(deviation.name() + " on " + kind.word(), run.tests());
        if (run.tests().stream().anyMatch(DeviationEffects::notices)) {
          survivors.remove(deviation.name());
        }
      }
    }
    results.values().forEach(tests -> tests.forEach(this::claims));
    results.values().forEach(tests -> tests.forEach(this::guards));
  }

  /// A router departs as a channel adapter does.
  private static Set<NodeKind> shownOn(Set<NodeKind> kinds) {
    Set<NodeKind> shown = new TreeSet<>(kinds);
    if (shown.contains(NodeKind.CA)) {
      shown.remove(NodeKind.ROUTER);
    }
    return shown;
  }

  private static boolean notices(TestResult result) {
    return result.verdict() != PASS && result.verdict() != NOT_APPLICABLE;
  }

  private void claims(TestResult result) {
    Page page = result.page();
    page.claimed().forEach(id -> unguarded.add(page.id() + " " + id));
  }

  private void guards(TestResult result) {
    result.judgement().assertions().stream()
        .filter(a -> a.verdict() == FAIL)
        .forEach(a -> unguarded.remove(result.page().id() + " " + a.id()));
  }

  @Test
  final void eachDeviationFailsTheChecksThatItTouchesAndNoOther() throws IOException {
    String seen =
        results.entrySet().stream()
            .map(e -> e.getKey() + "\n" + String.join("", described(e.getValue())))
            .collect(Collectors.joining("\n"));
    Files.writeString(Path.of("target", file), seen);
    assertThat(seen.lines()).containsExactlyElementsOf(expected());
  }

  @Test
  final void noDeviationSurvives() {
    assertThat(survivors).isEmpty();
  }

  @Test
  final void everyClaimedAssertionCanFail() {
    assertThat(unguarded).isEmpty();
  }

  private static List<String> described(List<TestResult> tests) {
    List<String> lines = new ArrayList<>();
    for (TestResult result : tests) {
      if (notices(result)) {
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
                  withoutRecord(first.actual())));
    }
  }

  /// A record's or a MAD's bytes would hide what is to be read here; a TransactionID tells how many
  /// requests went before.
  private static String withoutRecord(String actual) {
    return actual
        .replaceFirst("( in \\w+\\(\\w+\\))( [0-9a-f]{2,16})+$", "$1")
        .replaceFirst("^(\\d+ bytes: [0-9a-f]{16})( [0-9a-f]{2,16})+$", "$1 ...")
        .replaceAll("TransactionID 0x\\p{XDigit}+", "TransactionID 0x...");
  }

  private static String word(TestResult result) {
    return result.verdict().name().toLowerCase(Locale.ROOT);
  }

  private List<String> expected() throws IOException {
    try (InputStream in = DeviationEffects.class.getResourceAsStream(file)) {
      return in == null
          ? List.of()
          : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }
}
