package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.device.SmpClient.get;
import static org.ibassay.device.SmpClient.set;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.PortInfo.LINK_DOWN_DEFAULT_STATE;
import static org.ibassay.wire.attribute.PortInfo.PORT_PHYSICAL_STATE;
import static org.ibassay.wire.attribute.PortInfo.PORT_STATE;
import static org.ibassay.wire.attribute.PortState.ACTIVE;
import static org.ibassay.wire.attribute.PortState.ARMED;
import static org.ibassay.wire.attribute.PortState.DOWN;
import static org.ibassay.wire.attribute.PortState.INITIALIZE;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import org.ibassay.device.SmpClient.Mad;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SwitchInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The link state machine and its effect on the neighbor.
class PortStateTest {
  private static final int SLEEP = 1;
  private static final int POLLING = 2;
  private static final int DISABLED = 3;
  private static final int LINK_UP = 5;
  private static final double TRAINING = 0.02;

  private static Mad writable(Mad read, long modifier) {
    return set(PORT_INFO, modifier).dataOf(read).with(PORT_STATE, 0).with(PORT_PHYSICAL_STATE, 0);
  }

  private static Mad toDut(SmpClient smps) {
    return writable(smps.ask(get(PORT_INFO, 1)), 1);
  }

  private static Mad toTester(SmpClient smps) {
    return writable(smps.askTester(get(PORT_INFO, 1)), 1);
  }

  private static void expectTester(SmpClient smps, int state, int physicalState) {
    Mad info = smps.askTester(get(PORT_INFO, 1));
    assertThat(info.value(PORT_STATE)).isEqualTo(state);
    assertThat(info.value(PORT_PHYSICAL_STATE)).isEqualTo(physicalState);
  }

  private static void expectDut(SmpClient smps, int state, int physicalState) {
    Mad info = smps.ask(get(PORT_INFO, 1));
    assertThat(info.value(PORT_STATE)).isEqualTo(state);
    assertThat(info.value(PORT_PHYSICAL_STATE)).isEqualTo(physicalState);
  }

  /// State before, state set, status code, state after.
  @ParameterizedTest
  @CsvSource({
    "initialize,2,7,2",
    "initialize,3,0,3",
    "initialize,4,7,2",
    "initialize,5,7,2",
    "armed,2,7,3",
    "armed,3,7,3",
    "armed,4,0,4",
    "armed,15,7,3",
    "active,2,7,4",
    "active,3,7,4",
    "active,4,7,4",
    "active,0,0,4"
  })
  void onlySomeTransitionsAreLegal(String from, int to, int code, int then) {
    String dut = "sim:ca?lid=1&same-state=refuse&armed-from-active=refuse&port-state=" + from;
    try (SmpClient smps = SmpClient.open(dut)) {
      Mad answer = smps.ask(toDut(smps).with(PORT_STATE, to));
      assertThat(answer.code()).isEqualTo(code);
      assertThat(answer.value(PORT_STATE)).isEqualTo(then);
    }
  }

  @ParameterizedTest
  @CsvSource({"accept,0", "refuse,7"})
  void theStateAsItIsMayBeTakenOrRefused(String word, int code) {
    try (SmpClient smps = SmpClient.open("sim:switch?port-state=armed&same-state=" + word)) {
      Mad answer = smps.ask(toDut(smps).with(PORT_STATE, ARMED));
      assertThat(answer.code()).isEqualTo(code);
      expectDut(smps, ARMED, LINK_UP);
    }
  }

  @ParameterizedTest
  @CsvSource({"ignore,0,4", "accept,0,3", "refuse,7,4"})
  void anActivePortMayBeArmedOrNot(String word, int code, int then) {
    try (SmpClient smps =
        SmpClient.open("sim:switch?port-state=active&armed-from-active=" + word)) {
      Mad answer = smps.ask(toDut(smps).with(PORT_STATE, ARMED));
      assertThat(answer.code()).isEqualTo(code);
      expectDut(smps, then, LINK_UP);
    }
  }

  @ParameterizedTest
  @CsvSource({"initialize", "armed", "active"})
  void downTakesTheLinkDownAtBothEndsAndItTrainsAgain(String from) {
    try (SmpClient smps = SmpClient.open("sim:ca?lid=1&port-state=" + from)) {
      Mad answer = smps.ask(toDut(smps).with(PORT_STATE, DOWN));
      assertThat(answer.code()).isEqualTo(OK);
      smps.pass(1e-4);
      expectTester(smps, DOWN, 4);
      smps.pass(TRAINING);
      expectTester(smps, INITIALIZE, LINK_UP);
      expectDut(smps, INITIALIZE, LINK_UP);
    }
  }

