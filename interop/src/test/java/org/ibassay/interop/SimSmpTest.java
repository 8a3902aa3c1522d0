package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.ibassay.peers.RequiresPeer;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.GuidInfo;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `smpdump` and `smpquery` on simulated devices show the device's values.
@RequiresPeer({"smpquery", "smpdump", Umad2Sim.LIBRARY})
@Order(7)
class SimSmpTest {
  private static final String TO_DUT = "0,1";
  private static final int SWITCH = 2;

  /// Blocks, ports and pairs of ports, some of which only some devices have; and the bit for
  /// extended speeds in PortInfo.
  private static final List<Long> MODIFIERS = List.of(0L, 1L, 0x0101L, 0x1_0001L, 0x8000_0001L);

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"sim:ca", "sim:switch", "sim:router", "sim:sm"})
  void smpdumpShowsEveryByteAndStatusOfEveryAttribute(String uri) throws Exception {
    try (SimProcess fabric = SimProcess.start(directory, uri);
        SimTwin twin = SimTwin.of(uri)) {
      for (Attribute attribute : Attribute.all()) {
        for (long modifier : MODIFIERS) {
          String id = "0x%x".formatted(attribute.id());
          List<String> lines = fabric.ask("smpdump", "-D", TO_DUT, id, "0x%x".formatted(modifier));
          assertThat(String.join("", lines).replace(" ", ""))
              .as("attribute %s, modifier %x", id, modifier)
              .isEqualTo(dump(twin.answer(attribute, modifier)));
        }
      }
    }
  }

  private static String dump(MemorySegment smp) {
    byte[] data = smp.asSlice(Smp.DATA, Smp.DATA_BYTES).toArray(ValueLayout.JAVA_BYTE);
    return "%sSMPstatus:0x%x"
        .formatted(HexFormat.of().formatHex(data), MadHeader.STATUS.get(smp, 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sim:ca",
        "sim:ca?lid=7&from-port=2&cabled=1",
        "sim:switch",
        "sim:switch?ports=4&enhanced-port0=true",
        "sim:router",
        "sim:sm"
      })
  void smpqueryPrintsWhatTheDeviceHolds(String uri) throws Exception {
    try (SimProcess fabric = SimProcess.start(directory, uri);
        SimTwin twin = SimTwin.of(uri)) {
      MemorySegment node = twin.answer(Attribute.NODE_INFO, 0);
      int port = (int) NodeInfo.LOCAL_PORT_NUM.get(node, Smp.DATA);
      assertThat(PrintedFields.numbers(query(fabric, "nodeinfo"), PrintedFields.NODE_INFO))
          .isEqualTo(PrintedFields.numbers(node, PrintedFields.NODE_INFO));
      assertThat(query(fabric, "nodedesc").getFirst()).endsWith("." + description(twin));
      comparePort(fabric, twin, port);
      compareTables(fabric, twin, port);
      if (NodeInfo.NODE_TYPE.get(node, Smp.DATA) == SWITCH) {
        comparePort(fabric, twin, 0);
        MemorySegment info = twin.answer(Attribute.SWITCH_INFO, 0);
        assertThat(PrintedFields.numbers(query(fabric, "switchinfo"), PrintedFields.SWITCH_INFO))
            .isEqualTo(PrintedFields.numbers(info, PrintedFields.SWITCH_INFO));
      }
    }
  }

  private static void comparePort(SimProcess fabric, SimTwin twin, int port) throws Exception {
    List<String> lines = query(fabric, "portinfo", Integer.toString(port));
    MemorySegment info = twin.answer(Attribute.PORT_INFO, port);
    assertThat(PrintedFields.numbers(lines, PrintedFields.PORT_INFO))
        .isEqualTo(PrintedFields.numbers(info, PrintedFields.PORT_INFO));
    List<String> states = List.of("", "Down", "Initialize", "Armed", "Active");
    assertThat(PrintedFields.values(lines))
        .containsEntry("LinkState", states.get((int) PortInfo.PORT_STATE.get(info, Smp.DATA)))
        .containsEntry("PhysLinkState", "LinkUp");
  }

  private static void compareTables(SimProcess fabric, SimTwin twin, int port) throws Exception {
    String number = Integer.toString(port);
    List<String> keys = query(fabric, "pkeys", number);
    assertThat(keys.getFirst()).startsWith("   0: 0xffff 0x0000 ");
    assertThat(keys.getLast()).endsWith(" pkeys capacity for this port");

    List<String> guids = query(fabric, "guidinfo");
    long guid = GuidInfo.GUID.get(twin.answer(Attribute.GUID_INFO, 0), Smp.DATA, 0);
    assertThat(guids.getFirst()).startsWith("   0: 0x%016x ".formatted(guid));
    assertThat(guids.getLast())
        .startsWith(twin.value(Attribute.PORT_INFO, 0, PortInfo.GUID_CAP) + " guids capacity");

    MemorySegment info = twin.answer(Attribute.PORT_INFO, port);
    long low = PortInfo.VL_ARBITRATION_LOW_CAP.get(info, Smp.DATA);
    long high = PortInfo.VL_ARBITRATION_HIGH_CAP.get(info, Smp.DATA);
    assertThat(query(fabric, "vlarb", number))
        .hasSize(1 + (low == 0 ? 0 : 6) + (high == 0 ? 0 : 6))
        .first()
        .asString()
        .endsWith("port %d LowCap %d HighCap %d".formatted(port, low, high));

    if (twin.value(Attribute.PORT_INFO, 0, PortInfo.IS_SL_MAPPING_SUPPORTED) == 1) {
      List<String> pairs = query(fabric, "sl2vl", number);
      MemorySegment node = twin.answer(Attribute.NODE_INFO, 0);
      boolean isSwitch = NodeInfo.NODE_TYPE.get(node, Smp.DATA) == SWITCH;
      assertThat(pairs.subList(2, pairs.size()))
          .hasSize(isSwitch ? (int) NodeInfo.NUM_PORTS.get(node, Smp.DATA) + 1 : 1)
          .allMatch(line -> line.matches("ports: in +\\d+, out +\\d+: \\|( 0\\|){16}"));
    }
  }

  /// Requests that a device correctly rejects, and the rules for this:
  ///
  /// - SwitchInfo is an attribute of switches only.
  /// - SLtoVLMappingTable is not supported without IsSLMappingSupported.
  /// - A base port 0 has no VLs to map to (see the device's `SlToVlHandler`). `smpquery` knows that
  ///   for VLArbitrationTable and sends no request; here it does.
  /// - PortInfoExtended is optional; the program checks CapabilityMask2 and sends no request.
  /// - The last one is a vendor attribute.
  @ParameterizedTest
  @CsvSource({
    "sim:ca, switchinfo, switch info query failed",
    "sim:router, switchinfo, switch info query failed",
    "sim:router, sl2vl, slvl query failed",
    "sim:switch, sl2vl, slvl query failed",
    "sim:switch, PIE, port info extended not supported",
    "sim:ca, MEPI, Mellanox ext port info query failed",
  })
  void whatTheDeviceDoesNotHaveIsRefused(String uri, String what, String message) throws Exception {
    try (SimProcess fabric = SimProcess.start(directory, uri)) {
      Processes.Outcome outcome = fabric.run("smpquery", "-D", what, TO_DUT);
      assertThat(outcome.exit()).isNotZero();
      assertThat(outcome.out() + outcome.err()).contains(message);
    }
  }

  private static String description(SimTwin twin) throws Exception {
    byte[] text =
        twin.answer(Attribute.NODE_DESCRIPTION, 0)
            .asSlice(Smp.DATA, Smp.DATA_BYTES)
            .toArray(ValueLayout.JAVA_BYTE);
    return new String(text, StandardCharsets.UTF_8).replaceAll("\0+$", "");
  }

  private static List<String> query(SimProcess fabric, String what, String... port)
      throws Exception {
    List<String> arguments = new ArrayList<>(List.of("-D", what, TO_DUT));
    arguments.addAll(List.of(port));
    return fabric.ask("smpquery", arguments.toArray(String[]::new));
  }
}
