package org.ibassay.runner.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.wire.attribute.PortInfo.HOQ_LIFE;
import static org.ibassay.wire.attribute.PortInfo.IS_EXTENDED_SPEEDS_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.LID;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_EXT_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_EXT_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.LINK_WIDTH_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.MASTER_SM_LID;
import static org.ibassay.wire.attribute.PortInfo.M_KEY;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_PROTECT_BITS;
import static org.ibassay.wire.attribute.PortInfo.PORT_PHYSICAL_STATE;
import static org.ibassay.wire.attribute.PortInfo.PORT_STATE;
import static org.ibassay.wire.attribute.PortInfo.SUBNET_TIME_OUT;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.suite.Change;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Restores PortInfo of the ports of a switch.
class SwitchPortsSnapshotTest {
  @Test
  void aSwitchHasItsKeyInPortZero() throws Exception {
    FakeSma sma = FakeSma.switchWith(36, 0);
    LID.set(sma.port(0), 0, 7);
    MASTER_SM_LID.set(sma.port(0), 0, 7);
    Snapshots before = sma.snapshot(Change.PORT_INFO);
    M_KEY.set(sma.port(0), 0, FakeSma.KEY_DUT);
    M_KEY_PROTECT_BITS.set(sma.port(0), 0, 2);
    SUBNET_TIME_OUT.set(sma.port(0), 0, 18);
    LINK_WIDTH_ENABLED.set(sma.port(3), 0, 1);
    assertThat(before.restore()).isEmpty();
    assertThat(sma.sets)
        .extracting(mad -> MadHeader.ATTRIBUTE_MODIFIER.get(mad, 0))
        .containsExactly(3L, 0L);
    assertThat(sma.sets).extracting(mad -> Smp.M_KEY.get(mad, 0)).containsOnly(FakeSma.KEY_DUT);
    assertThat(FakeSma.values(sma.port(3), LINK_WIDTH_ENABLED, LID)).containsExactly(3L, 0L);
    assertThat(FakeSma.values(sma.port(0), M_KEY, SUBNET_TIME_OUT)).containsExactly(0L, 0L);
  }

  @Test
  void allPortsOfASwitchGoBackWhereATestSaysSo() throws Exception {
    FakeSma sma = switchOf36();
    Snapshots before = sma.snapshot(Change.PORT_INFO_OF_ALL_PORTS);
    M_KEY.set(sma.port(0), 0, FakeSma.KEY_DUT);
    M_KEY_PROTECT_BITS.set(sma.port(0), 0, 2);
    HOQ_LIFE.set(sma.port(1), 0, 19);
    HOQ_LIFE.set(sma.port(36), 0, 19);
    assertThat(before.restore()).isEmpty();
    assertThat(modifiers(sma)).containsExactly(1L, 36L, 0L);
    assertThat(HOQ_LIFE.get(sma.port(36), 0)).isZero();
    assertThat(sma.portInfo).doesNotContainKeys(37L, 255L);
  }

  @Test
  void otherTestsDoNotPayForThePortsOfASwitch() throws Exception {
    FakeSma sma = switchOf36();
    sma.portInfo.keySet().removeIf(number -> number != 0 && number != 3);
    sma.snapshot(Change.PORT_INFO).restore();
    assertThat(sma.portInfo).containsOnlyKeys(0L, 3L);
  }

  @Test
  void aLaterProcessPutsAllPortsBack() throws Exception {
    FakeSma sma = switchOf36();
    List<SavedAttribute> saved = sma.snapshot(Change.PORT_INFO_OF_ALL_PORTS).saved();
    assertThat(saved).hasSize(37).allMatch(one -> one.change().isPortInfo());
    HOQ_LIFE.set(sma.port(36), 0, 19);
    LID.set(sma.port(0), 0, 9);
    Snapshots later = Snapshots.of(saved, List.of(sma.open()), List.of(FakeSma.KEY_DUT), 1);
    assertThat(later.restore()).isEmpty();
    assertThat(modifiers(sma)).containsExactly(36L, 0L);
  }

  @Test
  void aPortThatRefusesToBeReadIsLeftAlone() throws Exception {
    FakeSma sma = switchOf36();
    sma.refuses = modifier -> modifier == 36;
    Snapshots before = sma.snapshot(Change.PORT_INFO_OF_ALL_PORTS);
    HOQ_LIFE.set(sma.port(35), 0, 19);
    HOQ_LIFE.set(sma.port(36), 0, 19);
    assertThat(before.restore()).isEmpty();
    assertThat(modifiers(sma)).containsExactly(35L);
  }

