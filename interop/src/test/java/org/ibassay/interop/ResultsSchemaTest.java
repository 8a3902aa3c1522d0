package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.ibassay.runner.report.ResultsFile;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Files written by runs match the published schema, according to a third-party validator.
@Order(5)
final class ResultsSchemaTest {
  private static final String KNOWN =
      """
      [ { "test": "C14_024_12", "assertion": "v1c14-027#01", "reason": "seen", "owner": "us",
          "firmware": "1.0", "expires": "2999-01-31" },
        { "test": "C14_024_12", "assertion": "v1c13-024#07", "reason": "was", "owner": "us",
          "expires": "2999-01-31" },
        { "test": "C14_024_12", "assertion": "v1c14-030#01", "reason": "old", "owner": "us",
          "expires": "2020-01-31" },
        { "test": "C14_024_12", "assertion": "none", "reason": "slip", "owner": "us",
          "expires": "2999-01-31" },
        { "test": "none", "assertion": "none", "reason": "slip", "owner": "us",
          "expires": "2999-01-31" },
        { "test": "C13_013", "assertion": "ia-c13-013#01", "reason": "later", "owner": "us",
          "expires": "2999-01-31" } ]
      """;

  /// With a node that fails, and one that does not respond.
  private static final String FABRIC =
      "sim:fabric?fat-tree=4&levels=2&at=host-3:deviation=resptime.declares-31"
          + "&at=host-5:hostile=silent";

  @TempDir private Path directory;

  /// Not covered by these runs: an interrupted run, trouble on the tester's side in some rounds
  /// only, claims whose tests do not pass, and groups of a fabric without a verdict.
  private static final Set<String> NOT_SHOWN =
      Set.of(
          "/exit=130",
          "/claims/verdict=fail",
          "/claims/verdict=inconclusive",
          "/claims/verdict=error",
          "/tests/rounds=error",
          "/tests/assertions/rounds=error",
          "/fabric/groups/verdict=inconclusive",
          "/fabric/groups/verdict=error",
          "/fabric/groups/verdict=not-applicable",
          "/tests/counted=inconclusive",
          "/tests/counted=error",
          "/tests/counted=not-applicable");

  /// Also a fabric that differs from its topology file, is impossible, or has no known firmware
  /// (see FabricCommandTest), and a device that was not restored.
  private static final Set<String> NO_PLACES =
      Set.of(
          "/fabric/oddities",
          "/fabric/withoutFirmware",
          "/fabric/differences",
          "/tests/notPutBack");

  /// All failures of a device that declares a response time of 31.
  private static final String SLOW =
      """
      [ { "test": "C13_013", "assertion": "v1c13-013.1.1#01", "reason": "slow", "owner": "us",
          "expires": "2999-01-31" } ]
      """;

  private static final String LAB =
      """
      [[dut]]
      name = "one"
      uri = "sim:ca"
      firmware = "1.0"
      owner = "us"
      [[dut]]
      name = "two"
      uri = "sim:switch"
      """;

  /// Every element of the schema is used by some run.
  @Test
  void runsOfEveryKindFit() throws Exception {
    Path expect = Files.writeString(directory.resolve("expect.json"), KNOWN);
    Path profile =
        Files.writeString(directory.resolve("profile"), "claims.IsTrapSupported=false\n");
    Path ics =
        Files.writeString(
            directory.resolve("ics"), "[claims]\nIsSMdisabled = false\nIsMKeyNVRAM = false\n");
    String slow = "sim:ca?deviation=resptime.declares-31";
    Path known = Files.writeString(directory.resolve("known.json"), SLOW);
    String masked = "sim:switch?deviation=mft.partial-block-not-masked";
    List<JsonNode> all =
        List.of(
            run("C13_013", "--dut", slow, "--expect", known.toString()),
            part("duts/one/results.json"),
            part("results.json"),
            merged(),
            run("C13*", "C14_024*", "C15*", "R09_PsnGap"),
            run("C13*", "--safe", "--dut", "sim:switch", "--dut", "sim:router"),
            run("C14_024_12", "--dut", masked, "--repeat", "2", "--expect", expect.toString()),
            run("R09_PsnGap", "C09_027_05", "--dut", "sim:ca?lose=20"),
            run("R09_PsnGap", "C09_060_01_01", "--dut", "sim:ca?deviation=rc.ack-psn-one-too-far"),
            run("C14*", "--dut", "sim:switch?loss=0.05", "--repeat", "2"),
            run("C13_013", "--dut", "sim:switch?hostile=silent&hostile-after=3"),
            run("C13_013", "--dut", "sim:switch?deviation=node.silent"),
            run("C13_013", "--dut", "umad:none/1?path=0,1"),
            run("C14_024_08_02", "--dut", "sim:ca?vl-cap=1", "--strict", "same-state"),
            run("C14_024_12", "--dut", "sim:ca", "--profile", profile.toString()),
            run("C14_024_13_3", "--dut", "sim:ca", "--ics", ics.toString()),
            run("C14_024_12", "--dut", "sim:switch", "--trace-limit", "1K"),
            run("C13*", "--safe", "--fabric", FABRIC));
    Set<String> seen = new TreeSet<>();
    for (JsonNode results : all) {
      assertThat(errors(results)).isEmpty();
      SchemaUse.gather(results, "", seen);
    }
    SchemaUse schema = new SchemaUse(JsonMapper.shared().readTree(source()));
    seen.addAll(NO_PLACES);
    assertThat(seen).containsAll(schema.places());
    seen.addAll(NOT_SHOWN);
    assertThat(seen).containsAll(schema.values());
  }

