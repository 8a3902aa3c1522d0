package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Generated fabrics with stock programs; and `run --fabric` through the real driver, on such a
/// fabric managed by OpenSM, and on ibsim.
@RequiresPeer({
  "ibsim",
  "opensm",
  "ibnetdiscover",
  "iblinkinfo",
  "ibqueryerrors",
  "saquery",
  "perfquery",
  "vendstat",
  Umad2Sim.LIBRARY
})
@Order(6)
class FabricRunTest {
  private static final String TREE = "sim:fabric?fat-tree=4";
  private static final String PORT = "umad:ibsim0/1";
  private static final String ONLY_ON_REQUEST = "sweep_interval 0\n";

  @TempDir Path directory;

  @Test
  void programsWorkAtAnyNode() throws Exception {
    try (SimProcess fabric = SimProcess.start(directory, TREE + "&at=switch-1-4:vl-cap=1");
        OpenSm manager = OpenSm.start(fabric.programs(), directory, "host-1", ONLY_ON_REQUEST)) {
      for (String host : List.of("host-2", "host-8")) {
        assertThat(lines(fabric, host, "^(Switch|Ca)\\b.*", "ibnetdiscover")).isEqualTo(14);
        assertThat(lines(fabric, host, ".*Active/.*", "iblinkinfo", "-l")).isEqualTo(32);
        // Excludes responses of several segments, which ibsim's library does not support.
        assertThat(fabric.programs().run(host, "ibqueryerrors", "--skip-sl").out())
            .contains("14 nodes checked, 0 bad nodes found");
        assertThat(lines(fabric, host, "SA ClassPortInfo:", "saquery", "CPI")).isEqualTo(1);
        // The library delivers the first segment only.
        assertThat(lines(fabric, host, "NodeRecord dump:", "saquery", "NR")).isPositive();
        assertThat(lines(fabric, host, "PortXmitPkts:\\.+[1-9]\\d*", "perfquery")).isEqualTo(1);
        assertThat(lines(fabric, host, "PortXmitPkts:\\.+[1-9]\\d*", "perfquery", "-x"))
            .isEqualTo(1);
        assertThat(lines(fabric, host, "SampleStatus:\\.+0", "perfquery", "-c")).isEqualTo(1);
        assertThat(lines(fabric, host, "\\w+Lane\\d+:\\.+0", "perfquery", "-T")).isEqualTo(36);
      }
      assertThat(lines(fabric, "switch-2-1", "^(Switch|Ca)\\b.*", "ibnetdiscover")).isEqualTo(14);
      assertThat(manager.end()).doesNotContain("ERR");
    }
  }

  private static long lines(SimProcess fabric, String host, String line, String... command)
      throws Exception {
    String[] arguments = List.of(command).subList(1, command.length).toArray(String[]::new);
    return fabric
        .programs()
        .run(host, command[0], arguments)
        .out()
        .lines()
        .filter(text -> text.matches(line))
        .count();
  }

  /// With a subnet manager, and with a node that deviates.
  @Test
  void aFabricThatOpenSmRunsIsTested() throws Exception {
    try (SimProcess fabric =
            SimProcess.start(directory, TREE + "&at=host-8:deviation=resptime.declares-31");
        OpenSm _ = OpenSm.start(fabric.programs(), directory, "host-1", ONLY_ON_REQUEST)) {
      Processes.Outcome run =
          fabric.programs().ibassay("host-2", "run", "--safe", "--fabric", PORT, "--out", "out");
      assertThat(run.exit()).as("%s%s", run.out(), run.err()).isEqualTo(1);
      assertThat(run.out()).contains("fail: 32 ports, ", "host-8 (", "13 to test");
    }
  }

  /// vendstat prints the firmware version of each device that has one, and a run selects by it.
  @Test
  void vendstatReadsTheFirmwareByWhichNodesAreSelected() throws Exception {
    try (SimProcess fabric =
            SimProcess.start(
                directory,
                TREE
                    + "&at=host-8:firmware=16.35.3006&at=host-7:firmware=1.2.3"
                    + "&at=switch-1-1:firmware=27.2010.65535");
        OpenSm _ = OpenSm.start(fabric.programs(), directory, "host-1", ONLY_ON_REQUEST)) {
      assertThat(firmware(fabric, "host-8")).contains("fw_version:  16.35.3006\n");
      assertThat(firmware(fabric, "host-7")).contains("fw_version:  01.02.03\n");
      assertThat(firmware(fabric, "switch-1-1")).contains("fw_version:  27.2010.65535\n");
      Processes.Outcome run =
          fabric
              .programs()
              .ibassay(
                  "host-2",
                  "run",
                  "--safe",
                  "C13_014_01",
                  "--fabric",
                  PORT,
                  "--nodes",
                  "firmware=16.35.*",
                  "--nodes",
                  "firmware=27.*",
                  "--out",
                  "out");
      assertThat(run.out())
          .as("%s", run.err())
          .contains(
              "2 to test",
              ", firmware 16.35.3006",
              ", firmware 27.2010.65535",
              "firmware not known: 10 nodes: no public way to read it");
    }
  }

  /// Prints a node's General Info from that node itself, where vendstat needs no LID.
  private static String firmware(SimProcess fabric, String host) throws Exception {
    return fabric.programs().run(host, "vendstat", "-N").out();
  }

  /// ibsim loads the file that a run on a simulated fabric writes, and a run on ibsim finds the
  /// same fabric.
  @Test
  void ibsimHasTheFabricThatTheFileSays() throws Exception {
    Processes.Outcome own =
        Umad2Sim.alone(directory, "run", "--safe", "C14_024_03", "--fabric", TREE, "--out", "own");
    assertThat(own.err()).contains("Report: ");
    Path file = directory.resolve("own/topology.txt");
    Path scratch = Files.createDirectory(directory.resolve("ibsim"));
    try (IbsimFabric fabric = IbsimFabric.of(scratch, file)) {
      String host =
          Files.readString(file)
              .lines()
              .filter(line -> line.startsWith("Ca"))
              .findFirst()
              .orElse("");
      Processes.Outcome run =
          fabric
              .programs()
              .ibassay(
                  host.replaceAll(".*?\"(.*?)\".*", "$1"),
                  "run",
                  "--safe",
                  "C13_014_01",
                  "--fabric",
                  PORT,
                  "--topology",
                  file.toString(),
                  "--out",
                  "out");
      assertThat(run.out())
          .as("%s", run.err())
          .contains("14 nodes (8 ca, 6 switch), 32 ports; 13 to test")
          .doesNotContain("missing:", "unexpected:", "elsewhere:", "no response");
    }
  }
}
