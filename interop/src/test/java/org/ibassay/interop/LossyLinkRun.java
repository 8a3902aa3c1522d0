package org.ibassay.interop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The results of a run on a link to a third-party device that loses one packet in a hundred, with
/// a patient tester; compared with a run on the good link (`*.verdicts`).
///
/// @param newFailures tests that fail, and do not on the good link
/// @param noLongerPass tests that pass on the good link only
record LossyLinkRun(List<String> newFailures, List<String> noLongerPass) {
  /// More than are lost in a row.
  private static final String RETRIES = "12";

  /// Returns the arguments of a run on that link.
  ///
  /// @param dut its URI, which has parameters
  static String[] arguments(String dut, Path directory, String... selectors) {
    List<String> arguments = new ArrayList<>(List.of("run"));
    arguments.addAll(Arrays.asList(selectors));
    arguments.addAll(List.of("--dut", dut + "&loss=0.01&seed=7", "--retries", RETRIES));
    arguments.addAll(List.of("--out", directory.resolve("results").toString()));
    return arguments.toArray(String[]::new);
  }

  /// Reads the results of a run, and writes them to `target/`.
  ///
  /// @param peer name of the `*.verdicts` of the good link
  /// @throws IOException if there are no results
  static LossyLinkRun of(String peer, Path directory) throws IOException {
    List<String> good = Verdicts.expected(peer);
    List<String> newFailures = new ArrayList<>();
    List<String> noLongerPass = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    Path results = directory.resolve("results", "results.json");
    for (JsonNode test : JsonMapper.shared().readTree(Files.readString(results)).get("tests")) {
      String id = test.get("id").asString();
      String verdict = test.get("verdict").asString();
      seen.add("%s %s, %s ms".formatted(id, verdict, test.get("durationMillis").asString()));
      if (verdict.equals("fail") && !good.contains(id + " fail")) {
        newFailures.add(id);
      }
      if (!verdict.equals("pass") && good.contains(id + " pass")) {
        noLongerPass.add(id + " " + verdict);
      }
    }
    Files.write(Path.of("target", "impaired-" + peer + ".txt"), seen);
    return new LossyLinkRun(newFailures, noLongerPass);
  }
}