  /// Writes a part of a lab run.
  ///
  /// @param name name of one of its files
  private JsonNode part(String name) throws IOException, InterruptedException {
    Path lab = Files.writeString(directory.resolve("lab.toml"), LAB);
    Path out = directory.resolve("part");
    Umad2Sim.alone(
        directory,
        "run",
        "C13_013",
        "--lab",
        lab.toString(),
        "--shard",
        "0/2",
        "--out",
        out.toString());
    return JsonMapper.shared().readTree(Files.readString(out.resolve(name)));
  }

  /// Returns a merge that lacks a part.
  private JsonNode merged() throws IOException, InterruptedException {
    Path out = directory.resolve("merged");
    Umad2Sim.alone(
        directory, "merge", directory.resolve("part").toString(), "--out", out.toString());
    return JsonMapper.shared().readTree(Files.readString(out.resolve("results.json")));
  }

  private JsonNode run(String... arguments) throws IOException, InterruptedException {
    Path out = Files.createTempDirectory(directory, "run").resolve("out");
    List<String> command = new ArrayList<>(List.of("run"));
    command.addAll(List.of(arguments));
    command.addAll(List.of("--out", out.toString()));
    Umad2Sim.alone(directory, command.toArray(String[]::new));
    return JsonMapper.shared().readTree(Files.readString(out.resolve("results.json")));
  }

  static Stream<Named<Consumer<ObjectNode>>> mistakes() {
    return Stream.of(
        mistake("no verdict", r -> r.remove("verdict")),
        mistake("unknown verdict", r -> r.put("verdict", "ok")),
        mistake("a field of nobody", r -> r.put("more", 1)),
        mistake("exit 2, with results", r -> r.put("exit", 2)),
        mistake("local time", r -> r.put("started", "2026-01-02T03:04:05")),
        mistake("no day", r -> r.put("started", "2026-02-30T03:04:05Z")),
        mistake("negative count", r -> ((ObjectNode) r.get("counts")).put("pass", -1)),
        mistake("decimal GUID", r -> dut(r).put("nodeGuid", "12")),
        mistake("unknown kind", r -> dut(r).put("kind", "hub")),
        mistake("text for a number", r -> test(r).put("dut", "0")),
        mistake("no reason", r -> test(r).put("verdict", "inconclusive")),
        mistake("fail without failures", r -> assertion(r).put("failures", 0)),
        mistake("pass with failures", r -> assertion(r).put("verdict", "pass")),
        mistake("one round", r -> assertion(r).putArray("rounds").add("fail")),
        mistake("no version", r -> r.remove("schema")),
        mistake("no readings", r -> r.remove("readings")),
        mistake("a way of no device", r -> ((ObjectNode) r.at("/readings/0")).remove("dut")),
        mistake("strict about nothing", r -> r.putArray("strict")),
        mistake("frame 0", r -> example(r).put("packet", 0)),
        mistake("no stimulus", r -> example(r).remove("request")),
        mistake(
            "nine examples",
            r -> {
              ArrayNode examples = (ArrayNode) assertion(r).get("examples");
              while (examples.size() < 9) {
                examples.add(example(r));
              }
            }));
  }

  private static Named<Consumer<ObjectNode>> mistake(String name, Consumer<ObjectNode> how) {
    return Named.of(name, how);
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void refuses(Consumer<ObjectNode> mistake) throws Exception {
    ObjectNode results = right();
    assertThat(errors(results)).isEmpty();
    mistake.accept(results);
    assertThat(errors(results)).isNotEmpty();
  }

  private static ObjectNode right() {
    return (ObjectNode)
        JsonMapper.shared()
            .readTree(
                """
                { "schema": 2, "suite": { "name": "ibassay", "version": "1.2.3" },
                  "duts": [ { "uri": "sim:switch", "kind": "switch", "roles": [],
                    "nodeGuid": "0x0002c90300000001", "description": "A switch", "ports": 36,
                    "link": { "hops": 1, "width": "4X", "speed": "HDR", "mtu": 4096 },
                    "unreachedPorts": null, "trouble": null } ],
                  "started": "2026-01-02T03:04:05.5Z", "durationMillis": 1, "verdict": "fail",
                  "exit": 1,
                  "counts": { "pass": 0, "fail": 1, "inconclusive": 0, "error": 0,
                    "notApplicable": 0 },
                  "tests": [ { "id": "C14", "dut": 0, "section": "24", "title": "Table",
                    "verdict": "fail", "reason": null, "durationMillis": 1,
                    "packets": { "sent": 1, "received": 1, "retried": 0 }, "notes": [],
                    "notRestored": [],
                    "assertions": [ { "id": "v1c13-024#07", "verdict": "fail", "reason": null,
                      "checks": 2, "failures": 1,
                      "examples": [ { "step": "10", "where": "", "expected": "7", "actual": "0",
                        "packet": 2, "request": 1 } ] } ] } ],
                  "readings": [ { "id": "same-state", "dut": 0, "way": "accept",
                    "tests": [ "C14" ] } ] }
                """);
  }

  private static ObjectNode dut(ObjectNode results) {
    return (ObjectNode) results.at("/duts/0");
  }

  private static ObjectNode test(ObjectNode results) {
    return (ObjectNode) results.at("/tests/0");
  }

  private static ObjectNode assertion(ObjectNode results) {
    return (ObjectNode) results.at("/tests/0/assertions/0");
  }

  private static ObjectNode example(ObjectNode results) {
    return (ObjectNode) results.at("/tests/0/assertions/0/examples/0");
  }

  private static List<Error> errors(JsonNode results) throws IOException {
    return schema()
        .validate(
            results,
            context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)));
  }

  private static Schema schema() throws IOException {
    try (InputStream in = source()) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(in);
    }
  }

  private static InputStream source() {
    return Objects.requireNonNull(ResultsFile.class.getResourceAsStream("results.schema.json"));
  }
}
