package org.ibassay.link.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopologyReaderTest {
  /// In the format of ibnetdiscover.
  private static final String DISCOVERED =
      """
      #
      # Topology file: generated on Mon Nov 23 19:00:00 2026
      #
      # Initiated from node 0000000000000010 port 0000000000000011

      vendid=0x1b
      devid=0x2
      sysimgguid=0x20
      switchguid=0x20(20)
      Switch\t36 "S-0000000000000020"\t\t# "Spine "A" of ours" enhanced port 0 lid 3 lmc 0
      [1]\t"H-0000000000000010"[1](11) \t\t# "host 1" lid 4 4xQDR
      [36][ext 18]\t"R-0000000000000030"[2](32) \t\t# "gate" lid 5 4xQDR

      vendid=0x1b
      devid=0x1
      sysimgguid=0x10
      caguid=0x10
      Ca\t2 "H-0000000000000010"\t\t# "host 1"
      [1](11) \t"S-0000000000000020"[1]\t\t# lid 4 lmc 0 "Spine" lid 3 4xQDR

      rtguid=0x31
      Rt\t2 "R-0000000000000030"\t\t# "gate"
      [2](99) \t"S-0000000000000020"[36][ext 18]\t\t# lid 5 lmc 0 "Spine" lid 3 4xQDR
      """;

  private static FabricTopology read(String text) throws TopologyException {
    return TopologyReader.read("net", text.lines().toList());
  }

  @Test
  void readsWhatIbnetdiscoverWrites() throws TopologyException {
    FabricTopology topology = read(DISCOVERED);

    assertThat(topology.nodes())
        .extracting(TopologyNode::kind)
        .containsExactly(NodeType.SWITCH, NodeType.CA, NodeType.ROUTER);
    assertThat(topology.nodes())
        .extracting(TopologyNode::guid)
        .containsExactly(0x20L, 0x10L, 0x31L);
    TopologyNode spine = topology.nodes().getFirst();
    assertThat(spine.description()).isEqualTo("Spine \"A\" of ours");
    assertThat(spine.isEnhanced()).isTrue();
    assertThat(spine.ports()).isEqualTo(36);
    assertThat(spine.cabled().keySet()).containsExactly(1, 36);
    TopologyNode gate = topology.node("gate").orElseThrow();
    assertThat(gate.cabled().get(2))
        .isEqualTo(new TopologyPort(2, 0x99, "S-0000000000000020", 36, 0, 0, "4xQDR", 23));
  }

  @Test
  void readsWhatIbsimReads() throws TopologyException {
    FabricTopology topology =
        read(
            """
            Switch 8 "Near"
            [1]	"Tester"
            [8]	"Tester"[2] w=1 s=3
            Hca 2 "Tester"
            [1]	"Near"[1]
            [2]	"Near"[8]
            """);

    TopologyNode near = topology.node("Near").orElseThrow();
    assertThat(near.guid()).isZero();
    assertThat(near.description()).isEqualTo("Near");
    assertThat(near.cabled().get(8)).isEqualTo(new TopologyPort(8, 0, "Tester", 2, 1, 3, "", 3));
  }

  @Test
  void knowsTheShortestWayThroughSwitches() throws TopologyException {
    FabricTopology topology = read(DISCOVERED);
    TopologyNode host = topology.node("host 1").orElseThrow();

    assertThat(topology.route(host, topology.node("gate").orElseThrow())).contains(List.of(1, 36));
    assertThat(topology.route(host, host)).contains(List.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "''; net: has no node; expected lines such as Switch 36",
        "Hub 8 \"A\"; net:1: found \"Hub 8 \"A\"\"; expected a node such as",
        "include \"other\"; net:1: found",
        "Switch 255 \"A\"; net:1: 255 is not the number of ports: expected 1 to 254",
        "Switch 0 \"A\"; net:1: 0 is not the number of ports",
        "Ca 1 \"A\"|Ca 1 \"A\"; net:2: node \"A\" is already in line 1",
        "[1] \"A\"[1]; net:1: a port before any node",
        "Ca 1 \"A\"|[1] A; net:2: found \"[1] A\"; expected a port such as [1] \"S-01\"[3]",
        "Ca 1 \"A\"|[2] \"B\"[1]; net:2: 2 is not a port of \"A\": expected 1 to 1",
        "Ca 1 \"A\"|[1] \"B\"[255]; net:2: 255 is not a port of \"B\": expected 1 to 254",
        "Ca 1 \"A\"|[1] \"B\"[1]; net:2: no node \"B\" in the file",
        "Ca 1 \"A\"|[1] \"A\"[1]; net:2: port 1 of \"A\" is cabled to itself",
        "Ca 1 \"A\"|[1] \"B\"[1]|Ca 1 \"B\"; net:2: port 1 of \"A\" leads to port 1 of \"B\", which"
            + " has no line",
        "Ca 2 \"A\"|[1] \"B\"[1]|[2] \"B\"[1]|Ca 1 \"B\"|[1] \"A\"[1]; net:3: port 2 of \"A\" leads"
            + " to port 1 of \"B\", which leads to port 1 of \"A\" (line 5)",
        "Ca 2 \"A\"|[1] \"B\"[1]|[1] \"B\"[2]; net:3: port 1 of \"A\" is already in line 2",
        "Ca 1 \"H-0000000000000007\"|caguid=0x7|Ca 1 \"B\"; net:3: \"B\" has the GUID"
            + " 0x0000000000000007 of \"H-0000000000000007\" in line 1",
        "caguid=7; net:1: caguid=7: expected 0x and up to 16 hexadecimal digits",
        "Ca 1 \"A\"|[1] \"B\"[1] w=16; net:2: 16 is not w=: expected 1 to 15",
      })
  void saysWhereAndWhatIsWrong(String text, String complaint) {
    assertThatThrownBy(() -> read(text.replace('|', '\n')))
        .isInstanceOf(TopologyException.class)
        .hasMessageContaining(complaint);
  }

  @Test
  void saysThatAFileIsMissingOrNoText(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("net");
    assertThatThrownBy(() -> TopologyReader.read(file)).hasMessage(file + ": no such file");
    Files.write(file, new byte[] {(byte) 0xFF});
    assertThatThrownBy(() -> TopologyReader.read(file)).hasMessageContaining("no text in UTF-8");
  }
}
