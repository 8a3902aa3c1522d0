package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `merge` of the parts of a run over a fabric.
@Tag("trial")
class FabricMergeTest {
  private static final String TREE = "sim:fabric?fat-tree=4";
  private static final String FAULT = "&at=host-5:deviation=resptime.declares-31";

  @TempDir Path directory = Path.of("");
  private CommandLineBench bench = new CommandLineBench(directory);

  private int run(String fabric, String... more) {
    bench = new CommandLineBench(directory);
    List<String> arguments = new ArrayList<>(List.of("run", "--safe", "--fabric", fabric));
    arguments.addAll(List.of(more));
    arguments.addAll(List.of("--out", bench.results()));
    return bench.installed(arguments.toArray(String[]::new));
  }

  private String file(String name) throws IOException {
    return Files.readString(directory.resolve("out").resolve(name));
  }

  private int merge(String... directories) {
    bench = new CommandLineBench(directory);
    List<String> arguments = new ArrayList<>(List.of("merge"));
    for (String part : directories) {
      arguments.add(directory.resolve(part).toString());
    }
    arguments.addAll(List.of("--out", bench.results()));
    return bench.installed(arguments.toArray(String[]::new));
  }

  private void part(String name, String fabric, String... more) throws IOException {
    run(fabric, more);
    Files.move(directory.resolve("out"), directory.resolve(name));
  }

  @Test
  void mergedPartsEqualASingleRun() throws IOException {
    assertThat(run(TREE + FAULT)).isEqualTo(1);
    String whole = file("results.json");
    for (int i = 0; i < 3; i++) {
      part("part-" + i, TREE + FAULT, "--shard", i + "/3");
    }

    assertThat(merge("part-0", "part-2")).as("%s", bench.err).isEqualTo(3);
    assertThat(bench.err.toString()).contains("incomplete: missing shard 1/3");
    assertThat(file("results.json")).contains("\"missingShards\" : [ \"1/3\" ]");
    assertThat(file("report.html")).contains("Missing: shards 1/3.");
    Files.move(directory.resolve("out"), directory.resolve("all"));

    assertThat(merge("all", "part-1", "part-0")).as("%s", bench.err).isEqualTo(1);
    assertThat(bench.out.toString())
        .contains("fail: 1 of ca")
        .contains("fail: 32 ports, 3 groups, one differs: host-5 (")
        .contains("Run again: ibassay run C13_013 --dut ", " --safe");
    assertThat(nodes(file("results.json"))).isEqualTo(nodes(whole));
    assertThat(file("results.json")).doesNotContain("hard");
    assertThat(file("results.jsonl").lines()).hasSize(1 + 13);
    assertThat(file("junit.xml")).contains("<failure");
    assertThat(file("topology.txt")).contains("host-5");
    assertThat(directory.resolve("out/trace-4.pcapng")).exists();
  }

  /// The members of each group, in any order.
  private static Set<Set<String>> nodes(String results) {
    Set<Set<String>> groups = new HashSet<>();
    for (String group : results.split("\"make\"", -1)) {
      groups.add(
          Pattern.compile("\"guid\" : \"(.*?)\"")
              .matcher(group)
              .results()
              .map(match -> match.group(1))
              .collect(Collectors.toSet()));
    }
    return groups;
  }

  @Test
  void partsOfDifferentRunsDoNotMerge() throws IOException {
    part("part-0", TREE, "--shard", "0/2");
    part("part-1", TREE, "--shard", "1/2", "--nodes", "type=ca");
    part("third", TREE, "--shard", "1/3");
    assertThat(merge("part-0", "part-1")).isEqualTo(2);
    assertThat(bench.err.toString()).contains("of different runs: nodes is [type=ca] and []");
    assertThat(merge("part-0", "third")).isEqualTo(2);
    assertThat(bench.err.toString()).contains("results of different splits: 0/2, 1/3");

    Path lines = directory.resolve("part-0/results.jsonl");
    Files.createDirectories(directory.resolve("same"));
    for (String name : List.of("results.json", "topology.txt")) {
      Files.copy(lines.resolveSibling(name), directory.resolve("same").resolve(name));
    }
    Files.writeString(
        directory.resolve("same/results.jsonl"),
        Files.readString(lines).replace("\"verdict\":\"pass\"", "\"verdict\":\"fail\""));
    assertThat(merge("part-0", "same")).isEqualTo(2);
    assertThat(bench.err.toString()).contains("has different results in another part");
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void aNodeThatOnlyAPartFoundIsReported() throws IOException {
    part("part-0", TREE, "--shard", "0/2");
    part("part-1", TREE, "--shard", "1/2");
    Path topology = directory.resolve("part-1/topology.txt");
    String found = Files.readString(topology);
    String node = found.replaceAll("(?s).*\"(H-[0-9a-f]{16})\".*", "$1");
    Files.writeString(topology, found.replace(node, "H-000000000000dead"));
    assertThat(merge("part-0", "part-1")).as("%s", bench.out).isEqualTo(3);
    assertThat(bench.out.toString())
        .contains("cannot be: part-1 did not find " + node + ", which other parts found");
  }
}
