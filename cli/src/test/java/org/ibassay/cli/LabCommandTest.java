package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.diff.Results;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `run --lab`, `--shard` and `merge`. Test P1 passes, and F1, which is for channel adapters,
/// fails.
@Tag("trial")
class LabCommandTest {
  @TempDir Path directory = Path.of("");
  private CommandLineBench bench = new CommandLineBench(directory);

  @BeforeEach
  void lab() throws IOException {
    Files.writeString(
        directory.resolve("lab.toml"),
        """
        [[dut]]
        name = "one"
        uri = "sim:ca"
        firmware = "1.0"
        owner = "Ana"
        [[dut]]
        name = "two"
        uri = "sim:switch"
        [[dut]]
        name = "three"
        uri = "sim:ca"
        """);
  }

  private int made(String... arguments) {
    bench = new CommandLineBench(directory);
    return bench.made(arguments);
  }

  private String path(String name) {
    return directory.resolve(name).toString();
  }

  private int run(String out, String... more) {
    List<String> arguments = new ArrayList<>(List.of("run", "--lab", path("lab.toml")));
    if (!List.of(more).contains("--resume")) {
      arguments.addAll(List.of("--out", path(out)));
    }
    arguments.addAll(List.of(more));
    return made(arguments.toArray(String[]::new));
  }

  private List<String> verdicts(String out) throws UsageException {
    Results results = Results.read(directory.resolve(out));
    return results.tests().stream()
        .map(test -> test.dut() + " " + test.id() + " " + test.verdict().text())
        .toList();
  }

  private String text(String file) throws IOException {
    return Files.readString(directory.resolve(file));
  }

  @Test
  void eachDeviceHasItsOwnDirectoryAndAllHaveOneResult() throws IOException, UsageException {
    assertThat(run("out", "--jobs", "2")).as("%s%s", bench.out, bench.err).isEqualTo(1);
    assertThat(bench.out.toString())
        .contains("FAIL          one ")
        .contains("pass          two ")
        .contains("      FAIL F1: step 10: expected code 7; received code 0")
        .contains("FAIL: 3 DUTs: 2 fail, 1 pass; tests: 2 fail, 3 pass, 1 not-applicable; ");
    assertThat(verdicts("out"))
        .containsExactly(
            "0 P1 pass", "0 F1 fail", "1 P1 pass", "1 F1 not-applicable", "2 P1 pass", "2 F1 fail");
    assertThat(text("out/results.json"))
        .contains("\"name\" : \"one\"", "\"firmware\" : \"1.0\"", "\"owner\" : \"Ana\"")
        .contains("\"directory\" : \"duts/three\"");
    assertThat(text("out/report.html"))
        .contains("F1: fail", "href=\"duts/one/report.html#F1-sim-ca\"");
    assertThat(text("out/junit.xml")).contains("name=\"F1 Fails on three\"");
    assertThat(text("out/duts/one/report.html")).contains("--lab", "--dut one");
    assertThat(directory.resolve("out/duts/two/trace.pcapng")).exists();
  }

  @Test
  void aNamePicksADevice() throws UsageException {
    assertThat(run("out", "--dut", "two")).isZero();
    assertThat(verdicts("out")).containsExactly("0 P1 pass", "0 F1 not-applicable");
    assertThat(run("out", "--dut", "tow")).isEqualTo(2);
    assertThat(bench.err.toString()).contains("has no such DUT; close: two");
  }

  @Test
  void devicesThatAreDoneAreKept() throws IOException {
    assertThat(run("", "--resume", path("out"))).isEqualTo(1);
    Files.delete(directory.resolve("out/duts/two/report.html"));
    assertThat(run("", "--resume", path("out"))).isEqualTo(1);
    assertThat(bench.out.toString()).contains("  pass          two").doesNotContain("  FAIL ");
    assertThat(bench.out.toString()).contains("2 DUTs kept from an earlier run");
    assertThat(run("", "--resume", path("out"), "--param", "LEASE_PERIOD=9")).isEqualTo(1);
    assertThat(bench.out.toString()).doesNotContain("kept");
  }

  @Test
  void linesNameTheDevice() {
    assertThat(run("out", "--format", "lines")).isEqualTo(1);
    assertThat(bench.out.toString().lines())
        .anyMatch(line -> line.startsWith("three: sim:ca: F1: fail: step 10:"));
  }

  @Test
  void partsMergeIntoTheResultOfASingleRun() throws UsageException, IOException {
    run("whole");
    for (int i = 0; i < 4; i++) {
      run("part-" + i, "--shard", i + "/4");
    }
    assertThat(bench.out.toString()).contains("nothing applied: 0 DUTs");
    String[] merge = {"merge", path("part-0"), path("part-1"), path("part-2"), path("part-3")};
    List<String> arguments = new ArrayList<>(List.of(merge));
    arguments.addAll(List.of("--out", path("all")));
    assertThat(made(arguments.toArray(String[]::new))).as("%s", bench.err).isEqualTo(1);
    assertThat(verdicts("all")).containsExactlyElementsOf(verdicts("whole"));
    assertThat(text("all/results.json")).doesNotContain("hard").contains("duts/one");
    assertThat(directory.resolve("all/duts/three/report.html")).exists();
  }

