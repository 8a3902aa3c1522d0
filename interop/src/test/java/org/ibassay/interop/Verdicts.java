package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Runs the command line on a fabric and compares its verdicts with a file of expected ones, in
/// which lines that begin with `#` give the evidence.
///
/// A run writes its verdicts to `target/`, for comparison by eye after a deliberate change.
///
/// @param directory temporary directory
/// @param options additional options of each run
record Verdicts(IbsimFabric fabric, Path directory, List<String> options) {
  /// Tests whose number of requests depends on the peer's speed.
  private static final String POLLING =
      "(S15_McForwarding|S15_AfterSweep|M12_ReplyParameters|M12_DuplicateRequest)";

  /// Runs tests from the node `Tester`.
  ///
  /// @param name name of the file, without its extension
  /// @param exit the expected exit code
  /// @return `results.json`
  JsonNode compare(String name, int exit, String dut, String... selectors) throws Exception {
    Path out = directory.resolve("results");
    List<String> arguments = new ArrayList<>(List.of("run"));
    arguments.addAll(List.of(selectors));
    arguments.addAll(List.of("--dut", dut, "--out", out.toString()));
    arguments.addAll(options);
    Processes.Outcome outcome = fabric.ibassay("Tester", arguments.toArray(String[]::new));
    JsonNode results = JsonMapper.shared().readTree(out.resolve("results.json").toFile());
    check(name, lines(results), expected(name), outcome.out());
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(exit);
    return results;
  }

  /// Fails with the lines that differ. All lines seen are kept in `target/`.
  ///
  /// @param report the report of the run in readable form
  static void check(String name, List<String> seen, List<String> expected, String report)
      throws IOException {
    Path file = Path.of("target", name + ".verdicts");
    Files.write(file, seen);
    Files.writeString(Path.of("target", name + ".txt"), report);
    List<String> missing = new ArrayList<>(withoutWaits(byTest(expected)));
    List<String> differences = new ArrayList<>();
    for (String line : withoutWaits(byTest(seen))) {
      if (!missing.remove(line)) {
        differences.add("seen: " + line);
      }
    }
    missing.forEach(line -> differences.add("expected: " + line));
    assertThat(differences).as("%s has what was seen, %s.txt the report", file, name).isEmpty();
    assertThat(withoutWaits(byTest(seen)))
        .as("the order of %s.verdicts", name)
        .isEqualTo(withoutWaits(byTest(expected)));
  }

  /// Removes the number of checks of tests that poll until the peer is done.
  private static List<String> withoutWaits(List<String> lines) {
    return lines.stream()
        .map(line ->
            line.matches(POLLING + " .*")
                ? line.replaceFirst("pass, 0 of [1-9]\\d* checks", "pass, 0 of some checks")
                : line)
        .toList();
  }

  /// Prefixes each line with its test.
  private static List<String> byTest(List<String> lines) {
    List<String> named = new ArrayList<>();
    String test = "";
    for (String line : lines) {
      if (!line.startsWith(" ")) {
        test = line.substring(0, line.indexOf(' '));
      }
      named.add(line.startsWith(" ") ? test + line : line);
    }
    return named;
  }

  /// Returns one line for each test, and one for each of its assertions.
  static List<String> lines(JsonNode results) {
    List<String> lines = new ArrayList<>();
    for (JsonNode test : results.get("tests")) {
      lines.add(test.get("id").asString() + " " + test.get("verdict").asString());
      for (JsonNode assertion : test.get("assertions")) {
        lines.add(
            "  %s %s, %s of %s checks failed"
                .formatted(
                    assertion.get("id").asString(),
                    assertion.get("verdict").asString(),
                    assertion.get("failures").asString(),
                    assertion.get("checks").asString()));
      }
    }
    return lines;
  }

  static List<String> expected(String name) throws IOException {
    return judged(name + ".verdicts");
  }

  /// Returns the lines of some tests.
  ///
  /// @param tests their ids
  static List<String> expected(String name, List<String> tests) throws IOException {
    List<String> expected = new ArrayList<>();
    boolean isOfThese = false;
    for (String line : expected(name)) {
      if (!line.startsWith(" ")) {
        isOfThese = tests.contains(line.substring(0, line.indexOf(' ')));
      }
      if (isOfThese) {
        expected.add(line);
      }
    }
    return expected;
  }

  /// Returns the lines of a resource without the evidence.
  static List<String> judged(String resource) throws IOException {
    try (var in = Verdicts.class.getResourceAsStream(resource)) {
      String text = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(l -> !l.startsWith("#")).filter(l -> !l.isBlank()).toList();
    }
  }
}
