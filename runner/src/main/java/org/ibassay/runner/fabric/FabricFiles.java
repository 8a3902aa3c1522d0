package org.ibassay.runner.fabric;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.ibassay.runner.StrictReadings;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.report.JsonOutput;
import org.ibassay.runner.report.ResultsFile;
import org.jspecify.annotations.Nullable;

/// Writes `results.json` of a run over a fabric: as of any run, with one device (the first tested)
/// per group of nodes, and in addition the members of each group as `fabric`.
public final class FabricFiles {
  private FabricFiles() {}

  /// Writes the file atomically.
  ///
  /// @param maker the suite that made the run
  /// @param strict the readings that were judged
  public static void write(
      FabricResult result, ResultsFile.Maker maker, StrictReadings strict, Path file)
      throws IOException {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("schema", ResultsFile.SCHEMA);
    maker.addTo(tree);
    if (result.scope().shard() != null) {
      tree.put("shard", result.scope().shard());
    }
    if (!result.scope().missing().isEmpty()) {
      tree.put("missingShards", result.scope().missing());
    }
    tree.put("fabric", fabric(result));
    tree.put("duts", result.groups().stream().map(NodeGroup::dut).toList());
    tree.put("started", result.started().toString());
    tree.put("durationMillis", result.duration().toMillis());
    tree.put("verdict", result.verdict().text());
    tree.put("exit", result.exit());
    tree.put("counts", counts(result));
    tree.put("tests", numbered(result, NodeGroup::tests));
    tree.put("readings", numbered(result, NodeGroup::readings));
    new ResultsFile.Judged(strict, result.claims(), result.expectations()).addTo(tree);
    JsonOutput.write(tree, file);
  }

  private static Map<String, @Nullable Object> counts(FabricResult result) {
    List<Map<String, @Nullable Object>> tests =
        result.groups().stream().flatMap(group -> group.tests().stream()).toList();
    Map<String, @Nullable Object> counts = new LinkedHashMap<>();
    for (Verdict verdict :
        List.of(
            Verdict.PASS,
            Verdict.FAIL,
            Verdict.INCONCLUSIVE,
            Verdict.ERROR,
            Verdict.NOT_APPLICABLE)) {
      counts.put(
          verdict == Verdict.NOT_APPLICABLE ? "notApplicable" : verdict.text(),
          tests.stream().filter(test -> verdict.text().equals(test.get("verdict"))).count());
    }
    if (!result.expectations().isEmpty()) {
      counts.put("failKnown", tests.stream().filter(test -> test.containsKey("counted")).count());
    }
    return counts;
  }

  /// Each with the index of its group.
  private static List<Map<String, @Nullable Object>> numbered(
      FabricResult result, Function<NodeGroup, List<Map<String, @Nullable Object>>> part) {
    List<Map<String, @Nullable Object>> all = new ArrayList<>();
    for (int i = 0; i < result.groups().size(); i++) {
      for (Map<String, @Nullable Object> one : part.apply(result.groups().get(i))) {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>(one);
        copy.put("dut", i);
        all.add(copy);
      }
    }
    return all;
  }

  private static Map<String, @Nullable Object> fabric(FabricResult result) {
    List<Map<String, @Nullable Object>> groups = new ArrayList<>();
    for (NodeGroup group : result.groups()) {
      groups.add(
          Trees.of(
              "dut", groups.size(),
              "make", group.make(),
              "verdict", group.verdict().text(),
              "trace", group.trace(),
              "nodes",
                  group.who().stream()
                      .map(who ->
                          Trees.of(
                              "guid", who.guid(),
                              "description", who.description(),
                              "path", who.path()))
                      .toList()));
    }
    return Trees.of(
        "uri", result.uri(),
        "summary", result.summary(),
        "nodes", result.facts().nodes(),
        "ports", result.facts().ports(),
        "picked", result.picked(),
        "tested", result.tested(),
        "groups", groups,
        "unanswered",
            result.facts().silent().stream()
                .map(place ->
                    Trees.of("path", place.path(), "from", place.from(), "why", place.why()))
                .toList(),
        "oddities", result.facts().oddities(),
        "withoutFirmware", result.facts().withoutFirmware(),
        "differences", result.differences());
  }
}
