package org.ibassay.results.pack;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.diff.Results;
import org.ibassay.runner.report.JsonInput;

/// What the results of a run say of its parts: the directories of its devices, and what is missing.
///
/// @param results of the whole
/// @param directories by device: `duts/NAME`, or empty where a device has none
/// @param gaps parts of the run that are missing, each in a sentence
record PackedRun(Results results, List<String> directories, List<String> gaps) {
  private static final int MOST = 10_000_000;

  /// Keeps copies.
  PackedRun {
    directories = List.copyOf(directories);
    gaps = List.copyOf(gaps);
  }

  /// Reads the results of a run, of a lab, of a merge, or of a fabric.
  ///
  /// @throws UsageException names the place and what was expected there
  static PackedRun of(String where, String text) throws UsageException {
    JsonInput root = JsonInput.ofStranger(where, text);
    List<String> directories = new ArrayList<>();
    for (JsonInput dut : root.items("duts")) {
      String directory = dut.textIfAny("directory");
      if (directory != null && !directory.matches("duts/[A-Za-z0-9][A-Za-z0-9_.-]{0,99}")) {
        throw dut.wrong("directory", "duts/NAME");
      }
      directories.add(directory == null ? "" : directory);
    }
    List<String> gaps = new ArrayList<>();
    String shard = root.textIfAny("shard");
    if (shard != null) {
      gaps.add("it is only part %s of a split run".formatted(PlainText.of(shard)));
    }
    if (root.has("missingShards")) {
      gaps.add("missing shard " + PlainText.of(String.join(", ", root.texts("missingShards"))));
    }
    if (root.has("fabric")) {
      addGaps(root.object("fabric"), gaps);
    }
    return new PackedRun(Results.of(where, root), directories, gaps);
  }

  /// All nodes but the tester's own are to be tested.
  private static void addGaps(JsonInput fabric, List<String> gaps) throws UsageException {
    int others = fabric.index("nodes", MOST) - 1;
    int tested = fabric.index("tested", MOST);
    if (tested < others) {
      gaps.add("%d of %d nodes of the fabric were tested".formatted(tested, others));
    }
    int silent = fabric.items("unanswered").size();
    if (silent > 0) {
      gaps.add("no response at %d places of the fabric".formatted(silent));
    }
  }

  /// The directories of single devices, each once.
  Set<String> folders() {
    Set<String> folders = new LinkedHashSet<>(directories);
    folders.remove("");
    return folders;
  }

  /// Returns how the results of the whole contradict those in the directory of a device.
  List<String> contradictions(String folder, Results own) {
    Set<String> there = new HashSet<>();
    own.tests().forEach(test -> there.add(key(own, test)));
    Set<String> whole = new HashSet<>();
    List<String> found = new ArrayList<>();
    for (Results.Test test : results.tests()) {
      whole.add(key(results, test));
      if (directories.get(test.dut()).equals(folder) && !there.contains(key(results, test))) {
        found.add(test.id());
      }
    }
    // Of two equal results of a device, a merge keeps one.
    own.tests().stream()
        .filter(test -> !whole.contains(key(own, test)))
        .map(Results.Test::id)
        .forEach(found::add);
    return found.isEmpty()
        ? List.of()
        : List.of(
            "results.json differs from the result of %s/results.json: %s"
                .formatted(
                    folder,
                    PlainText.of(
                        found.stream().distinct().limit(4).collect(Collectors.joining(", ")))));
  }

  private static String key(Results results, Results.Test test) {
    return test.id() + " " + test.verdict() + " " + results.duts().get(test.dut()).uri();
  }
}
