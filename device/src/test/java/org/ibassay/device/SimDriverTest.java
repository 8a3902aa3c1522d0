package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ServiceLoader;
import org.ibassay.device.SmpClient.Mad;
import org.ibassay.link.dut.DutDriver;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimDriverTest {
  @ParameterizedTest
  @CsvSource({
    "sim:ca,1,2,2",
    "sim:switch,2,36,1",
    "sim:router,3,2,2",
    "sim:ca?ports=1,1,1,1",
    "sim:ca?ports=254,1,254,4",
    "sim:switch?ports=1,2,1,1",
    "sim:router?ports=3&cabled=1,3,3,1"
  })
  void opensEveryKind(String uri, long nodeType, long ports, int cabled) {
    try (SmpClient smps = SmpClient.open(uri)) {
      assertThat(smps.dut().madPorts()).hasSize(cabled);
      for (int i = 0; i < cabled; i++) {
        Mad info = smps.by(i).ask(SmpClient.get(Attribute.NODE_INFO, 0));
        assertThat(info.code()).isZero();
        assertThat(info.value(NodeInfo.NODE_TYPE)).isEqualTo(nodeType);
        assertThat(info.value(NodeInfo.NUM_PORTS)).isEqualTo(ports);
        assertThat(info.value(NodeInfo.LOCAL_PORT_NUM)).isEqualTo(i + 1);
      }
    }
  }

  @Test
  void isFoundByServiceLoader() {
    SimDriverTest.class.getModule().addUses(DutDriver.class);
    assertThat(ServiceLoader.load(DutDriver.class)).hasAtLeastOneElementOfType(SimDriver.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "sim:ca?deviation=mky.silent; unknown deviation \"mky.silent\"; closest families: mkey",
        "sim:ca?deviation=lease; \"lease\" is a family of deviations",
        "sim:ca?deviation=mft.bit-stuck-at-0; which a ca cannot have, only: switch",
        "sim:hub; unknown device \"hub\"; expected ca, switch, router",
        "sim:ca?mcast-cap=3; unknown parameter \"mcast-cap\"",
        "sim:ca?ports=255; ports=255: expected a number from 1 to 254",
        "sim:ca?port-state=up; port-state=up: expected initialize or armed or active or down",
        "sim:ca?ports=2&cabled=3; cables ports 1 to 3, but has ports 1 to 2",
        "sim:ca?ports=2&from-port=2&cabled=2; cables ports 2 to 3, but has ports 1 to 2",
        "sim:switch?random-cap=5; only with linear-cap=0",
        "sim:ca?widths=2; widths without 1X",
        "sim:ca?ports=1&ports=2; gives \"ports\" 2 times",
      })
  void refusesWhatItDoesNotKnow(String uri, String complaint) {
    assertThatThrownBy(() -> new SimDriver().parse(DutUri.parse(uri)))
        .isInstanceOf(DutUriException.class)
        .hasMessageContaining(complaint);
  }

  @ParameterizedTest
  @CsvSource({"initialize,2", "armed,3", "active,4"})
  void startsInTheStateAskedForAtBothEnds(String word, long state) {
    try (SmpClient smps = SmpClient.open("sim:ca?port-state=" + word)) {
      assertThat(smps.ask(SmpClient.get(Attribute.PORT_INFO, 0)).value(PortInfo.PORT_STATE))
          .isEqualTo(state);
      assertThat(smps.askTester(SmpClient.get(Attribute.PORT_INFO, 0)).value(PortInfo.PORT_STATE))
          .isEqualTo(state);
    }
  }

  @Test
  void aLinkThatIsDownCarriesNothing() {
    try (SmpClient smps = SmpClient.open("sim:ca?port-state=down")) {
      assertThat(smps.askIfAny(SmpClient.get(Attribute.NODE_INFO, 0))).isNull();
      assertThat(smps.askTester(SmpClient.get(Attribute.PORT_INFO, 0)).value(PortInfo.PORT_STATE))
          .isEqualTo(PortState.DOWN);
    }
  }

  @Test
  void cablesOtherPortsToo() {
    try (SmpClient smps = SmpClient.open("sim:switch?ports=5&from-port=4&cabled=2")) {
      Mad info = smps.by(1).ask(SmpClient.get(Attribute.NODE_INFO, 0));
      assertThat(info.value(NodeInfo.LOCAL_PORT_NUM)).isEqualTo(5);
    }
  }

  @Test
  void startsWithoutLidsByDefault() {
    try (SmpClient fresh = SmpClient.open("sim:ca");
        SmpClient managed = SmpClient.open("sim:ca?lid=7")) {
      Mad none = fresh.ask(SmpClient.get(Attribute.PORT_INFO, 0));
      assertThat(none.value(PortInfo.LID)).isZero();
      assertThat(none.value(PortInfo.MASTER_SM_LID)).isZero();
      Mad second = managed.by(1).ask(SmpClient.get(Attribute.PORT_INFO, 0));
      assertThat(second.value(PortInfo.LID)).isEqualTo(8);
      assertThat(second.value(PortInfo.MASTER_SM_LID))
          .isEqualTo(
              managed.by(1).askTester(SmpClient.get(Attribute.PORT_INFO, 0)).value(PortInfo.LID));
    }
  }
}
