package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A link to a device that others wrote, which is made to lose a packet in a hundred, and a patient
/// tester: no test fails that does not fail without (`*.verdicts`), and what passes without passes.
final class BadLink {
  /// More than are lost in a row.
  private static final String RETRIES = "12";

  private BadLink() {}

  /// A run on that link, with a patient tester.
  ///
  /// @param dut its URI, which has parameters
  static String[] run(String dut, Path directory, String... selectors) {
    List<String> arguments = new ArrayList<>(List.of("run"));
    arguments.addAll(Arrays.asList(selectors));
    arguments.addAll(List.of("--dut", dut + "&loss=0.01&seed=7", "--retries", RETRIES));
    arguments.addAll(List.of("--out", directory.resolve("results").toString()));
    return arguments.toArray(String[]::new);
  }

  /// What the run came to is what it comes to on a good link.
  ///
  /// @param peer whose `*.verdicts` that are
  static void compare(String peer, Path directory, Processes.Outcome outcome) throws IOException {
    Path results = directory.resolve("results", "results.json");
    assertThat(results).as(outcome.err()).exists();
    List<String> without = Verdicts.expected(peer);
    List<String> others = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    for (JsonNode test : JsonMapper.shared().readTree(results.toFile()).get("tests")) {
      String id = test.get("id").asString();
      String verdict = test.get("verdict").asString();
      seen.add("%s %s, %s ms".formatted(id, verdict, test.get("durationMillis").asString()));
      boolean passesWithout = without.contains(id + " pass");
      if (!without.contains(id + " fail")) {
        assertThat(verdict).as(outcome.out()).isNotEqualTo("fail");
      }
      if (passesWithout && !verdict.equals("pass")) {
        others.add(id + " " + verdict);
      }
    }
    Files.write(Path.of("target", "impaired-" + peer + ".txt"), seen);
    assertThat(others).as(outcome.out()).isEmpty();
  }
}
