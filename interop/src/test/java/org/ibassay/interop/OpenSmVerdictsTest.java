package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// The tests of subnet administration, through libibumad, on OpenSM: the manager of most fabrics.
/// The expected verdicts are in `opensm-*.verdicts`, with evidence.
@RequiresPeer({"ibsim", IbsimFabric.WRAPPER, "libibumad.so.3", "opensm", "saquery"})
@Order(1)
@Execution(ExecutionMode.CONCURRENT) // each test waits for its own OpenSM
final class OpenSmVerdictsTest {
  private static final String TESTS = "C15_*";
  private static final String[] RECORDS = {
    "S15_Records",
    "S15_RecordSelection",
    "S15_CapabilityMatch",
    "S15_LaneRecords",
    "S15_PKeyRecords",
    "S15_ManyGroups",
    "S15_McForwarding",
    "S15_PathSelection",
    "S15_LimitedKeys",
    "S15_MultiPath",
    "S15_Services",
    "S15_Rmpp*"
  };
  private static final String[] GROUPS = {
    "S15_GroupSelection",
    "S15_McGroup",
    "S15_McJoinState",
    "S15_McRefusals",
    "S15_InformInfo",
    "S15_InformSelection",
    "S15_Reports",
    "S15_SpareComponents",
    "S15_NewGroup",
    "S15_AllReports",
    "S15_AfterSweep",
    "S15_ServiceIdentity",
    "S15_ServiceKeys",
    "S15_TableLengths",
    "S15_ClassVersion",
    "S15_TrapReports"
  };

  /// Most of the requests are dropped; if a busy machine drops more, no test fails.
  private static final List<String> HURRIED = List.of("--timeout", "300");

  /// A busy machine must not look like a non-conformance.
  private static final List<String> UNHURRIED =
      List.of("--timeout", "2000", "--param", "SERVICE_LEASE=10");

  /// S15_Services waits nearly three times for its lease, and expects no response at its very end.
  private static final List<String> SHORT_LEASE =
      List.of("--timeout", "2000", "--param", "SERVICE_LEASE=5");

  private static final long LIMIT_SECONDS = 120;

  @TempDir Path directory;

  private JsonNode compare(ManagedFabric fabric, String name, int exit, String dut)
      throws Exception {
    return compare(fabric, name, exit, dut, new String[] {TESTS});
  }

  private JsonNode compare(ManagedFabric fabric, String name, int exit, String dut, String... tests)
      throws Exception {
    return new Verdicts(fabric.ibsim(), directory, UNHURRIED).compare(name, exit, dut, tests);
  }

  private static String services(ManagedFabric fabric, String host) throws Exception {
    Processes.Outcome saquery = fabric.ibsim().run(host, "saquery", "SR");
    assertThat(saquery.exit()).as(saquery.err()).isZero();
    return saquery.out();
  }

  private static void assertNoServices(ManagedFabric fabric) throws Exception {
    assertThat(services(fabric, "Tester")).isEmpty();
    assertThat(services(fabric, ManagedFabric.MANAGER)).isEmpty();
  }

  /// Two adapters back to back.
  @Test
  void managerAtTheOtherEnd() throws Exception {
    try (ManagedFabric fabric = ManagedFabric.start(directory, "ibsim-hca.net")) {
      compare(fabric, "opensm-pair", 0, "umad:ibsim0/1?path=0,1");
      assertNoServices(fabric);
    }
  }

  /// Records are compared with the fabric: of two adapters, and of two switches with four.
  @Test
  void recordsOfTheManager() throws Exception {
    try (ManagedFabric fabric = ManagedFabric.start(directory, "ibsim-hca.net")) {
      new Verdicts(fabric.ibsim(), directory, SHORT_LEASE)
          .compare("opensm-records", 1, "umad:ibsim0/1?path=0,1", RECORDS);
    }
  }

