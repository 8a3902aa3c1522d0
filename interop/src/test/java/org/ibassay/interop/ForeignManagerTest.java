package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A fabric managed by OpenSM: changes without consent are refused.
@RequiresPeer({"ibsim", "opensm", "smpquery", Umad2Sim.LIBRARY, "libibumad.so.3"})
final class ForeignManagerTest {
  private static final String SWITCH = "umad:ibsim0/1?path=0,1";

  @TempDir static Path directory;
  private static ManagedFabric fabric;

  @BeforeAll
  static void start() throws Exception {
    fabric = ManagedFabric.start(directory, "opensm-switches.net");
  }

  @AfterAll
  static void stop() {
    fabric.close();
  }

  @Test
  void whatWouldChangeTheFabricIsRefusedAndNamesItsManager() throws Exception {
    Processes.Outcome outcome = run("refused", "C14_017_01", "C14_024_12", "C13_013");
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(3);
    JsonNode tests = results("refused").get("tests");
    assertThat(verdicts(tests))
        .containsExactly("C13_013 pass", "C14_017_01 inconclusive", "C14_024_12 inconclusive");
    assertThat(tests.get(1).get("reason").asString())
        .isEqualTo(
            "not run: it would change a fabric that subnet manager %s at LID 0x%04X runs;"
                    .formatted(guidOfManager(), lidOfManager())
                + " --own-fabric allows it");
    assertThat(tests.get(2).get("reason")).isEqualTo(tests.get(1).get("reason"));
    assertThat(tests.get(1).get("packets").get("sent").asInt()).isZero();
  }

  @Test
  void consentIsGivenByOwnFabric() throws Exception {
    Processes.Outcome outcome = run("own", "C14_024_12", "C13_013", "--own-fabric");
    JsonNode tests = results("own").get("tests");
    assertThat(verdicts(tests))
        .as(outcome.err())
        .containsExactly("C13_013 pass", "C14_024_12 fail");
    assertThat(tests.get(1).get("packets").get("sent").asInt()).isGreaterThan(8192);
  }

  private static Processes.Outcome run(String out, String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of("run"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--dut", SWITCH, "--out", directory.resolve(out).toString()));
    return fabric.ibsim().ibassay("Tester", all.toArray(String[]::new));
  }

  private static JsonNode results(String out) throws Exception {
    return JsonMapper.shared()
        .readTree(Files.readString(directory.resolve(out).resolve("results.json")));
  }

  private static List<String> verdicts(JsonNode tests) {
    return tests
        .valueStream()
        .map(test -> test.get("id").asString() + " " + test.get("verdict").asString())
        .toList();
  }

  /// The GUID that smpquery reports for the node of OpenSM.
  private static String guidOfManager() throws Exception {
    return "0x%016x".formatted(Long.decode(asked("nodeinfo").get("PortGuid")));
  }

  private static int lidOfManager() throws Exception {
    return Integer.parseInt(asked("portinfo").get("Lid"));
  }

  private static Map<String, String> asked(String what) throws Exception {
    Processes.Outcome outcome =
        fabric.ibsim().run(ManagedFabric.MANAGER, "smpquery", what, "-D", "0");
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    return PrintedFields.values(outcome.out().lines().toList());
  }
}
