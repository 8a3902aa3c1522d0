package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.runner.Verdict.FAIL;
import static org.ibassay.runner.Verdict.PASS;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.ibassay.link.Timing;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every field that a device sends is checked by some test: if its last bit is wrong each time, a
/// test fails. `altered-fields.txt` lists the exceptions, one line for each field with the reason.
/// A run writes its results to files in `target`.
@Tag("trial")
final class AlteredFieldsTest {
  /// Only as a manager: it is also an adapter.
  private static final String MANAGER = "sim:sm?switches=1";

  private static final String FILE = "altered-fields.txt";

  /// Of the fields without a reason, a build tests one in this number. `.ci/run full` tests all
  /// fields: a field with a reason must pass every test, which takes longest.
  private static final int ONE_IN = 32;

  private static final Map<String, String> ONE_PSN = Map.of("START_PSN", "0xFFFFFE");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sim:ca",
        "sim:switch?ports=4",
        "sim:switch?ports=4&enhanced-port0=true",
        "sim:sm?switches=1"
      })
  void aWrongFieldFailsATestOrHasAReason(String dut) throws Exception {
    Map<String, String> reasons = reasons(dut);
    List<String> tests = passing(dut);
    SortedSet<String> tried = new TreeSet<>();
    SortedSet<String> unnoticed = new TreeSet<>();
    for (String field : SentFields.of(dut, tests)) {
      if (isTried(field, reasons)) {
        tried.add(field);
        if (!isRefused(field, reasons)
            && !isNoticed(dut + (dut.contains("?") ? "&" : "?") + "alter=" + field, tests)) {
          unnoticed.add(field);
        }
      }
    }
    Files.write(Path.of("target", dut.replaceAll("\\W+", "-") + "-" + FILE), unnoticed);
    SortedSet<String> expected = new TreeSet<>(reasons.keySet());
    expected.retainAll(tried);
    assertThat(tried).isNotEmpty();
    assertThat(unnoticed).as(dut).isEqualTo(expected);
  }

  @Test
  void whatIsNotNoticedHasAReason() throws IOException {
    assertThat(lines()).allMatch(line -> line.matches("sim:\\S+ \\S+:\\S.* \\| .{10,}"));
  }

  /// Whether a field, represented by an entry `Set:ATTRIBUTE.*`, is in a rejection.
  private static boolean isRefused(String field, Map<String, String> reasons) {
    return reasons.containsKey(field.substring(0, field.indexOf('.') + 1) + "*");
  }

  private static boolean isTried(String field, Map<String, String> reasons) {
    return Seeds.areMany()
        || (!reasons.containsKey(field) && Math.floorMod(field.hashCode(), ONE_IN) == 0);
  }

  private static List<String> passing(String dut) throws Exception {
    List<String> passing = new ArrayList<>();
    for (Page page : Pages.all()) {
      boolean isFor = !dut.equals(MANAGER) || page.roles().contains(DutRole.SM);
      if (isFor && SimRun.run(dut, ONE_PSN, page.id()).tests().getFirst().verdict() == PASS) {
        passing.add(page.id());
      }
    }
    return passing;
  }

  /// A test that has detected something is run first the next time.
  private static boolean isNoticed(String dut, List<String> tests) throws Exception {
    for (String test : tests) {
      if (SimRun.run(dut, ONE_PSN, new Timing(100_000_000, 1), test).tests().getFirst().verdict()
          == FAIL) {
        tests.remove(test);
        tests.addFirst(test);
        return true;
      }
    }
    return false;
  }

  private static Map<String, String> reasons(String dut) throws IOException {
    return lines().stream()
        .filter(line -> line.startsWith(dut + " "))
        .map(line -> line.substring(dut.length() + 1).split(" \\| ", 2))
        .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1], (a, _) -> a, TreeMap::new));
  }

  private static List<String> lines() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(AlteredFieldsTest.class.getResourceAsStream(FILE))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .toList();
    }
  }
}
