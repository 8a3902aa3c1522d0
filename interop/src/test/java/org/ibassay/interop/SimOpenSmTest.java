package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.ibassay.peers.RequiresPeer;
import org.ibassay.wire.attribute.Attribute;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// OpenSM manages simulated devices: it brings them up, answers other clients at its port, brings
/// the devices up again after their links went down, and logs no errors.
///
/// A switch with only a RandomForwardingTable (`linear-cap=0&random-cap=1024`) is excluded: OpenSM
/// does not manage one (`osm_switch_new` in its `osm_switch.c` fails if LinearFDBCap is 0, followed
/// by ERR 3608).
@RequiresPeer({
  "opensm",
  "smpquery",
  "ibportstate",
  "iblinkinfo",
  "sminfo",
  "saquery",
  Umad2Sim.LIBRARY
})
@Order(7)
class SimOpenSmTest {
  private static final String ONLY_ON_REQUEST = "sweep_interval 0\n";
  private static final String EVERY_SECOND = "sweep_interval 1\n";

  @TempDir Path directory;

  private OpenSm manage(SimProcess fabric, String options) throws Exception {
    return OpenSm.start(fabric.programs(), directory, SimProcess.HOST, options);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sim:ca",
        "sim:switch",
        "sim:router",
        "sim:switch?ports=8&cabled=8&enhanced-port0=true&mcast-cap=0",
        "sim:ca?widths=31&ext-speeds=15&lid=5&reinit=true&same-state=refuse&guid-cap=9",
        "sim:ca?response-micros=30000"
      })
  void bringsUpAndBringsUpAgain(String uri) throws Exception {
    try (SimProcess fabric = SimProcess.start(directory, uri);
        OpenSm manager = manage(fabric, ONLY_ON_REQUEST)) {
      assertThat(state(fabric, "0")).isEqualTo("Active");
      assertThat(state(fabric, "0,1")).isEqualTo("Active");
      assertThat(fabric.ask("iblinkinfo", "-l"))
          .anyMatch(line -> line.contains("Active/"))
          .noneMatch(line -> line.contains("Initialize/"));

      fabric.ask("ibportstate", "-D", "0,1", "1", "reset");
      assertThat(state(fabric, "0,1")).isEqualTo("Initialize");
      int before = manager.sweeps();
      manager.sweep();
      manager.awaitUp(before + 1);

      assertThat(state(fabric, "0")).isEqualTo("Active");
      assertThat(state(fabric, "0,1")).isEqualTo("Active");
      assertThat(manager.end()).doesNotContain("ERR").contains("Exiting SM");
    }
  }

  /// A switch reports that a port has changed; the next light sweep detects it.
  @Test
  void noticesByItselfThatASwitchHasLostALink() throws Exception {
    try (SimProcess fabric = SimProcess.start(directory, "sim:switch");
        OpenSm manager = manage(fabric, EVERY_SECOND)) {
      manager.awaitUp(2); // the first change: ports are up
      fabric.ask("ibportstate", "-D", "0,1", "1", "reset");
      manager.awaitUp(3);
      assertThat(state(fabric, "0,1")).isEqualTo("Active");
      assertThat(manager.end()).doesNotContain("ERR");
    }
  }

  /// Clients at OpenSM's own port: their requests are forwarded to it, and its responses to them.
  @ParameterizedTest
  @ValueSource(strings = {"sim:ca", "sim:switch", "sim:router"})
  void answersTheOtherClientsAtItsPort(String uri) throws Exception {
    try (SimProcess fabric = SimProcess.start(directory, uri);
        OpenSm manager = manage(fabric, ONLY_ON_REQUEST)) {
      String tester = lid(fabric, "0");
      String dut = lid(fabric, "0,1");

      assertThat(fabric.ask("sminfo").getFirst())
          .startsWith("sminfo: sm lid " + tester + " ")
          .endsWith("SMINFO_MASTER");
      assertThat(saquery(fabric, "NR", dut))
          .containsEntry("lid", dut)
          .containsEntry("NodeDescription", "ibassay simulated " + uri.substring("sim:".length()));
      assertThat(saquery(fabric, "-p", "--src-to-dst", tester + ":" + dut))
          .containsEntry("slid", tester)
          .containsEntry("dlid", dut);
      assertThat(saquery(fabric, "SMIR")).containsEntry("LID", tester);
      assertThat(saquery(fabric, "PIR", dut))
          .containsEntry("EndPortLid", dut)
          .containsEntry("LinkState", "Active");
      if (uri.equals("sim:switch")) {
        assertThat(saquery(fabric, "SWIR", dut))
            .containsEntry("LID", dut)
            .containsEntry("LinearFDBCap", "0x%X".formatted(49152))
            .containsEntry("MulticastFDBCap", "0x%X".formatted(1000));
        assertThat(saquery(fabric, "LFTR", dut + "/0")).containsEntry("LID", dut);
      } else {
        assertThat(fabric.ask("saquery", "SWIR")).isEmpty();
      }
      assertThat(manager.end()).doesNotContain("ERR");
    }
  }

  /// SMPs reach the device by the LID that OpenSM has assigned.
  @ParameterizedTest
  @ValueSource(strings = {"sim:ca", "sim:switch", "sim:router"})
  void lidsThatItGivesLeadToTheDevice(String uri) throws Exception {
    try (SimProcess fabric = SimProcess.start(directory, uri);
        SimTwin twin = SimTwin.of(uri);
        OpenSm manager = manage(fabric, ONLY_ON_REQUEST)) {
      assertThat(manager.sweeps()).isPositive();
      List<String> node = fabric.ask("smpquery", "nodeinfo", lid(fabric, "0,1"));
      assertThat(PrintedFields.numbers(node, PrintedFields.NODE_INFO))
          .isEqualTo(
              PrintedFields.numbers(twin.answer(Attribute.NODE_INFO, 0), PrintedFields.NODE_INFO));
    }
  }

  private static String state(SimProcess fabric, String path) throws Exception {
    List<String> port = fabric.ask("smpquery", "-D", "portinfo", path, "1");
    return PrintedFields.values(port).getOrDefault("LinkState", "");
  }

  private static String lid(SimProcess fabric, String path) throws Exception {
    List<String> port = fabric.ask("smpquery", "-D", "portinfo", path, "0");
    return PrintedFields.values(port).getOrDefault("Lid", "");
  }

  private static Map<String, String> saquery(SimProcess fabric, String... arguments)
      throws Exception {
    return PrintedFields.values(fabric.ask("saquery", arguments));
  }
}
