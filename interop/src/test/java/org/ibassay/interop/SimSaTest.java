package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.ibassay.peers.RequiresPeer;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SmInfo;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.Rate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `saquery` and `sminfo` on the simulated subnet manager: each kind of record that `saquery`
/// supports agrees with the ports' attributes.
///
/// The wrapper delivers at most 168 bytes of records, so each query requests few.
@RequiresPeer({"saquery", "sminfo", "smpquery", "ibportstate", Umad2Sim.LIBRARY})
class SimSaTest {
  private static final String URI = "sim:sm";
  private static final long EXTENDED_SPEEDS = 0x8000_0000L;

  /// A selector, as it precedes MTU, rate or lifetime.
  private static final long EXACTLY = 2 << 6;

  @TempDir private static Path directory;
  private static SimProcess fabric;
  private static SimTwin twin;
  private static MemorySegment node;
  private static MemorySegment port;
  private static String lid;
  private static String tester;

  @BeforeAll
  static void start() throws Exception {
    fabric = SimProcess.start(directory, URI);
    twin = SimTwin.of(URI);
    node = twin.answer(Attribute.NODE_INFO, 0);
    port = twin.answer(Attribute.PORT_INFO, EXTENDED_SPEEDS);
    lid = Long.toString(PortInfo.LID.get(port, Smp.DATA));
    tester = Long.toString(twin.ofTester(Attribute.PORT_INFO, PortInfo.LID));
  }

  @AfterAll
  static void stop() {
    twin.close();
    fabric.close();
  }

  private static Map<String, String> saquery(String... arguments) throws Exception {
    return PrintedFields.values(fabric.ask("saquery", arguments));
  }

  private static String guid(long guid) {
    return "0x%016x".formatted(guid);
  }

  @Test
  void sminfoFindsTheManager() throws Exception {
    MemorySegment info = twin.answer(Attribute.SM_INFO, 0);
    assertThat(fabric.ask("sminfo"))
        .singleElement()
        .asString()
        .startsWith("sminfo: sm lid %s sm guid 0x%x, activity count ".formatted(lid, portGuid()))
        .endsWith(
            " priority %d state 3 SMINFO_MASTER".formatted(SmInfo.PRIORITY.get(info, Smp.DATA)));
  }

  private static long portGuid() {
    return NodeInfo.PORT_GUID.get(node, Smp.DATA);
  }

  @Test
  void classPortInfo() throws Exception {
    assertThat(saquery("CPI"))
        .containsEntry("Base version", "1")
        .containsEntry("Class version", "2")
        .containsEntry("Capability mask", "0x2600")
        .containsEntry("Redirect QP", "0x00000001");
  }

  @Test
  void nodeRecord() throws Exception {
    assertThat(saquery("NR", lid))
        .containsEntry("lid", lid)
        .containsEntry("node_type", "Channel Adapter")
        .containsEntry("num_ports", Long.toString(NodeInfo.NUM_PORTS.get(node, Smp.DATA)))
        .containsEntry("node_guid", guid(NodeInfo.NODE_GUID.get(node, Smp.DATA)))
        .containsEntry("port_guid", guid(portGuid()))
        .containsEntry(
            "partition_cap", "0x%X".formatted(NodeInfo.PARTITION_CAP.get(node, Smp.DATA)))
        .containsEntry("vendor_id", "0x%X".formatted(NodeInfo.VENDOR_ID.get(node, Smp.DATA)))
        .containsEntry("NodeDescription", "ibassay simulated sm");
  }

  @Test
  void portInfoRecord() throws Exception {
    List<String> lines = fabric.ask("saquery", "PIR", lid + "/1");
    assertThat(PrintedFields.values(lines))
        .containsEntry("EndPortLid", lid)
        .containsEntry("PortNum", "1")
        .containsEntry("LinkState", "Active")
        .containsEntry("LinkWidthActive", "4X");
    assertThat(PrintedFields.numbers(lines, PrintedFields.PORT_INFO))
        .isEqualTo(PrintedFields.numbers(port, PrintedFields.PORT_INFO));
  }

  @Test
  void managersAreFoundByTheirCapability() throws Exception {
    assertThat(saquery("-s")).containsEntry("EndPortLid", lid);
  }

  @Test
  void linkRecord() throws Exception {
    assertThat(saquery("LR", lid))
        .containsEntry("FromLID", lid)
        .containsEntry("FromPort", "1")
        .containsEntry("ToPort", "1")
        .containsEntry("ToLID", tester);
  }

