package org.ibassay.interop;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The tester acts as a second subnet manager in OpenSM's subnet: tests which of the two is the
/// master, which commands OpenSM obeys, and when it takes over. The expected verdicts are in
/// `opensm-s14-*.verdicts` and `opensm-ours-*.verdicts`, with evidence.
///
/// ibsim drops each SubnTrapRepress. S14_TwoMasters is excluded there: OpenSM sends trap 144 to a
/// master of lower Priority, and waits for the SubnTrapRepress until it ends. Tests that need one
/// run on nodes simulated by ibassay.
@RequiresPeer({"ibsim", IbsimFabric.WRAPPER, "libibumad.so.3", "opensm", Umad2Sim.LIBRARY})
@Order(1)
@Execution(ExecutionMode.CONCURRENT) // each test waits for its own OpenSM
final class OpenSmElectionTest {
  private static final String OPTIONS =
      """
      sm_priority 4
      sminfo_polling_timeout 500
      polling_retry_number 4
      """;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "S14_Handover",
        "S14_Election",
        "S14_Polling",
        "S14_Commands",
        "S14_Discovering",
        "S14_Traps",
        "S15_ChangedPort"
      })
  void managerBesideTheTester(String test) throws Exception {
    try (IbsimFabric ibsim = IbsimFabric.start(directory, "ibsim-hca.net");
        OpenSm opensm = OpenSm.start(ibsim.programs(), directory, ManagedFabric.MANAGER, OPTIONS)) {
      judge("opensm-", ibsim.programs(), opensm, "path=0,1", test);
    }
  }

  /// The tester's neighbor is a switch that sends traps.
  @ParameterizedTest
  @ValueSource(strings = {"S14_Return", "S14_Traps", "S14_TwoMasters"})
  void onOurNodes(String test) throws Exception {
    Path file = new FatTree(2, 1, 2).write(directory);
    String uri = "sim:fabric?topology=%s&at=Leaf0:traps=true&at=Leaf1:traps=true".formatted(file);
    try (SimProcess fabric = SimProcess.start(directory, uri);
        OpenSm opensm = OpenSm.start(fabric.programs(), directory, "Manager", OPTIONS)) {
      judge("opensm-ours-", fabric.programs(), opensm, "lid=1", test);
    }
  }

  private void judge(String names, Umad2Sim programs, OpenSm opensm, String way, String test)
      throws Exception {
    Path out = directory.resolve("results");
    Processes.Outcome outcome =
        programs.ibassay(
            "Tester",
            "run",
            test,
            "--dut",
            "umad:ibsim0/1?" + way,
            "--timeout",
            "2000",
            "--param",
            "SM_PATIENCE=30",
            "--out",
            out.toString());
    JsonNode results = JsonMapper.shared().readTree(out.resolve("results.json").toFile());
    String name = names + test.toLowerCase(Locale.ROOT).replace('_', '-');
    List<String> seen =
        Verdicts.lines(results).stream().map(OpenSmElectionTest::uncounted).toList();
    Verdicts.check(name, seen, Verdicts.expected(name), outcome.out() + opensm.log());
  }

  /// Removes the number of polls until a change, which depends on the machine's load.
  private static String uncounted(String line) {
    return line.replaceAll(", \\d+ of \\d+ checks failed", "");
  }
}
