package org.ibassay.runner.merge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.fabric.Trees;
import org.ibassay.runner.report.JsonStream;
import org.ibassay.runner.report.OutputDirectory;
import org.ibassay.runner.report.ResultsFile;
import org.jspecify.annotations.Nullable;

/// Writes the files of a merged result. Only one part's tests are in memory at a time.
public final class MergedFiles {
  private final Merge merge;
  private final MergedResult result;

  /// @param merge the parts
  /// @param result the merged result
  public MergedFiles(Merge merge, MergedResult result) {
    this.merge = merge;
    this.result = result;
  }

  /// Adds the parts' directories to that of the merged result: as hard links to their files if
  /// possible, otherwise as copies.
  public static void gather(Merge merge, OutputDirectory directory) throws IOException {
    for (Map.Entry<String, Path> part : merge.directories().entrySet()) {
      Path target = directory.duts().resolve(part.getKey());
      Files.createDirectories(target);
      for (String name : OutputDirectory.KEPT) {
        Path file = part.getValue().resolve(name);
        if (Files.exists(file)) {
          linkOrCopy(file, target.resolve(name));
        }
      }
    }
  }

  /// Adds a file to a merged result.
  static void linkOrCopy(Path file, Path target) throws IOException {
    try {
      Files.createLink(target, file);
    } catch (IOException | UnsupportedOperationException e) {
      Files.copy(file, target);
    }
  }

  /// Writes `results.json`.
  public void results(Path file) throws IOException, UsageException {
    try (JsonStream json = JsonStream.open(file)) {
      for (Map.Entry<String, @Nullable Object> member : head().entrySet()) {
        json.member(member.getKey(), member.getValue());
      }
      json.beginArray("tests");
      merge.<IOException>tests((dut, test) -> {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>(test);
        copy.put("dut", dut);
        json.item(copy);
      });
      json.endArray();
      json.member("readings", readings());
      List<Map<String, @Nullable Object>> strict = strict();
      if (!strict.isEmpty()) {
        json.member("strict", strict);
      }
      if (!result.expectations().isEmpty()) {
        json.member(
            "expected", result.expectations().stream().map(ResultsFile::expectation).toList());
      }
      json.finish();
    }
  }

  private Map<String, @Nullable Object> head() {
    Map<String, @Nullable Object> head = new LinkedHashMap<>();
    head.put("schema", ResultsFile.SCHEMA);
    Map<String, @Nullable Object> suite = Trees.of("name", "ibassay", "version", merge.version());
    if (merge.digest() != null) {
      suite.put("sha256", merge.digest());
    }
    head.put("suite", suite);
    if (result.scope().shard() != null) {
      head.put("shard", result.scope().shard());
    }
    if (!result.scope().missing().isEmpty()) {
      head.put("missingShards", result.scope().missing());
    }
    head.put("duts", result.duts().stream().map(MergedFiles::dut).toList());
    head.put("started", result.started().toString());
    head.put("durationMillis", result.duration().toMillis());
    head.put("verdict", result.verdict().text());
    head.put("exit", result.exit());
    Map<String, @Nullable Object> counts = new LinkedHashMap<>();
    counts.put("pass", result.count(Verdict.PASS));
    counts.put("fail", result.count(Verdict.FAIL));
    counts.put("inconclusive", result.count(Verdict.INCONCLUSIVE));
    counts.put("error", result.count(Verdict.ERROR));
    counts.put("notApplicable", result.count(Verdict.NOT_APPLICABLE));
    if (!result.expectations().isEmpty()) {
      counts.put("failKnown", result.countKnown());
    }
    head.put("counts", counts);
    return head;
  }

  private static Map<String, @Nullable Object> dut(MergedResult.MergedDut dut) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>(dut.tree());
    tree.put("directory", dut.directory());
    return tree;
  }

  private List<Map<String, @Nullable Object>> readings() {
    List<Map<String, @Nullable Object>> all = new ArrayList<>();
    for (int i = 0; i < merge.parts().size(); i++) {
      for (Map<String, @Nullable Object> reading : merge.parts().get(i).readings()) {
        int dut = merge.index(i, Integer.parseInt(Trees.text(reading, "dut")));
        if (dut >= 0) {
          Map<String, @Nullable Object> copy = new LinkedHashMap<>(reading);
          copy.put("dut", dut);
          all.add(copy);
        }
      }
    }
    return all;
  }

  /// The strict readings, which are the same in all parts.
  private List<Map<String, @Nullable Object>> strict() {
    return merge.strict().stream()
        .map(asked -> asked.split("=", 2))
        .map(asked -> Trees.of("id", asked[0], "way", asked[1]))
        .toList();
  }
}
