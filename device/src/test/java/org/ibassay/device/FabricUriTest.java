package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.ibassay.device.SmpClient.Mad;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FabricUriTest {
  @TempDir private Path directory;
  private String fabric = "";

  @BeforeEach
  void write() throws Exception {
    Path file = directory.resolve("net");
    Files.writeString(
        file,
        """
        switchguid=0x20(20)
        Switch 8 "Near"
        [1] "Tester"[2]
        [8] "Far"[8]
        switchguid=0x21(21)
        Switch 8 "Far"
        [8] "Near"[8]
        [3] "Other"[1]
        Ca 2 "Tester"
        [2](77) "Near"[1]
        caguid=0x50
        Ca 1 "Other"
        [1] "Far"[3]
        Ca 1 "Lonely"
        """);
    fabric = "sim:fabric?topology=" + file;
  }

  @ParameterizedTest
  @CsvSource({
    "'',                          2, 32, 1",
    "&dut=Far,                    2, 33, 8",
    "&dut=Other,                  1, 80, 1",
    "&dut=Tester&tester=Other,    1, -1, 2",
    "&tester=Far&dut=Near,        2, 32, 8"
  })
  void reachesAnyNodeFromAnyNode(String more, long type, long guid, long entered) {
    try (SmpClient smps = SmpClient.open(fabric + more)) {
      Mad info = smps.ask(SmpClient.get(Attribute.NODE_INFO, 0));
      assertThat(info.value(NodeInfo.NODE_TYPE)).isEqualTo(type);
      if (guid > 0) {
        assertThat(info.value(NodeInfo.NODE_GUID)).isEqualTo(guid);
      } else {
        assertThat(info.value(NodeInfo.PORT_GUID)).isEqualTo(0x77);
      }
      assertThat(info.value(NodeInfo.LOCAL_PORT_NUM)).isEqualTo(entered);
      assertThat(smps.ask(SmpClient.get(Attribute.PORT_INFO, entered)).value(PortInfo.LID))
          .isZero();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "&dut=Othre; dut=Othre: expected a node of the topology; closest: Other",
        "&tester=Lonely; has the tester at \"Lonely\" without cables",
        "&dut=Lonely; no route from \"Tester\" to \"Lonely\"",
        "&ports=3; unknown parameter \"ports\"; allowed: topology, fat-tree",
        "&dut=Far&path=0,1; says both dut= and path=",
        "&path=1; path=1: expected 0, then",
        "&fat-tree=4; says more than one of",
        "&hosts=4; says hosts=, which goes with torus=",
        "&at=Fur:vl-cap=1; at=Fur:vl-cap=1: no node has such an id or description; there are Near",
        "&at=Far; at=Far: expected NAME:PARAMETER=VALUE",
        "&at=Far:ports=3; expected deviation=, hostile=, loss=, flap= or a parameter of sim:switch",
        "&at=Far:vl-cap=9; vl-cap=9: expected a number from 1 to 5",
        "&at=Far:deviation=node.slient; unknown deviation \"node.slient\"; closest: node.silent",
        "&at=*:hostile=flood; at=*:hostile=flood: expected garbage",
        "&at=Far:loss=2; expected a probability from 0 to 1",
        "&at=Far[7]:loss=0.1; port 7 has no cable there",
        "&at=Far[8]:vl-cap=1; expected loss= or flap= after a port",
        "&at=Far:vl-cap=1&at=F*:vl-cap=2; gives \"vl-cap\" 2 times",
      })
  void refusesWhatItDoesNotKnow(String more, String complaint) {
    assertThatThrownBy(() -> new SimDriver().parse(DutUri.parse(fabric + more)))
        .isInstanceOf(DutUriException.class)
        .hasMessageContaining(complaint);
  }

  @Test
  void needsATopology() {
    assertThatThrownBy(() -> new SimDriver().parse(DutUri.parse("sim:fabric")))
        .hasMessageContaining("does not say topology=FILE, fat-tree=PORTS or torus=XxYxZ");
    assertThatThrownBy(() -> new SimDriver().parse(DutUri.parse(fabric + "x")))
        .hasMessageContaining("netx: no such file");
  }
}