  /// CapabilityMask is not valid on an external port: that of port 0 says which speeds may be set.
  @Test
  void extendedSpeedsOfAnExternalPortGoBack() throws Exception {
    FakeSma sma = switchOf36();
    IS_EXTENDED_SPEEDS_SUPPORTED.set(sma.port(0), 0, 1);
    long modifier = 0x8000_0000L | 5;
    MemorySegment extended = sma.port(modifier).copyFrom(sma.port(5));
    LINK_SPEED_EXT_SUPPORTED.set(extended, 0, 3);
    LINK_SPEED_EXT_ENABLED.set(extended, 0, 3);
    Snapshots before = sma.snapshot(Change.PORT_INFO_OF_ALL_PORTS);
    LINK_SPEED_EXT_ENABLED.set(extended, 0, 1);
    assertThat(before.restore()).isEmpty();
    assertThat(modifiers(sma)).containsExactly(modifier);
    assertThat(LINK_SPEED_EXT_ENABLED.get(extended, 0)).isEqualTo(3);
  }

  /// The switch of ibsim stores it.
  @Test
  void aLidThatAnExternalPortStoresGoesBackToZero() throws Exception {
    FakeSma sma = switchOf36();
    LID.set(sma.port(5), 0, 0);
    MASTER_SM_LID.set(sma.port(5), 0, 0);
    Snapshots before = sma.snapshot(Change.PORT_INFO_OF_ALL_PORTS);
    LID.set(sma.port(5), 0, 0x4680);
    assertThat(before.restore()).isEmpty();
    assertThat(modifiers(sma)).containsExactly(5L);
  }

  /// 1 is Sleep, 3 is Disabled.
  @ParameterizedTest
  @ValueSource(longs = {1, 3})
  void aLinkThatWasPutDownIsLedUpAgain(long physicalState) throws Exception {
    FakeSma sma = switchOf36();
    PORT_STATE.set(sma.port(7), 0, PortState.ACTIVE);
    Snapshots before = sma.snapshot(Change.PORT_INFO_OF_ALL_PORTS);
    PORT_STATE.set(sma.port(7), 0, PortState.DOWN);
    PORT_PHYSICAL_STATE.set(sma.port(7), 0, physicalState);
    sma.trainingRequests = 400; // some ten rounds of Gets
    assertThat(before.restore()).isEmpty();
    assertThat(modifiers(sma)).containsExactly(7L, 7L, 7L);
    assertThat(FakeSma.values(sma.port(7), PORT_STATE, PORT_PHYSICAL_STATE))
        .containsExactly(4L, 5L);
  }

  @Test
  void aPortThatWasDisabledIsDisabledAgain() throws Exception {
    FakeSma sma = switchOf36();
    PORT_STATE.set(sma.port(7), 0, PortState.DOWN);
    PORT_PHYSICAL_STATE.set(sma.port(7), 0, 3);
    Snapshots before = sma.snapshot(Change.PORT_INFO_OF_ALL_PORTS);
    PORT_PHYSICAL_STATE.set(sma.port(7), 0, 2);
    assertThat(before.restore()).isEmpty();
    assertThat(modifiers(sma)).containsExactly(7L);
  }

  @Test
  void aLinkThatDoesNotComeBackIsListed() throws Exception {
    FakeSma sma = switchOf36();
    Snapshots before = sma.snapshot(Change.PORT_INFO_OF_ALL_PORTS);
    PORT_STATE.set(sma.port(7), 0, PortState.DOWN);
    PORT_PHYSICAL_STATE.set(sma.port(7), 0, 2);
    assertThat(before.restore())
        .extracting(ChangedState::text)
        .containsExactly(
            "PortInfo of port 7: PortState was 2 (Initialize), is 1 (Down) (no Set changes it)",
            "PortInfo of port 7: PortPhysicalState was 5 (LinkUp), is 2 (Polling) (no Set changes"
                + " it)");
    assertThat(sma.sets).isEmpty();
  }

  private static FakeSma switchOf36() {
    FakeSma sma = FakeSma.switchWith(36, 0);
    LID.set(sma.port(0), 0, 7);
    MASTER_SM_LID.set(sma.port(0), 0, 7);
    for (long number = 1; number <= 36; number++) {
      MemorySegment port = sma.port(number);
      port.copyFrom(sma.port(3));
    }
    return sma;
  }

  private static List<Long> modifiers(FakeSma sma) {
    return sma.sets.stream().map(mad -> MadHeader.ATTRIBUTE_MODIFIER.get(mad, 0)).toList();
  }
}
