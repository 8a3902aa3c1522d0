package org.ibassay.runner.merge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.ibassay.link.topology.FabricTopology;
import org.ibassay.link.topology.TopologyException;
import org.ibassay.link.topology.TopologyNode;
import org.ibassay.link.topology.TopologyReader;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.fabric.FabricFacts;
import org.ibassay.runner.fabric.FabricLines;
import org.ibassay.runner.fabric.Trees;
import org.ibassay.runner.report.OutputDirectory;
import org.jspecify.annotations.Nullable;

/// The output directory of a run over a fabric, or of an earlier merge of such runs.
///
/// @param results its `results.json`
/// @param tree the same as a tree, without the tests
/// @param run the conditions of the run, without its shard
/// @param topology nodes and links found
record FabricPart(
    MergePart results,
    Map<String, @Nullable Object> tree,
    Map<String, @Nullable Object> run,
    FabricTopology topology) {
  private static final String RESULTS = "results.json";
  private static final String FABRIC = "fabric";

  /// Whether a directory has the results of a run over a fabric.
  static boolean isIn(Path directory) throws UsageException {
    Path file = directory.resolve(RESULTS);
    return Files.exists(file) && MergePart.tree(file).containsKey(FABRIC);
  }

  /// Reads a directory.
  ///
  /// @throws UsageException names the file and the error
  static FabricPart read(Path directory) throws UsageException, IOException {
    if (!isIn(directory)) {
      throw new UsageException(
          directory + ": expected the output directory of a run with --fabric, as the first one");
    }
    MergePart results = MergePart.read(directory, directory.toString());
    Map<String, @Nullable Object> tree = MergePart.tree(results.file());
    tree.remove("tests");
    if (Trees.text(tree, "exit").equals(Integer.toString(RunResult.INTERRUPTED))) {
      throw new UsageException(
          "%s: the run was interrupted; expected one that ended (continue it with --resume %1$s)"
              .formatted(directory));
    }
    Map<String, @Nullable Object> run = FabricLines.run(OutputDirectory.lines(directory));
    run.remove("shard");
    return new FabricPart(results, tree, run, topology(OutputDirectory.topology(directory)));
  }

  private static FabricTopology topology(Path file) throws UsageException {
    try {
      return TopologyReader.read(file);
    } catch (TopologyException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  Path directory() {
    return results.directory();
  }

  Map<String, @Nullable Object> fabric() {
    return Trees.object(tree.get(FABRIC));
  }

  int number(String field) throws UsageException {
    try {
      return Integer.parseInt(Trees.text(fabric(), field));
    } catch (NumberFormatException e) {
      throw new UsageException(results.file() + ": fabric." + field + ": expected a number");
    }
  }

  /// Returns a list of texts about the fabric.
  List<String> texts(String field) {
    return fabric().get(field) instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }

  /// Places where no node responded.
  List<FabricFacts.Silent> silent() {
    return Trees.objects(fabric().get("unanswered")).stream()
        .map(place ->
            new FabricFacts.Silent(
                Trees.text(place, "path"), Trees.text(place, "from"), Trees.text(place, "why")))
        .toList();
  }

  /// Names of the nodes found.
  Set<String> nodes() {
    Set<String> nodes = new TreeSet<>();
    topology.nodes().stream().map(TopologyNode::id).forEach(nodes::add);
    return nodes;
  }
}