  @Test
  void smInfoRecord() throws Exception {
    assertThat(saquery("SMIR"))
        .containsEntry("LID", lid)
        .containsEntry("GUID", guid(portGuid()))
        .containsEntry("SM_Key", guid(0))
        .containsEntry("SMState", "3");
  }

  @Test
  void pathRecord() throws Exception {
    Rate rate =
        Rate.of(
                (int) PortInfo.LINK_WIDTH_ACTIVE.get(port, Smp.DATA),
                (int) PortInfo.LINK_SPEED_ACTIVE.get(port, Smp.DATA),
                (int) PortInfo.LINK_SPEED_EXT_ACTIVE.get(port, Smp.DATA),
                0)
            .orElseThrow();
    assertThat(saquery("-p", "--src-to-dst", tester + ":" + lid))
        .containsEntry("slid", tester)
        .containsEntry("dlid", lid)
        .containsEntry("dgid", "fe80::200:1ba5:1:1")
        .containsEntry("sgid", "fe80::200:1ba5:1:101")
        .containsEntry("pkey", "0xFFFF")
        .containsEntry("mtu", "0x%X".formatted(EXACTLY | PortInfo.NEIGHBOR_MTU.get(port, Smp.DATA)))
        .containsEntry("rate", "0x%X".formatted(EXACTLY | rate.code()))
        .containsEntry(
            "pkt_life", "0x%X".formatted(EXACTLY | PortInfo.SUBNET_TIME_OUT.get(port, Smp.DATA)));
  }

  @Test
  void guidInfoRecord() throws Exception {
    assertThat(saquery("GIR", tester + "/0"))
        .containsEntry("LID", tester)
        .containsEntry("Block", "0")
        .containsEntry("GUID 0", guid(twin.ofTester(Attribute.NODE_INFO, NodeInfo.PORT_GUID)))
        .containsEntry("GUID 7", guid(0));
  }

  @Test
  void tablesOfVirtualLanes() throws Exception {
    List<String> mapping = fabric.ask("saquery", "SL2VL", lid);
    assertThat(PrintedFields.values(mapping)).containsEntry("LID", lid);
    assertThat(mapping.getLast().strip()).matches("VL:( 0\\|){16}");

    List<String> arbitration = fabric.ask("saquery", "VLAR", lid + "/1/3");
    assertThat(PrintedFields.values(arbitration))
        .containsEntry("LID", lid)
        .containsEntry("Block", "3");
    assertThat(arbitration.getLast().strip()).matches("Weight:( 0\\|){16}");
  }

  /// Only for trusted requests. (`saquery` prints the block number in network byte order: block 1
  /// would be 256.)
  @Test
  void partitionKeys() throws Exception {
    List<String> lines = fabric.ask("saquery", "--smkey", "1", "PKTR", lid + "/1/0");
    assertThat(PrintedFields.values(lines)).containsEntry("LID", lid).containsEntry("Block", "0");
    assertThat(lines.get(5).strip()).startsWith("0xffff 0x0000 ");

    Processes.Outcome untrusted = fabric.run("saquery", "PKTR", lid + "/1/0");
    assertThat(untrusted.exit()).isNotZero();
    assertThat(untrusted.err()).contains("SA_ERR_REQ_INVALID");
  }

  /// There is no switch, no service, no multicast group and no subscription.
  @ParameterizedTest
  @ValueSource(strings = {"SWIR", "LFTR", "MFTR", "SR", "MCMR", "-m", "-g", "IIR"})
  void whatThereIsNotIsAnEmptyTable(String what) throws Exception {
    assertThat(fabric.ask("saquery", what)).isEmpty();
  }

  @Test
  void theManagerBringsTheLinkUpAgain() throws Exception {
    try (SimProcess own = SimProcess.start(directory, URI)) {
      own.ask("ibportstate", "-D", "0,1", "1", "reset");
      assertThat(PrintedFields.values(own.ask("smpquery", "-D", "portinfo", "0,1", "1")))
          .containsEntry("LinkState", "Active")
          .containsEntry("Lid", lid)
          .containsEntry("SMLid", lid);
      assertThat(PrintedFields.values(own.ask("saquery", "LR", lid)))
          .containsEntry("ToLID", tester);
    }
  }
}
