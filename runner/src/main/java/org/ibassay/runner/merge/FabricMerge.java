package org.ibassay.runner.merge;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.ibassay.runner.StrictReadings;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.fabric.FabricFacts;
import org.ibassay.runner.fabric.FabricFiles;
import org.ibassay.runner.fabric.FabricLines;
import org.ibassay.runner.fabric.FabricResult;
import org.ibassay.runner.fabric.NodeGroup;
import org.ibassay.runner.fabric.Trees;
import org.ibassay.runner.lab.RunScope;
import org.ibassay.runner.report.OutputDirectory;
import org.ibassay.runner.report.ResultsFile;
import org.ibassay.runner.report.SuiteDigest;
import org.jspecify.annotations.Nullable;

/// Merges the parts of a split run over a fabric. The merged directory has the files of a run that
/// was not split, and the captures of all parts.
public final class FabricMerge {
  private static final int MOST_NAMED = 3;

  private final List<FabricPart> parts;
  private final List<String> missing;

  private FabricMerge(List<FabricPart> parts, List<String> missing) {
    this.parts = parts;
    this.missing = missing;
  }

  /// Whether the first directory has the results of a run over a fabric.
  public static boolean isFor(List<Path> directories) throws UsageException {
    return FabricPart.isIn(directories.getFirst());
  }

  /// Reads output directories of `run --fabric --shard`, or of earlier merges of them.
  ///
  /// @throws UsageException if they cannot be merged; names the files
  public static FabricMerge of(List<Path> directories) throws UsageException, IOException {
    List<FabricPart> parts = new ArrayList<>();
    Set<String> shards = new LinkedHashSet<>();
    for (Path directory : directories) {
      FabricPart part = FabricPart.read(directory);
      parts.add(part);
      shards.addAll(MergeInput.shards(part.tree()));
      checkRun(parts.getFirst(), part);
    }
    FabricMerge merge = new FabricMerge(parts, MergeInput.missing(shards));
    merge.join(Writer.nullWriter()); // finds contradictions before a file is written
    return merge;
  }

  /// Whether only tests that change nothing were run.
  public boolean isSafe() {
    return Boolean.TRUE.equals(parts.getFirst().run().get("safe"));
  }

  /// The suite that made the results.
  public String suite() {
    return SuiteDigest.named(results().version(), results().digest());
  }

  private static void checkRun(FabricPart first, FabricPart part) throws UsageException {
    for (String condition : first.run().keySet()) {
      Object here = part.run().get(condition);
      Object there = first.run().get(condition);
      if (here == null || !here.equals(there)) {
        throw new UsageException(
            "%s and %s are of different runs: %s is %s and %s; expected parts of one run"
                .formatted(part.directory(), first.directory(), condition, here, there));
      }
    }
  }

  /// Writes `results.jsonl`, `results.json` and `topology.txt`, and adds the parts' captures.
  public FabricResult write(OutputDirectory directory) throws IOException, UsageException {
    Path first = parts.getFirst().directory();
    for (Path file : List.of(directory.profile(), directory.ics())) {
      Path source = first.resolve(file.getFileName());
      if (Files.exists(source)) {
        MergedFiles.linkOrCopy(source, file);
      }
    }
    int index = 0;
    for (FabricPart part : parts) {
      for (Path trace : OutputDirectory.traces(part.directory())) {
        String name = OutputDirectory.trace(index++);
        MergedFiles.linkOrCopy(trace, directory.results().resolveSibling(name));
      }
    }
    FabricPart largest = largest();
    MergedFiles.linkOrCopy(OutputDirectory.topology(largest.directory()), directory.topology());
    FabricResult result;
    try (Writer writer = Files.newBufferedWriter(directory.lines(), StandardCharsets.UTF_8)) {
      result = result(largest, join(writer));
    }
    FabricFiles.write(result, maker(), StrictReadings.of(results().strict()), directory.results());
    return result;
  }

  private MergePart results() {
    return parts.getFirst().results();
  }

  private ResultsFile.Maker maker() {
    Map<String, @Nullable Object> first = parts.getFirst().tree();
    return new ResultsFile.Maker(
        results().version(),
        results().digest(),
        digest(first, "profile"),
        digest(first, "ics"),
        null);
  }

  private static @Nullable String digest(Map<String, @Nullable Object> tree, String file) {
    String digest = Trees.text(Trees.object(tree.get(file)), "sha256");
    return digest.isEmpty() ? null : digest;
  }

  private FabricPart largest() {
    return parts.stream()
        .max(Comparator.comparingInt(part -> part.topology().nodes().size()))
        .orElseThrow();
  }

  private List<NodeGroup> join(Writer writer) throws IOException, UsageException {
    FabricLines lines = FabricLines.joining(writer, parts.getFirst().run());
    int index = 0;
    for (FabricPart part : parts) {
      Map<String, String> names = new HashMap<>();
      for (Path trace : OutputDirectory.traces(part.directory())) {
        names.put(String.valueOf(trace.getFileName()), OutputDirectory.trace(index++));
      }
      lines.join(
          OutputDirectory.lines(part.directory()), trace -> names.getOrDefault(trace, trace));
    }
    return lines.groups();
  }

  private FabricResult result(FabricPart largest, List<NodeGroup> groups) throws UsageException {
    int picked = 0;
    for (FabricPart part : parts) {
      picked += part.number("picked");
    }
    List<MergePart> results = parts.stream().map(FabricPart::results).toList();
    return new FabricResult(
        Trees.text(largest.fabric(), "uri"),
        new FabricFacts(
            largest.number("nodes"),
            largest.number("ports"),
            parts.stream().flatMap(part -> part.silent().stream()).distinct().toList(),
            oddities(),
            parts.stream()
                .flatMap(part -> part.texts("withoutFirmware").stream())
                .distinct()
                .toList()),
        largest.topology(),
        new RunScope(null, missing, false),
        picked,
        groups,
        parts.stream().flatMap(part -> part.texts("differences").stream()).distinct().toList(),
        MergePart.started(results),
        MergePart.duration(results));
  }

  /// What the parts report, and nodes that only some of them found: another part may have had to
  /// test them.
  private List<String> oddities() {
    Set<String> oddities = new LinkedHashSet<>();
    Set<String> all = new TreeSet<>();
    for (FabricPart part : parts) {
      oddities.addAll(part.texts("oddities"));
      all.addAll(part.nodes());
    }
    for (FabricPart part : parts) {
      Set<String> unknown = new TreeSet<>(all);
      unknown.removeAll(part.nodes());
      if (!unknown.isEmpty()) {
        oddities.add(
            "%s did not find %s, which other parts found"
                .formatted(part.directory().getFileName(), names(unknown)));
      }
    }
    return List.copyOf(oddities);
  }

  private static String names(Collection<String> nodes) {
    String named = nodes.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
    int more = nodes.size() - MOST_NAMED;
    return more > 0 ? "%s and %,d more nodes".formatted(named, more) : named;
  }
}