  @Test
  void theNeighborTakesTheLinkDownToo() {
    try (SmpClient smps = SmpClient.open("sim:switch?port-state=active")) {
      Mad answer = smps.askTester(toTester(smps).with(PORT_STATE, DOWN));
      assertThat(answer.code()).isEqualTo(OK);
      smps.pass(TRAINING);
      expectDut(smps, INITIALIZE, LINK_UP);
      Mad info = smps.ask(get(SWITCH_INFO, 0));
      assertThat(info.value(SwitchInfo.PORT_STATE_CHANGE)).isEqualTo(1);
      assertThat(clear(smps, info, 0)).isEqualTo(1);
      assertThat(clear(smps, info, 1)).isZero();
    }
  }

  private static long clear(SmpClient smps, Mad info, long bit) {
    return smps.ask(set(SWITCH_INFO, 0).dataOf(info).with(SwitchInfo.PORT_STATE_CHANGE, bit))
        .value(SwitchInfo.PORT_STATE_CHANGE);
  }

  @Test
  void aSetIsNoPortStateChange() {
    try (SmpClient smps = SmpClient.open("sim:switch")) {
      smps.ask(
          set(SWITCH_INFO, 0)
              .dataOf(smps.ask(get(SWITCH_INFO, 0)))
              .with(SwitchInfo.PORT_STATE_CHANGE, 1));
      smps.ask(toDut(smps).with(PORT_STATE, ARMED));
      smps.ask(toDut(smps).with(PORT_STATE, ACTIVE));
      assertThat(smps.ask(get(SWITCH_INFO, 0)).value(SwitchInfo.PORT_STATE_CHANGE)).isZero();
    }
  }

  @Test
  void aDisabledPortStaysDownUntilItPolls() {
    try (SmpClient smps = SmpClient.open("sim:ca?lid=1")) {
      smps.askTester(toTester(smps).with(PORT_STATE, DOWN).with(PORT_PHYSICAL_STATE, DISABLED));
      smps.pass(10);
      expectTester(smps, DOWN, DISABLED);
      assertThat(smps.askIfAny(get(PORT_INFO, 1))).isNull();
      smps.askTester(toTester(smps).with(PORT_PHYSICAL_STATE, POLLING));
      smps.pass(TRAINING);
      expectTester(smps, INITIALIZE, LINK_UP);
      expectDut(smps, INITIALIZE, LINK_UP);
    }
  }

  @Test
  void aSleepingPortIsWokenByAPollingOne() {
    try (SmpClient smps = SmpClient.open("sim:ca?lid=1")) {
      assertThat(smps.ask(toDut(smps).with(LINK_DOWN_DEFAULT_STATE, SLEEP)).code()).isEqualTo(OK);
      smps.askTester(toTester(smps).with(PORT_PHYSICAL_STATE, POLLING));
      smps.pass(TRAINING);
      expectDut(smps, INITIALIZE, LINK_UP);
    }
  }

  @Test
  void twoSleepingPortsSleepOn() {
    try (SmpClient smps = SmpClient.open("sim:ca?lid=1")) {
      smps.ask(toDut(smps).with(LINK_DOWN_DEFAULT_STATE, SLEEP));
      smps.askTester(toTester(smps).with(PORT_PHYSICAL_STATE, SLEEP));
      smps.pass(10);
      expectTester(smps, DOWN, SLEEP);
      assertThat(smps.askIfAny(get(PORT_INFO, 1))).isNull();
    }
  }

  @Test
  void aPhysicalStateComesOnlyWithAPortThatGoesDown() {
    try (SmpClient smps = SmpClient.open("sim:ca?lid=1")) {
      Mad both = toDut(smps).with(PORT_STATE, ARMED).with(PORT_PHYSICAL_STATE, POLLING);
      assertThat(smps.ask(both).code()).isEqualTo(INVALID_FIELD);
      expectDut(smps, INITIALIZE, LINK_UP);
    }
  }

  @Test
  void theLinkTrainsToWhatBothEndsHaveEnabled() {
    try (SmpClient smps = SmpClient.open("sim:ca?lid=1&widths=15")) {
      Mad set =
          toDut(smps).with(PortInfo.LINK_WIDTH_ENABLED, 3).with(PortInfo.LINK_SPEED_ENABLED, 3);
      smps.ask(set.with(PORT_STATE, DOWN));
      smps.pass(TRAINING);
      Mad info = smps.ask(get(PORT_INFO, 1));
      assertThat(info.value(PortInfo.LINK_WIDTH_ACTIVE)).isEqualTo(2);
      assertThat(info.value(PortInfo.LINK_SPEED_ACTIVE)).isEqualTo(2);
      assertThat(smps.askTester(get(PORT_INFO, 1)).value(PortInfo.LINK_WIDTH_ACTIVE)).isEqualTo(2);
    }
  }
}
