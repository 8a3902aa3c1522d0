package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// OpenSM's configuration of a fabric with some hundred nodes is judged, with either simulator of
/// the nodes. `interop/target/judged-NAME.txt` has the time of each test.
@RequiresPeer({"ibsim", "opensm", "ibportstate", "libibumad.so.3", Umad2Sim.LIBRARY})
class OpenSmFabricTest {
  private static final FatTree FABRIC = new FatTree(12, 4, 18);
  private static final String ONLY_ON_REQUEST = "sweep_interval 0\n";

  @TempDir Path directory;

  @Test
  void onOurNodes() throws Exception {
    Path file = FABRIC.write(directory);
    try (SimProcess fabric = SimProcess.start(directory, "sim:fabric?topology=" + file)) {
      judge("ours", fabric.programs(), "", 1);
    }
  }

  @Test
  void onNodesOfIbsim() throws Exception {
    Path file = FABRIC.write(directory);
    try (IbsimFabric fabric = IbsimFabric.of(directory, file)) {
      judge("ibsim", fabric.programs(), "", 1);
    }
  }

  /// The manager is configured to assign four LIDs to each port.
  @Test
  void withSeveralLidsEach() throws Exception {
    Path file = FABRIC.write(directory);
    try (SimProcess fabric = SimProcess.start(directory, "sim:fabric?topology=" + file);
        OpenSm manager = manage(fabric.programs(), "lmc 2\n")) {
      bothPass(fabric);
      assertThat(manager.end()).doesNotContain("ERR");
    }
  }

  private void bothPass(SimProcess fabric) throws Exception {
    List<String> own = fabric.ask("smpquery", "-D", "portinfo", "0", "0");
    int master = Integer.parseInt(PrintedFields.values(own).getOrDefault("SMLid", "0"));
    assertThat(run(fabric.programs(), master, 0).get("counts").get("pass").asInt()).isEqualTo(2);
  }

  /// Of two managers, the standby becomes the master when the other one ends, and configures the
  /// fabric.
  @Test
  void theStandbyTakesOver() throws Exception {
    Path file = new FatTree(4, 2, 4).write(directory);
    String options = ONLY_ON_REQUEST + "sminfo_polling_timeout 500\npolling_retry_number 2\n";
    try (SimProcess fabric = SimProcess.start(directory, "sim:fabric?topology=" + file);
        OpenSm master = manage(fabric.programs(), "sm_priority 8\n");
        OpenSm standby =
            OpenSm.start(fabric.programs(), directory, "Host5", options, OpenSm.STANDBY)) {
      bothPass(fabric);
      assertThat(master.end()).doesNotContain("ERR");
      standby.awaitUp(1);
      bothPass(fabric);
    }
  }

  /// A node that responds late is configured as any other. A node that cannot be read is no fault
  /// of the manager.
  @Test
  void nodesThatRespondLateOrNotAtAll() throws Exception {
    Path file = new FatTree(2, 2, 2).write(directory);
    String uri = "sim:fabric?topology=" + file;
    try (SimProcess fabric = SimProcess.start(directory, uri + "&at=Host1:response-micros=150000");
        OpenSm _ = manage(fabric.programs(), "")) {
      bothPass(fabric);
    }
    try (SimProcess fabric =
            SimProcess.start(directory, uri + "&at=Host1:deviation=portinfo.get-refused");
        OpenSm _ = OpenSm.start(fabric.programs(), directory, "Host2", ONLY_ON_REQUEST)) {
      assertThat(run(fabric.programs(), 1, 3).get("counts").get("inconclusive").asInt())
          .isEqualTo(2);
    }
  }

  /// A link that the manager does not bring up again is a failure of its fabric, until it sweeps.
  @Test
  void aLinkThatIsNotBroughtUpAgain() throws Exception {
    Path file = new FatTree(2, 2, 2).write(directory);
    try (SimProcess fabric = SimProcess.start(directory, "sim:fabric?topology=" + file);
        OpenSm manager = manage(fabric.programs(), "")) {
      fabric.ask("ibportstate", "-D", "0,1", "3", "reset");
      JsonNode results = run(fabric.programs(), 1, 1);
      assertThat(failed(results)).containsExactly("ia-s14-ports#06", "ia-s14-routes#02");
      int before = manager.sweeps();
      manager.sweep();
      manager.awaitUp(before + 1);
      assertThat(failed(run(fabric.programs(), 1, 0))).isEmpty();
    }
  }

  private static List<String> failed(JsonNode results) {
    List<String> failed = new ArrayList<>();
    for (JsonNode test : results.get("tests")) {
      for (JsonNode assertion : test.get("assertions")) {
        if (assertion.get("verdict").asString().equals("fail")) {
          failed.add(assertion.get("id").asString());
        }
      }
    }
    return failed;
  }

  private OpenSm manage(Umad2Sim programs, String options) throws Exception {
    return OpenSm.start(programs, directory, "Manager", ONLY_ON_REQUEST + options);
  }

  private void judge(String name, Umad2Sim programs, String options, int lid) throws Exception {
    try (OpenSm manager = manage(programs, options)) {
      JsonNode results = run(programs, lid, 0, "S14_Ports", "S14_Routes", "S14_Resweep");
      List<String> times = new ArrayList<>();
      for (JsonNode test : results.get("tests")) {
        times.add(
            "%s: %d nodes in %s ms"
                .formatted(
                    test.get("id").asString(),
                    FABRIC.nodes(),
                    test.get("durationMillis").asString()));
      }
      Files.write(Path.of("target", "judged-" + name + ".txt"), times);
      // The number of MADs depends on the number of GUIDs that the nodes support.
      List<String> judged =
          Verdicts.lines(results).stream().filter(line -> line.contains("14")).toList();
      Verdicts.check("opensm-fabric", judged, Verdicts.expected("opensm-fabric"), "");
      assertThat(manager.end()).doesNotContain("ERR");
    }
  }

  private JsonNode run(Umad2Sim programs, int lid, int exit) throws Exception {
    return run(programs, lid, exit, "S14_Ports", "S14_Routes");
  }

  private JsonNode run(Umad2Sim programs, int lid, int exit, String... tests) throws Exception {
    Path out = directory.resolve("results");
    List<String> arguments = new ArrayList<>(List.of("run"));
    arguments.addAll(List.of(tests));
    arguments.addAll(List.of("--dut", "umad:ibsim0/1?lid=" + lid, "--timeout", "2000"));
    arguments.addAll(List.of("--out", out.toString()));
    Processes.Outcome outcome = programs.ibassay("Tester", arguments.toArray(String[]::new));
    assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isEqualTo(exit);
    return JsonMapper.shared().readTree(out.resolve("results.json").toFile());
  }
}
