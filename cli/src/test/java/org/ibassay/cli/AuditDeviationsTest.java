package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ibassay.audit.AuditReport;
import org.ibassay.device.Deviation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The findings of an audit of captures of devices with deviations, one line for each deviation:
/// which assertions, whether only with `--complete`, or why a capture does not show it. A run
/// writes its results to the file of that name in `target`.
@Tag("trial")
final class AuditDeviationsTest {
  private static final String COMPLETE = "complete: ";
  private static final String NOT_SEEN = "not seen";
  private static final String REASON = ", ";

  /// Of the known ones, a build tests one in this number; `.ci/run full` tests all.
  private static final int ONE_IN = 20;

  @ParameterizedTest
  @EnumSource(AuditedTests.class)
  void eachDeviationIsFoundAsFarAsACaptureShowsIt(AuditedTests tests) throws Exception {
    Map<String, String> expected = expected(tests);
    Map<String, String> seen = new TreeMap<>();
    for (Deviation deviation : Deviation.all()) {
      String name = deviation.name();
      if (name.startsWith(tests.family())) {
        String known = expected.get(name);
        seen.put(
            name,
            known == null || isTried(name) ? found(tests, deviation) : known.split(REASON, 2)[0]);
      }
    }
    Files.writeString(Path.of("target", tests.file()), text(seen, expected));
    assertThat(seen).isEqualTo(outcomes(expected));
  }

  private static boolean isTried(String name) {
    return Seeds.areMany() || Math.floorMod(name.hashCode(), ONE_IN) == 0;
  }

  @ParameterizedTest
  @EnumSource(AuditedTests.class)
  void whatIsNotSeenHasAReason(AuditedTests tests) throws IOException {
    assertThat(expected(tests).values())
        .filteredOn(line -> line.startsWith(NOT_SEEN))
        .allMatch(line -> line.matches(NOT_SEEN + ", .{10,}"));
  }

  private static String found(AuditedTests tests, Deviation deviation) throws Exception {
    Recording all = Recording.of(tests, "sim:ca?deviation=" + deviation.name(), Map.of());
    String found = ids(all, all.audit(false));
    if (!found.isEmpty()) {
      return found;
    }
    String complete = ids(all, all.audit(true));
    return complete.isEmpty() ? NOT_SEEN : COMPLETE + complete;
  }

  private static String ids(Recording all, AuditReport report) {
    return all.ofDut(report).stream()
        .map(finding -> finding.rule().assertion())
        .distinct()
        .sorted()
        .collect(Collectors.joining(" "));
  }

  private static String text(Map<String, String> seen, Map<String, String> expected) {
    StringBuilder text = new StringBuilder();
    seen.forEach((name, outcome) -> {
      String line = expected.getOrDefault(name, "");
      text.append(name).append(": ").append(line.startsWith(outcome) ? line : outcome).append('\n');
    });
    return text.toString();
  }

  private static Map<String, String> outcomes(Map<String, String> expected) {
    Map<String, String> outcomes = new TreeMap<>();
    expected.forEach((name, line) -> outcomes.put(name, line.split(REASON, 2)[0]));
    return outcomes;
  }

  private static Map<String, String> expected(AuditedTests tests) throws IOException {
    try (InputStream in = AuditDeviationsTest.class.getResourceAsStream(tests.file())) {
      List<String> lines =
          in == null
              ? List.of()
              : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      Map<String, String> expected = new LinkedHashMap<>();
      for (String line : lines) {
        String[] parts = line.split(": ", 2);
        expected.put(parts[0], parts[1]);
      }
      return expected;
    }
  }
}
