package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `run --fabric`, on generated fabrics.
@Tag("trial")
class FabricCommandTest {
  private static final String TREE = "sim:fabric?fat-tree=4";
  private static final String FAULT = "&at=host-5:deviation=resptime.declares-31";

  @TempDir Path directory = Path.of("");
  private CommandLineBench bench = new CommandLineBench(directory);

  @BeforeEach
  void open() {
    bench = new CommandLineBench(directory);
  }

  private int run(String fabric, String... more) {
    bench = new CommandLineBench(directory);
    List<String> arguments = new ArrayList<>(List.of("run", "--safe", "--fabric", fabric));
    arguments.addAll(List.of(more));
    if (!arguments.contains("--resume")) {
      arguments.addAll(List.of("--out", bench.results()));
    }
    return bench.installed(arguments.toArray(String[]::new));
  }

  private String file(String name) throws IOException {
    return Files.readString(directory.resolve("out").resolve(name));
  }

  @Test
  void nodesThatConformAreOneGroupOfEachKind() throws IOException {
    assertThat(run(TREE)).as("%s%s", bench.out, bench.err).isZero();
    assertThat(bench.out.toString())
        .contains("14 nodes (8 ca, 6 switch), 32 ports; 13 to test")
        .contains("group 1: pass: 6 of switch")
        .contains("group 2: pass: 7 of ca")
        .endsWith("pass: 32 ports, 2 groups, none differs\n");
    assertThat(file("results.jsonl").lines()).hasSize(1 + 13);
    assertThat(file("report.html")).contains("32 ports, 2 groups, none differs");
    assertThat(file("junit.xml")).contains("failures=\"0\" errors=\"0\"");
  }

  @Test
  void oneNodeThatDeviatesIsFoundAndNoOther() throws IOException {
    assertThat(run(TREE + FAULT)).as("%s%s", bench.out, bench.err).isEqualTo(1);
    assertThat(bench.out.toString())
        .contains("pass: 6 of ca")
        .contains("fail: 1 of ca")
        .contains("fail: 32 ports, 3 groups, one differs: host-5 (")
        .contains("Run again: ibassay run ");
    assertThat(file("junit.xml")).contains("<failure");
  }

