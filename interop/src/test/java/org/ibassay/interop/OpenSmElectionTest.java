package org.ibassay.interop;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The tester plays a second subnet manager beside OpenSM: which of the two is the master, what the
/// other one obeys, and when it takes over. What the tests have to say of OpenSM stands in
/// `opensm-s14-*.verdicts`, with the evidence.
///
/// S14_TwoMasters is not among them: to a master of lower Priority OpenSM sends trap 144, ibsim
/// drops the SubnTrapRepress, and OpenSM waits for it until it ends.
@RequiresPeer({"ibsim", IbsimFabric.WRAPPER, "libibumad.so.3", "opensm"})
final class OpenSmElectionTest {
  private static final String OPTIONS =
      """
      sm_priority 4
      sminfo_polling_timeout 1000
      polling_retry_number 2
      """;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {"S14_Handover", "S14_Election", "S14_Polling", "S14_Commands", "S14_Discovering"})
  void managerBesideTheTester(String test) throws Exception {
    try (IbsimFabric ibsim = IbsimFabric.start(directory, "ibsim-hca.net");
        OpenSm opensm = OpenSm.start(ibsim.programs(), directory, ManagedFabric.MANAGER, OPTIONS)) {
      Path out = directory.resolve("results");
      Processes.Outcome outcome =
          ibsim.ibassay(
              "Tester",
              "run",
              test,
              "--dut",
              "umad:ibsim0/1?path=0,1",
              "--timeout",
              "2000",
              "--param",
              "SM_PATIENCE=30",
              "--out",
              out.toString());
      JsonNode results = JsonMapper.shared().readTree(out.resolve("results.json").toFile());
      String name = "opensm-" + test.toLowerCase(Locale.ROOT).replace('_', '-');
      List<String> seen =
          Verdicts.lines(results).stream().map(OpenSmElectionTest::uncounted).toList();
      Verdicts.check(name, seen, Verdicts.expected(name), outcome.out() + opensm.log());
    }
  }

  /// How often something is read until it changes depends on the machine's load.
  private static String uncounted(String line) {
    return line.replaceAll(", \\d+ of \\d+ checks failed", "");
  }
}