  @Test
  void aMissingPartIsNamedAndCanFollow() throws IOException {
    run("part-0", "--shard", "0/3");
    run("part-1", "--shard", "1/3");
    run("part-2", "--shard", "2/3");
    assertThat(made("merge", path("part-0"), path("part-2"), "--out", path("all"))).isEqualTo(3);
    assertThat(bench.err.toString()).contains("incomplete: missing shard 1/3");
    assertThat(text("all/results.json")).contains("\"missingShards\" : [ \"1/3\" ]");
    assertThat(text("all/report.html")).contains("Missing: shards 1/3.");
    assertThat(made("merge", path("all"), path("part-1"), "--out", path("whole"))).isEqualTo(1);
    assertThat(text("whole/results.json")).doesNotContain("missingShards");
  }

  @Test
  void equalResultsMergeAndDifferentOnesDoNot() throws IOException, UsageException {
    run("one");
    run("two");
    assertThat(made("merge", path("one"), path("two"), "--out", path("all"))).isEqualTo(1);
    assertThat(verdicts("all")).hasSize(6);
    Path part = directory.resolve("two/duts/two/results.json");
    Files.writeString(part, Files.readString(part).replace("\"checks\" : 1", "\"checks\" : 2"));
    Files.writeString(
        part,
        Files.readString(part)
            .replaceFirst("(\"id\" : \"P1\"[^}]*?\"verdict\" : )\"pass\"", "$1\"fail\""));
    assertThat(made("merge", path("one"), path("two"), "--out", path("all"))).isEqualTo(2);
    assertThat(bench.err.toString())
        .contains("P1 on two has different results in ")
        .contains("(pass) and ")
        .contains("(fail); expected it once, or twice alike");
  }

  @Test
  void resultsOfDifferentSuitesDoNotMerge() throws IOException {
    run("one", "--dut", "one");
    run("two", "--dut", "two");
    Path part = directory.resolve("two/duts/two/results.json");
    Files.writeString(
        part,
        Files.readString(part).replaceFirst("\"version\" : \"[^\"]*\"", "\"version\" : \"9\""));
    assertThat(made("merge", path("one"), path("two"), "--out", path("all"))).isEqualTo(2);
    assertThat(bench.err.toString())
        .contains("was made by ibassay 9")
        .contains("expected results of one suite");
  }

  @Test
  void plainRunsMerge() throws UsageException {
    made("run", "--dut", "sim:ca", "--out", path("ca"));
    made("run", "--dut", "sim:switch", "--out", path("switch"));
    assertThat(made("merge", path("ca"), path("switch"), "--out", path("both"))).isEqualTo(1);
    assertThat(verdicts("both"))
        .containsExactly("0 P1 pass", "0 F1 fail", "1 P1 pass", "1 F1 not-applicable");
  }

  @Test
  void anEntryThatOneDeviceNeedsIsNotObsoleteForTheOthers() throws IOException {
    Files.writeString(
        directory.resolve("known.json"),
        """
        [{"test": "C13_013", "assertion": "v1c13-013.1.1#01", "reason": "slow", "owner": "us",
          "expires": "2999-01-01"}]
        """);
    Files.writeString(
        directory.resolve("lab.toml"),
        """
        [[dut]]
        name = "bad"
        uri = "sim:ca?deviation=resptime.declares-31"
        [[dut]]
        name = "good"
        uri = "sim:ca"
        """);
    bench = new CommandLineBench(directory);
    int exit =
        bench.installed(
            "run",
            "C13_013",
            "--lab",
            path("lab.toml"),
            "--expect",
            path("known.json"),
            "--out",
            path("out"));
    assertThat(exit).as("%s%s", bench.out, bench.err).isZero();
    assertThat(bench.out.toString())
        .contains("  known fail    bad ")
        .contains("excused 2 failures on bad; passed on good");
    assertThat(text("out/results.json"))
        .contains("\"state\" : \"known-failure\"", "\"failKnown\" : 1")
        .contains("\"failedOn\" : [ 0 ]", "\"passedOn\" : [ 1 ]");
  }

  @Test
  void theStoreHasNamesAndVersionsOfTheLabFile() {
    assertThat(run("out", "--store", path("lab.db"))).isEqualTo(1);
    made("results", "list", "--store", path("lab.db"));
    assertThat(bench.out.toString().lines())
        .hasSize(3)
        .anyMatch(line -> line.contains("  one  firmware 1.0: 1 passed, 1 failed"))
        .anyMatch(line -> line.contains("  two  firmware unknown: 1 passed, 0 failed"));
    made("results", "trend", "--store", path("lab.db"));
    assertThat(bench.out.toString()).contains("one", "three");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run --shard 0/2                        | --jobs and --shard go with --lab or --dut
          run --dut sim:ca --shard 2/2           | expected I/N with I from 0 to N-1
          run --dut sim:ca --jobs -1             | --jobs -1: expected a number from 1 to 1000
          run --lab nowhere.toml                 | lab file nowhere.toml: there is no such file
          run --resume here                      | --resume goes with --fabric or --lab
          run --fabric sim:ca --safe --jobs 2    | --lab and --jobs do not go with --fabric
          run --lab x --resume a --out b         | --resume and --out are mutually exclusive
          run --lab x --verbose                  | --verbose does not go with
          merge nowhere --out there              | nowhere: has no results.json
          """)
  void wrongUseIsExplained(String arguments, String message) {
    assertThat(made(arguments.split(" "))).isEqualTo(2);
    assertThat(bench.err.toString()).contains(message);
  }
}