  /// The command printed for one node finds the same in a separate fabric as the run has found.
  @Test
  void theCommandThatIsPrintedFindsItAgain() {
    assertThat(run(TREE + FAULT)).isEqualTo(1);
    String again =
        bench
            .out
            .toString()
            .lines()
            .filter(line -> line.contains("Run again:"))
            .findFirst()
            .orElse("");
    String test = again.replaceAll(".*ibassay run (\\S+) .*", "$1");
    String uri = again.replaceAll(".*--dut '(.*?)'.*", "$1");
    bench = new CommandLineBench(directory);
    assertThat(bench.installed("run", test, "--safe", "--dut", uri, "--out", bench.results()))
        .isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "&at=host-5:deviation=node.silent, 31 ports, no response to SubnGet",
    "&at=host-5:hostile=garbage, 31 ports, no response to SubnGet",
    "&at=host-5:deviation=node.echoes-requests, 31 ports, NodeType 0",
    "&at=host-5:response-micros=900000, 31 ports, no response to SubnGet",
    "&at=host-5:hostile-after=20&at=host-5:hostile=silent, 32 ports, one differs: host-5 (",
    "&at=switch-2-1:deviation=node.silent, 28 ports, no response at 4 places"
  })
  void aNodeThatDoesNotAnswerCostsNoOtherItsVerdict(String fault, String ports, String text) {
    assertThat(run(TREE + fault)).as("%s", bench.out).isEqualTo(3);
    assertThat(bench.out.toString()).contains(ports, text, "pass: ").doesNotContain("fail:");
  }

  /// The slow node's tests take long enough for its link to go down in the middle.
  @Test
  void aLinkThatGoesDownCostsNoOtherNodeItsVerdict() {
    String flaps = "&at=host-5:response-micros=50000&at=host-5:flap=0.5&seed=1";
    assertThat(run(TREE + flaps, "--timeout", "100", "--retries", "0")).isEqualTo(3);
    assertThat(bench.out.toString())
        .contains("pass: 6 of switch", "pass: 6 of ca", "one differs: host-5 (")
        .doesNotContain("fail:");
  }

  @Test
  void lossesAreNoFailures() {
    for (int seed = 1; seed <= 3; seed++) {
      assertThat(run(TREE + "&at=switch-1-2:loss=0.05&seed=" + seed)).isNotEqualTo(1);
    }
  }

  /// Killed within a line, at any node.
  @ParameterizedTest
  @CsvSource({"1,0", "2,50", "7,100", "13,20"})
  void aRunThatIsResumedEqualsAWholeOne(int whole, int cut) throws IOException {
    assertThat(run(TREE + FAULT)).isEqualTo(1);
    String expected = comparable(file("results.json"));
    List<String> lines = file("results.jsonl").lines().toList();
    String left =
        String.join("\n", lines.subList(0, whole)) + "\n" + lines.get(whole).substring(0, cut);
    Files.writeString(directory.resolve("out/results.jsonl"), left);
    Files.delete(directory.resolve("out/results.json"));

    assertThat(run(TREE + FAULT, "--resume", bench.results())).isEqualTo(1);

    assertThat(bench.out.toString())
        .contains((13 - (whole - 1)) + " to test")
        .contains("32 ports, 3 groups, one differs: host-5 (");
    assertThat(comparable(file("results.json"))).isEqualTo(expected);
    assertThat(directory.resolve("out/trace-2.pcapng")).exists();
  }

  /// Removes what depends on time, and on the capture that contains a packet.
  private static String comparable(String results) {
    return results
        .replaceAll("\"(durationMillis|packet|request)\" : \\d+", "")
        .replaceAll("\"(started|trace)\" : \"[^\"]*\"", "");
  }

  @Test
  void anotherRunIsNotResumed() {
    assertThat(run(TREE)).isZero();
    assertThat(run(TREE + FAULT, "--resume", bench.results())).isEqualTo(2);
    assertThat(bench.err.toString()).contains("is of another run");
    assertThat(run(TREE, "--resume", directory.resolve("none").toString())).isEqualTo(2);
    assertThat(bench.err.toString()).contains("expected the directory of a run with --fabric");
  }

  @Test
  void whatIsCabledElsewhereFails() throws IOException {
    assertThat(run(TREE)).isZero();
    Path should = directory.resolve("should.txt");
    String found = file("topology.txt");
    Files.writeString(should, found);
    assertThat(run(TREE, "--topology", should.toString())).as("%s", bench.out).isZero();

    String host2 = id(found, "host-2");
    String host3 = id(found, "host-3");
    String swapped = found.replace("\"" + host2 + "\"[1]", "\"?\"[1]");
    swapped = swapped.replace("\"" + host3 + "\"[1]", "\"" + host2 + "\"[1]");
    swapped = swapped.replace("\"?\"[1]", "\"" + host3 + "\"[1]");
    Files.writeString(should, rewired(swapped, host2, host3));
    assertThat(run(TREE, "--topology", should.toString())).as("%s", bench.out).isEqualTo(1);
    assertThat(bench.out.toString().lines().filter(line -> line.startsWith("topology: ")))
        .hasSize(2)
        .allMatch(line -> line.startsWith("topology: cabled elsewhere: "));
    assertThat(file("junit.xml")).contains("cabled elsewhere: ");

    Files.writeString(should, found.replaceAll("4xQDR|4xEDR|4xFDR", "12xHDR"));
    assertThat(run(TREE, "--topology", should.toString())).isEqualTo(1);
    assertThat(bench.out.toString()).contains("topology: narrower: ", "topology: slower: ");
  }

  private static String id(String topology, String description) {
    return topology
        .lines()
        .filter(line -> line.endsWith("# \"" + description + "\""))
        .map(line -> line.replaceAll(".*?\"(.*?)\".*", "$1"))
        .findFirst()
        .orElseThrow();
  }

  /// Exchanges the cables of two nodes.
  private static String rewired(String topology, String one, String other) {
    List<String> lines = new ArrayList<>(topology.lines().toList());
    int first = cable(lines, one);
    int second = cable(lines, other);
    String kept = lines.get(first);
    lines.set(first, lines.get(second));
    lines.set(second, kept);
    return String.join("\n", lines) + "\n";
  }

  private static int cable(List<String> lines, String id) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("Ca\t1 \"" + id)) {
        return i + 1;
      }
    }
    throw new AssertionError(id);
  }

  @Test
  void whatIsMissingOrNotExpectedFails() throws IOException {
    assertThat(run("sim:fabric?torus=3x3")).isZero();
    Path should = directory.resolve("should.txt");
    Files.writeString(should, file("topology.txt"));
    assertThat(run("sim:fabric?torus=3x4", "--topology", should.toString())).isEqualTo(1);
    assertThat(bench.out.toString()).contains("topology: unexpected: switch", "cabled elsewhere");
    assertThat(run("sim:fabric?torus=3x2", "--topology", should.toString())).isEqualTo(1);
    assertThat(bench.out.toString()).contains("topology: missing: switch");
  }

  @Test
  void nodesArePicked() {
    assertThat(run(TREE, "--nodes", "type=switch", "--nodes", "name=switch-2-*")).isZero();
    assertThat(bench.out.toString()).contains("2 to test").contains("2 of switch");
    assertThat(run(TREE, "--sample", "2")).isZero();
    assertThat(bench.out.toString()).contains("4 to test");
    assertThat(run(TREE, "--nodes", "vendor=0x2001b", "--nodes", "device=2")).isZero();
    assertThat(bench.out.toString()).contains("6 to test");
  }

  /// The firmware is read by LID. A forwarding table without LID 4 keeps requests from host-4.
  @Test
  void nodesArePickedByTheirFirmware() throws IOException {
    StringBuilder fabric = new StringBuilder(TREE + "&managed=true&at=switch-1-2:linear-cap=4");
    for (int host : new int[] {3, 4, 7, 8}) {
      fabric.append("&at=host-").append(host).append(":firmware=16.35.3006");
    }
    fabric.append("&at=switch-2-?:firmware=1.2.3");
    assertThat(run(fabric.toString(), "--nodes", "firmware=16.*"))
        .as("%s%s", bench.out, bench.err)
        .isZero();
    assertThat(bench.out.toString())
        .contains("3 to test", "3 of ca, vendor 0x0002c9", "firmware 16.35.3006")
        .contains("firmware not known: 1 node: no response to General Info")
        .contains("firmware not known: 7 nodes: no public way to read it");
    assertThat(file("results.json"))
        .contains("\"firmware\" : \"16.35.3006\"", "\"withoutFirmware\" : [");
    assertThat(file("results.jsonl")).contains("\"firmware\":\"16.35.3006\"");
    assertThat(file("report.html")).contains("firmware 16.35.3006", "no response to General Info");

    assertThat(run(fabric.toString(), "--nodes", "firmware=9.*", "--format", "lines")).isEqualTo(3);
    assertThat(bench.out.toString()).contains("firmware not known: 1 node: no response");
    assertThat(bench.err.toString()).contains("no node was tested");
  }

  @Test
  void withoutLidsNoFirmwareIsKnown() {
    String fabric = TREE + "&at=host-?:firmware=16.35.3006";
    assertThat(run(fabric, "--nodes", "firmware=*")).isEqualTo(3);
    assertThat(bench.out.toString())
        .contains("0 to test", "firmware not known: 13 nodes: the tester's port has no LID");
  }

  @Test
  void aNodeIsPickedByItsGuid() throws IOException {
    assertThat(run(TREE, "--nodes", "type=ca")).isZero();
    String guid = file("results.jsonl").replaceAll("(?s).*\"guid\":\"(.*?)\".*", "$1");
    assertThat(run(TREE, "--nodes", "guid=" + guid)).as("%s", bench.err).isZero();
    assertThat(bench.out.toString()).contains("1 to test", "1 of ca");
    assertThat(file("results.jsonl").lines().toList().getLast())
        .contains("\"guid\":\"" + guid + "\"");
  }

  @Test
  void shardsAreDisjointPartsOfTheNodes() throws IOException {
    Set<String> nodes = new HashSet<>();
    int tested = 0;
    for (int i = 0; i < 3; i++) {
      assertThat(run(TREE, "--shard", i + "/3")).as("%s", bench.out).isZero();
      List<String> lines = file("results.jsonl").lines().skip(1).toList();
      lines.forEach(line -> nodes.add(line.replaceAll(".*?\"guid\":\"(.*?)\".*", "$1")));
      tested += lines.size();
      assertThat(file("results.json")).contains("\"shard\" : \"" + i + "/3\"");
    }
    assertThat(tested).isEqualTo(13);
    assertThat(nodes).hasSize(13);
  }

  @Test
  void eachNodeIsInTheStore() {
    String store = directory.resolve("store.db").toString();
    assertThat(run(TREE + FAULT, "--store", store, "--firmware", "7")).isEqualTo(1);
    bench = new CommandLineBench(directory);
    bench.installed("results", "list", "--store", store);
    assertThat(bench.out.toString().lines()).hasSize(13).allMatch(it -> it.contains("firmware 7:"));
    assertThat(bench.out.toString().lines().filter(it -> !it.contains(" 0 failed"))).hasSize(1);
  }

  @Test
  void knownNonConformancesAreJudgedOnAllNodesTogether() throws IOException {
    String known = directory.resolve("known.json").toString();
    Files.writeString(
        Path.of(known),
        """
        [{"test": "C13_013", "assertion": "ia-resptime#01", "reason": "r", "owner": "o",
          "expires": "2999-01-01"}]
        """);
    assertThat(run(TREE, "--expect", known)).as("%s", bench.out).isEqualTo(3);
    assertThat(bench.out.toString()).contains("known.json: entry 1: C13_013");
    assertThat(file("results.json")).contains("\"expected\"");
  }

  @Test
  void aLineForEachFailure() {
    assertThat(run(TREE + FAULT, "--format", "lines")).isEqualTo(1);
    assertThat(bench.out.toString().lines().filter(line -> line.contains(": fail")))
        .isNotEmpty()
        .allMatch(line -> line.startsWith("host-5: "));
  }

  @Test
  void aRunThatTestsNothingIsNoPass() {
    assertThat(run(TREE + "&at=switch-1-1:deviation=node.silent")).isEqualTo(3);
    assertThat(bench.err.toString()).contains("no node of the fabric answers");
    assertThat(run(TREE, "--nodes", "type=router")).isEqualTo(3);
    assertThat(bench.err.toString()).contains("no node was tested");
    bench = new CommandLineBench(directory);
    assertThat(
            bench.installed("run", "C15_*", "--safe", "--fabric", TREE, "--out", bench.results()))
        .isEqualTo(3);
  }

  @Test
  void whatChangesIsRunOnOnesOwnFabric() {
    bench = new CommandLineBench(directory);
    assertThat(
            bench.installed(
                "run",
                "C14_024_12",
                "C14_024_05",
                "--own-fabric",
                "--fabric",
                TREE + "&at=switch-2-2:deviation=mft.last-port-lost",
                "--out",
                bench.results()))
        .as("%s%s", bench.out, bench.err)
        .isEqualTo(1);
    assertThat(bench.out.toString()).contains("one differs: switch-2-2 (C14_024_12 fail)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--fabric sim:fabric?fat-tree=4 | expected --safe or --own-fabric",
        "--safe --fabric sim:ca | expected a port from which nodes are reached by directed route",
        "--safe --fabric sim:fabric?fat-tree=4 --dut sim:ca | --dut and --fabric are"
            + " mutually exclusive",
        "--safe --nodes type=ca | require --fabric",
        "--safe --fabric sim:fabric?fat-tree=4 --nodes kind=ca | --nodes kind=ca: expected type=",
        "--safe --fabric sim:fabric?fat-tree=4&at=host-3:firmware=16.35 | expected"
            + " MAJOR.MINOR.SUBMINOR",
        "--safe --fabric sim:fabric?fat-tree=4&at=host-3:firmware=16.35.65536 | expected"
            + " MAJOR.MINOR.SUBMINOR",
        "--safe --fabric sim:fabric?fat-tree=4&managed=yes | expected true or false",
        "--safe --fabric sim:fabric?fat-tree=4 --sample -1 | expected a number from 1",
        "--safe --fabric sim:fabric?fat-tree=4 --topology none | none: no such file",
      })
  void wrongUseIsRefused(String arguments, String complaint) {
    String[] all = ("run " + arguments + " --out " + bench.results()).split(" ");
    assertThat(bench.installed(all)).isEqualTo(2);
    assertThat(bench.err.toString()).contains(complaint);
  }
}