  /// With quality of service, it knows the virtual lane tables that its records show.
  @Test
  void lanesOfTheManagerWithQualityOfService() throws Exception {
    try (IbsimFabric ibsim = IbsimFabric.start(directory, "opensm-switches.net");
        OpenSm opensm =
            OpenSm.start(ibsim.programs(), directory, ManagedFabric.MANAGER, "qos TRUE\n")) {
      new Verdicts(ibsim, directory, UNHURRIED)
          .compare("opensm-lanes-qos", 3, "umad:ibsim0/1?lid=1", "S15_LaneRecords");
      assertThat(opensm.sweeps()).isPositive();
    }
  }

  /// Switches are limited members of the default partition: there is no path between them.
  @Test
  void pathsOfTheManagerWithLimitedSwitches() throws Exception {
    Path partitions = directory.resolve("partitions.conf");
    Files.writeString(
        partitions, "Default=0x7fff,ipoib: ALL=full, ALL_SWITCHES=limited, SELF=full;\n");
    String options = "partition_config_file %s\n".formatted(partitions);
    try (IbsimFabric ibsim = IbsimFabric.start(directory, "opensm-switches.net");
        OpenSm opensm = OpenSm.start(ibsim.programs(), directory, ManagedFabric.MANAGER, options)) {
      new Verdicts(ibsim, directory, UNHURRIED)
          .compare("opensm-limited", 0, "umad:ibsim0/1?lid=1", "S15_LimitedKeys");
      assertThat(opensm.sweeps()).isPositive();
    }
  }

  /// All ports are in a second partition, too: ServiceP_Key distinguishes services.
  @Test
  void servicesOfTheManagerInTwoPartitions() throws Exception {
    Path partitions = directory.resolve("partitions.conf");
    Files.writeString(partitions, "Default=0x7fff: ALL=full;\nSecond=0x0001: ALL=full;\n");
    String options = "partition_config_file %s\n".formatted(partitions);
    try (IbsimFabric ibsim = IbsimFabric.start(directory, "ibsim-hca.net");
        OpenSm opensm = OpenSm.start(ibsim.programs(), directory, ManagedFabric.MANAGER, options)) {
      new Verdicts(ibsim, directory, UNHURRIED)
          .compare("opensm-partitions", 0, "umad:ibsim0/1?path=0,1", "S15_ServiceIdentity");
      assertThat(opensm.sweeps()).isPositive();
    }
  }

  /// Several LIDs a port, no multicast, another prefix: the options that change what the records
  /// hold.
  @ParameterizedTest
  @CsvSource({
    "lmc, lmc 1, lid=2, 1, S15_Records S15_RecordSelection S15_PathSelection C15_0_1_012_17_01",
    "no-multicast, disable_multicast TRUE, lid=1, 1, S15_McGroup S15_McJoinState S15_NewGroup",
    "prefix, subnet_prefix 0xfe80000000000001, lid=1, 0, S15_McGroup S15_PathSelection"
        + " C15_0_1_012_17_01"
  })
  void managerWithOtherOptions(String name, String option, String way, int exit, String tests)
      throws Exception {
    try (IbsimFabric ibsim = IbsimFabric.start(directory, "opensm-switches.net");
        OpenSm opensm =
            OpenSm.start(ibsim.programs(), directory, ManagedFabric.MANAGER, option + "\n")) {
      new Verdicts(ibsim, directory, UNHURRIED)
          .compare("opensm-" + name, exit, "umad:ibsim0/1?" + way, tests.split(" "));
      assertThat(opensm.sweeps()).isPositive();
    }
  }

  @Test
  void methodsOfTheManager() throws Exception {
    try (ManagedFabric fabric = ManagedFabric.start(directory, "ibsim-hca.net")) {
      new Verdicts(fabric.ibsim(), directory, HURRIED)
          .compare(
              "opensm-methods",
              0,
              "umad:ibsim0/1?path=0,1",
              "S15_RecordMethods",
              "S15_RandomTables");
    }
  }

