package org.ibassay.device;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.ibassay.device.SmpClient.Mad;
import org.ibassay.link.mad.Route;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.attribute.SmInfo;
import org.ibassay.wire.mad.MadStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubnetManagerTest {
  private static final int STANDBY = 2;
  private static final int MASTER = 3;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sim:sm",
        "sim:sm?mtu-cap=4&vl-cap=1",
        "sim:sm?lid=1",
        "sim:sm?lid=0",
        "sim:sm?port-state=active",
        "sim:sm?port-state=armed&response-micros=5000000",
        "sim:sm?ports=3&from-port=2&cabled=2",
        "sim:sm?seed=7&speeds=1&ext-speeds=0&widths=1"
      })
  void setsUpBothEndsBeforeTheFirstRequest(String uri) {
    try (SmpClient smps = SmpClient.open(uri)) {
      Mad dut = smps.ask(SmpClient.get(Attribute.PORT_INFO, 0));
      Mad tester = smps.askTester(SmpClient.get(Attribute.PORT_INFO, 0));
      long lid = dut.value(PortInfo.LID);
      assertThat(lid).isPositive();
      assertThat(tester.value(PortInfo.LID)).isPositive().isNotEqualTo(lid);
      for (Mad port : new Mad[] {dut, tester}) {
        assertThat(port.value(PortInfo.PORT_STATE)).isEqualTo(PortState.ACTIVE);
        assertThat(port.value(PortInfo.MASTER_SM_LID)).isEqualTo(lid);
        assertThat(port.value(PortInfo.M_KEY)).isZero();
        assertThat(port.value(PortInfo.NEIGHBOR_MTU)).isEqualTo(dut.value(PortInfo.MTU_CAP));
        assertThat(port.value(PortInfo.OPERATIONAL_VLS)).isEqualTo(dut.value(PortInfo.VL_CAP));
      }
      assertThat(dut.value(PortInfo.IS_SM)).isEqualTo(1);
      assertThat(tester.value(PortInfo.IS_SM)).isZero();
    }
  }

  @Test
  void isAChannelAdapter() {
    try (SmpClient smps = SmpClient.open("sim:sm")) {
      Mad info = smps.ask(SmpClient.get(Attribute.NODE_INFO, 0));
      assertThat(info.value(NodeInfo.NODE_TYPE)).isEqualTo(1);
      assertThat(info.value(NodeInfo.NUM_PORTS)).isEqualTo(1);
    }
  }

  @Test
  void sweepsBothSubnetsOfTwoCables() {
    try (SmpClient smps = SmpClient.open("sim:sm?ports=2")) {
      assertThat(smps.dut().madPorts()).hasSize(2);
      for (int i = 0; i < 2; i++) {
        Mad tester = smps.by(i).askTester(SmpClient.get(Attribute.PORT_INFO, 0));
        assertThat(tester.value(PortInfo.PORT_STATE)).isEqualTo(PortState.ACTIVE);
      }
    }
  }

  @Test
  void givesLidsInBlocks() {
    try (SmpClient smps = SmpClient.open("sim:sm?lmc=3")) {
      Mad tester = smps.askTester(SmpClient.get(Attribute.PORT_INFO, 0));
      assertThat(tester.value(PortInfo.LMC)).isEqualTo(3);
      assertThat(tester.value(PortInfo.LID) % 8).isZero();
    }
  }

  @Test
  void answersSmInfo() {
    try (SmpClient smps = SmpClient.open("sim:sm")) {
      Mad info = smps.ask(SmpClient.get(Attribute.SM_INFO, 0));
      long guid = smps.ask(SmpClient.get(Attribute.NODE_INFO, 0)).value(NodeInfo.PORT_GUID);
      assertThat(info.code()).isZero();
      assertThat(info.value(SmInfo.GUID)).isEqualTo(guid);
      assertThat(info.value(SmInfo.SM_KEY)).isZero();
      assertThat(info.value(SmInfo.SM_STATE)).isEqualTo(MASTER);
      assertThat(info.value(SmInfo.ACT_COUNT)).isPositive();
    }
  }

  @Test
  void answersSmInfoByLidToo() {
    try (SmpClient smps = SmpClient.open("sim:sm")) {
      long lid = smps.ask(SmpClient.get(Attribute.PORT_INFO, 0)).value(PortInfo.LID);
      Route byLid = new Route.Lid((int) lid);
      Mad info = requireNonNull(smps.askIfAny(SmpClient.get(Attribute.SM_INFO, 0), byLid));
      assertThat(info.value(SmInfo.SM_STATE)).isEqualTo(MASTER);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1,3,1,0", "1,3,2,7", "1,3,0,7", "1,2,1,7", "2,2,1,7", "3,3,1,7", "4,3,1,7", "5,3,1,7",
    "0,3,1,7", "6,3,1,7"
  })
  void asAMasterObeysHandoverOnly(long command, long state, long key, int code) {
    try (SmpClient smps = SmpClient.open("sim:sm")) {
      Mad answer =
          smps.ask(
              SmpClient.set(Attribute.SM_INFO, command)
                  .with(SmInfo.SM_STATE, state)
                  .with(SmInfo.SM_KEY, key));
      assertThat(answer.code()).isEqualTo(code);
      assertThat(answer.value(SmInfo.SM_STATE)).isEqualTo(MASTER).isNotEqualTo(STANDBY);
    }
  }

  @Test
  void isNotThereOnOtherDevices() {
    try (SmpClient smps = SmpClient.open("sim:ca")) {
      assertThat(smps.ask(SmpClient.get(Attribute.SM_INFO, 0)).code())
          .isEqualTo(MadStatus.BAD_METHOD_ATTRIBUTE);
    }
  }

  @Test
  void managesItselfWhenTheLinkIsDown() {
    try (SmpClient smps = SmpClient.open("sim:sm?port-state=down")) {
      assertThat(smps.askIfAny(SmpClient.get(Attribute.NODE_INFO, 0))).isNull();
      assertThat(smps.askTester(SmpClient.get(Attribute.PORT_INFO, 0)).value(PortInfo.LID))
          .isZero();
    }
  }

  @Test
  void bringsTheLinkUpAgain() {
    try (SmpClient smps = SmpClient.open("sim:sm")) {
      Mad before = smps.ask(SmpClient.get(Attribute.PORT_INFO, 0));
      Mad reset = SmpClient.set(Attribute.PORT_INFO, 0).dataOf(before);
      smps.ask(
          reset.with(PortInfo.PORT_STATE, PortState.DOWN).with(PortInfo.PORT_PHYSICAL_STATE, 0));
      assertThat(smps.askIfAny(SmpClient.get(Attribute.PORT_INFO, 0))).isNull();
      smps.pass(1);
      for (Mad port : List.of(smps.ask(ofPort()), smps.askTester(ofPort()))) {
        assertThat(port.value(PortInfo.PORT_STATE)).isEqualTo(PortState.ACTIVE);
        assertThat(port.value(PortInfo.MASTER_SM_LID)).isEqualTo(before.value(PortInfo.LID));
      }
      assertThat(smps.ask(ofPort()).value(PortInfo.LID)).isEqualTo(before.value(PortInfo.LID));
    }
  }

  private static Mad ofPort() {
    return SmpClient.get(Attribute.PORT_INFO, 0);
  }
}
