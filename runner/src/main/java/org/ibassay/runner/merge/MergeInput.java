package org.ibassay.runner.merge;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.fabric.Trees;
import org.ibassay.runner.lab.Lab;
import org.ibassay.runner.lab.Shard;
import org.jspecify.annotations.Nullable;

/// The parts to merge, and the parts of a split run that are missing.
///
/// @param parts each a directory with the results of one run
/// @param missing missing parts of a split run, `I/N`
record MergeInput(List<MergePart> parts, List<String> missing) {
  /// Reads output directories of a plain run, a lab run, or an earlier merge.
  ///
  /// @throws UsageException if a directory is none of these, or they belong to different splits
  static MergeInput read(List<Path> directories) throws UsageException {
    Set<String> names = new HashSet<>();
    List<MergePart> parts = new ArrayList<>();
    Set<String> shards = new LinkedHashSet<>();
    for (Path directory : directories) {
      Path file = directory.resolve("results.json");
      if (!Files.exists(file)) {
        throw new UsageException(
            directory + ": has no results.json; expected the output directory of a run that ended");
      }
      Map<String, @Nullable Object> root = MergePart.tree(file);
      if (root.containsKey("fabric")) {
        throw new UsageException(
            file + ": of a run with --fabric; expected one with --dut or --lab");
      }
      shards.addAll(shards(root));
      for (Path part : directories(directory, root)) {
        String name = Lab.named(String.valueOf(part.toAbsolutePath().normalize().getFileName()));
        parts.add(MergePart.read(part, Lab.unique(name, names)));
      }
    }
    return new MergeInput(parts, missing(shards));
  }

  /// The directories of a lab run's devices, or the directory itself.
  private static Set<Path> directories(Path directory, Map<String, @Nullable Object> root) {
    Set<Path> parts = new LinkedHashSet<>();
    boolean isPlain = true;
    for (Map<String, @Nullable Object> dut : Trees.objects(root.get("duts"))) {
      String part = Trees.text(dut, "directory");
      isPlain &= part.isEmpty();
      parts.add(part.isEmpty() ? directory : directory.resolve(part));
    }
    boolean isEmptyShard = parts.isEmpty() && !Trees.text(root, "shard").isEmpty();
    return isPlain && !isEmptyShard ? Set.of(directory) : parts;
  }

  /// The parts of a split run that a result contains.
  static Set<String> shards(Map<String, @Nullable Object> root) throws UsageException {
    String shard = Trees.text(root, "shard");
    Set<String> shards = new LinkedHashSet<>();
    if (!shard.isEmpty()) {
      shards.add(shard);
    }
    if (root.get("missingShards") instanceof List<?> missing && !missing.isEmpty()) {
      int count = Shard.parse(String.valueOf(missing.getFirst())).count();
      IntStream.range(0, count).mapToObj(i -> i + "/" + count).forEach(shards::add);
      missing.forEach(shards::remove);
    }
    return shards;
  }

  /// The parts that are missing.
  ///
  /// @throws UsageException if the parts belong to different splits
  static List<String> missing(Set<String> shards) throws UsageException {
    Set<Integer> counts = new TreeSet<>();
    for (String shard : shards) {
      counts.add(Shard.parse(shard).count());
    }
    if (counts.size() > 1) {
      throw new UsageException(
          "results of different splits: " + String.join(", ", shards) + "; expected one N in I/N");
    }
    int count = counts.isEmpty() ? 0 : counts.iterator().next();
    return IntStream.range(0, count)
        .mapToObj(i -> i + "/" + count)
        .filter(shard -> !shards.contains(shard))
        .toList();
  }
}