  @Test
  void recordsOfTheManagerBeyondSwitches() throws Exception {
    try (ManagedFabric fabric = ManagedFabric.start(directory, "opensm-switches.net")) {
      new Verdicts(fabric.ibsim(), directory, SHORT_LEASE)
          .compare("opensm-records-switches", 1, "umad:ibsim0/1?lid=1", RECORDS);
    }
  }

  /// The members of a multicast group, and the reports about them.
  @ParameterizedTest
  @CsvSource({"ibsim-hca.net, path=0-1", "opensm-switches.net, lid=1"})
  void groupsOfTheManager(String net, String way) throws Exception {
    try (ManagedFabric fabric = ManagedFabric.start(directory, net)) {
      compare(fabric, "opensm-groups", 1, "umad:ibsim0/1?" + way.replace('-', ','), GROUPS);
      assertNoSubscriptions(fabric);
    }
  }

  private static void assertNoSubscriptions(ManagedFabric fabric) throws Exception {
    Processes.Outcome saquery = fabric.ibsim().run(ManagedFabric.MANAGER, "saquery", "IIR");
    assertThat(saquery.exit()).as(saquery.err()).isZero();
    assertThat(saquery.out()).isEmpty();
  }

  /// Its SMInfo, the commands that it obeys, and how it rejects others.
  @Test
  void smInfoOfTheManager() throws Exception {
    try (ManagedFabric fabric = ManagedFabric.start(directory, "ibsim-hca.net")) {
      compare(fabric, "opensm-sminfo", 1, "umad:ibsim0/1?path=0,1", "C14_024_13_*");
    }
  }

  /// A run that is interrupted while its service is registered deletes the service.
  @Test
  void serviceGoesWhenTheRunIsInterrupted() throws Exception {
    try (ManagedFabric fabric = ManagedFabric.start(directory, "ibsim-hca.net")) {
      Path output = directory.resolve("output.txt");
      Process run =
          fabric
              .ibsim()
              .startIbassay(
                  output,
                  "Tester",
                  "run",
                  "C15_0_1_012_15",
                  "--param",
                  "SERVICE_LEASE=600",
                  "--dut",
                  "umad:ibsim0/1?path=0,1",
                  "--out",
                  directory.resolve("results").toString());
      try {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!services(fabric, ManagedFabric.MANAGER).contains("C15_0_1_012_15")) {
          assertThat(run.isAlive() && System.nanoTime() < end).as(() -> text(output)).isTrue();
        }
        run.destroy();
        assertThat(run.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(run.exitValue()).as(text(output)).isEqualTo(130);
        assertNoServices(fabric);
      } finally {
        run.destroyForcibly();
      }
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The tester's neighbor is a switch; the manager is three links away.
  @ParameterizedTest
  @ValueSource(strings = {"lid=1", "path=0,1,8,1"})
  void managerBeyondSwitches(String way) throws Exception {
    try (ManagedFabric fabric = ManagedFabric.start(directory, "opensm-switches.net")) {
      JsonNode results = compare(fabric, "opensm-switches", 3, "umad:ibsim0/1?" + way);
      assertThat(results.get("duts").get(0).get("roles").get(0).asString()).isEqualTo("sm");
      assertNoServices(fabric);
    }
  }

  /// A manager elsewhere is never judged as the DUT: not at the switch on the path, nor at adapters
  /// without a manager.
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

  /// A node whose manager is standby is not judged, either.
  @Test
  void managerInStandby() throws Exception {
    try (ManagedFabric fabric = ManagedFabric.start(directory, "opensm-switches.net");
        OpenSm standby = OpenSm.standby(fabric.ibsim(), directory, "Plain")) {
      JsonNode results = compare(fabric, "opensm-elsewhere", 3, "umad:ibsim0/1?lid=3");
      assertThat(results.get("duts").get(0).get("roles")).isEmpty();
      for (JsonNode test : results.get("tests")) {
        assertThat(test.get("reason").asString())
            .contains("is not the master: SMInfo:SMState is 2", "0x0000000000100003 at LID 0x0001");
      }
      assertThat(standby.log()).doesNotContain("MASTER");
    }
  }
}
