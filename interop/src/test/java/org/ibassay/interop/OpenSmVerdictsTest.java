package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// The tests of subnet administration, through libibumad, on OpenSM: the manager that most fabrics
/// run. What they have to say of it stands in `opensm-*.verdicts`, with the evidence.
@RequiresPeer({"ibsim", IbsimFabric.WRAPPER, "libibumad.so.3", "opensm", "saquery"})
final class OpenSmVerdictsTest {
  private static final String TESTS = "C15_*";

  @TempDir Path directory;

  private JsonNode compare(ManagedFabric fabric, String name, int exit, String dut)
      throws Exception {
    return new Verdicts(fabric.ibsim(), directory).compare(name, exit, dut, TESTS);
  }

  private static void assertNoServices(ManagedFabric fabric) throws Exception {
    for (String host : List.of("Tester", ManagedFabric.MANAGER)) {
      assertThat(fabric.ibsim().run(host, "saquery", "SR"))
          .satisfies(o -> assertThat(o.exit()).as(o.err()).isZero())
          .satisfies(o -> assertThat(o.out()).isEmpty());
    }
  }

  /// Two adapters back to back.
  @Test
  void managerAtTheOtherEnd() throws Exception {
    try (ManagedFabric fabric = ManagedFabric.start(directory, "ibsim-hca.net")) {
      compare(fabric, "opensm-pair", 0, "umad:ibsim0/1?path=0,1");
      assertNoServices(fabric);
    }
  }

  /// The tester's neighbour is a switch; the manager is three links away.
  @ParameterizedTest
  @ValueSource(strings = {"lid=1", "path=0,1,8,1"})
  void managerBehindSwitches(String way) throws Exception {
    try (ManagedFabric fabric = ManagedFabric.start(directory, "opensm-switches.net")) {
      JsonNode results = compare(fabric, "opensm-switches", 3, "umad:ibsim0/1?" + way);
      assertThat(results.get("duts").get(0).get("roles").get(0).asString()).isEqualTo("sm");
      assertNoServices(fabric);
    }
  }

  /// A manager elsewhere is never judged as the DUT: not at the switch on the way, nor at adapters
  /// that run none.
  @ParameterizedTest
  @ValueSource(strings = {"lid=5", "path=0,1", "lid=3", "path=0,1,8,2", "path=0"})
  void managerElsewhere(String way) throws Exception {
    try (ManagedFabric fabric = ManagedFabric.start(directory, "opensm-switches.net")) {
      JsonNode results = compare(fabric, "opensm-elsewhere", 3, "umad:ibsim0/1?" + way);
      assertThat(results.get("duts").get(0).get("roles")).isEmpty();
      for (JsonNode test : results.get("tests")) {
        assertThat(test.get("reason").asString()).contains("IsSM is 0");
      }
    }
  }

  /// One that runs a manager which leaves the subnet to another is no better.
  @Test
  void managerInStandby() throws Exception {
    try (ManagedFabric fabric = ManagedFabric.start(directory, "opensm-switches.net");
        OpenSm standby = OpenSm.standby(fabric.ibsim(), directory, "Plain")) {
      JsonNode results = compare(fabric, "opensm-elsewhere", 3, "umad:ibsim0/1?lid=3");
      assertThat(results.get("duts").get(0).get("roles")).isEmpty();
      for (JsonNode test : results.get("tests")) {
        assertThat(test.get("reason").asString())
            .contains("is not the master: SMInfo:SMState is 2", "0x0000000000100003 at LID 1");
      }
      assertThat(standby.log()).doesNotContain("MASTER");
    }
  }
}
