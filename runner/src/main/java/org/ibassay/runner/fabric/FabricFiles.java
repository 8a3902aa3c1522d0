package org.ibassay.runner.fabric;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ibassay.link.dut.PathText;
import org.ibassay.runner.report.ResultsFile;
import org.jspecify.annotations.Nullable;

/// Writes `results.json` of a run over a fabric: as of any run, with one device (the first tested)
/// per group of nodes, and in addition the members of each group as `fabric`.
public final class FabricFiles {
  private FabricFiles() {}

  /// Writes the file atomically.
  ///
  /// @param version version of ibassay
  public static void write(FabricResult result, String version, Path file) throws IOException {
    List<ResultsFile.Node> nodes = new ArrayList<>();
    for (NodeGroup group : result.groups()) {
      nodes.add(new ResultsFile.Node(group.dut(), group.tests(), group.readings()));
    }
    ResultsFile.write(
        fabric(result),
        nodes,
        new ResultsFile.Head(
            version, result.started(), result.duration(), result.verdict(), result.exit()),
        file);
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
        "nodes", result.found().nodes().size(),
        "ports", result.found().ports(),
        "picked", result.picked(),
        "tested", result.tested(),
        "groups", groups,
        "unanswered",
            result.found().unanswered().stream()
                .map(place ->
                    Trees.of(
                        "path", PathText.of(place.route()),
                        "from", place.from(),
                        "why", place.why()))
                .toList(),
        "oddities", result.found().oddities(),
        "differences", result.differences());
  }
}
