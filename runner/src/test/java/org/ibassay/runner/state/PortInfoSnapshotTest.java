package org.ibassay.runner.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ibassay.wire.attribute.PortInfo.HOQ_LIFE;
import static org.ibassay.wire.attribute.PortInfo.IS_EXTENDED_SPEEDS_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.LID;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_EXT_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_EXT_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.LINK_WIDTH_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.MASTER_SM_LID;
import static org.ibassay.wire.attribute.PortInfo.M_KEY;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_LEASE_PERIOD;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_PROTECT_BITS;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_VIOLATIONS;
import static org.ibassay.wire.attribute.PortInfo.PORT_PHYSICAL_STATE;
import static org.ibassay.wire.attribute.PortInfo.PORT_STATE;
import static org.ibassay.wire.attribute.PortInfo.P_KEY_VIOLATIONS;
import static org.ibassay.wire.attribute.PortInfo.SUBNET_TIME_OUT;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.link.LinkException;
import org.ibassay.link.mad.MadPort;
import org.ibassay.suite.Change;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PortInfoSnapshotTest {
  private static final long KEY_DUT = 0x1BA5_5A70_0000_0001L;
  private static final long KEY_OTHER = 0x1BA5_5A70_0000_0002L;

  private final FakeSma ca = FakeSma.ca();
  private final MemorySegment port = ca.port(1);

  @Test
  void setsNothingWhereNothingChanged() throws Exception {
    Snapshots before = take(ca);
    assertThat(before.restore()).isEmpty();
    assertThat(ca.sets).isEmpty();
  }

  @Test
  void putsBackWhatATestChanged() throws Exception {
    LID.set(port, 0, 7);
    MASTER_SM_LID.set(port, 0, 1);
    Snapshots before = take(ca);
    LID.set(port, 0, 9);
    MASTER_SM_LID.set(port, 0, 2);
    LINK_WIDTH_ENABLED.set(port, 0, 1);
    SUBNET_TIME_OUT.set(port, 0, 18);
    assertThat(before.restore()).isEmpty();
    assertThat(ca.sets).hasSize(1);
    assertThat(values(port, LID, MASTER_SM_LID, LINK_WIDTH_ENABLED, SUBNET_TIME_OUT))
        .containsExactly(7L, 1L, 3L, 0L);
  }

  @Test
  void listsALidThatNoSetCanTakeBack() throws Exception {
    Snapshots before = take(ca);
    LID.set(port, 0, 1);
    MASTER_SM_LID.set(port, 0, 1);
    assertThat(texts(before.restore()))
        .containsExactly(
            "PortInfo of port 1: LID was 0x0000, is 0x0001 (a Set may not carry 0)",
            "PortInfo of port 1: MasterSMLID was 0x0000, is 0x0001 (a Set may not carry 0)");
    assertThat(ca.sets).isEmpty();
  }

  @Test
  void givesAFreshPortALidWhereItCannotPutBackTheRestWithout() throws Exception {
    Snapshots before = take(ca);
    LID.set(port, 0, 5);
    SUBNET_TIME_OUT.set(port, 0, 18);
    assertThat(texts(before.restore()))
        .containsExactly(
            "PortInfo of port 1: LID was 0x0000, is 0x0005 (a Set may not carry 0)",
            "PortInfo of port 1: MasterSMLID was 0x0000, is 0x0001 (a Set may not carry 0)");
    assertThat(SUBNET_TIME_OUT.get(port, 0)).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void takesOutTheKeyThatATestLeft(int protectBits) throws Exception {
    LID.set(port, 0, 7);
    MASTER_SM_LID.set(port, 0, 7);
    Snapshots before = take(ca);
    lock(KEY_DUT, protectBits);
    assertThat(before.restore()).isEmpty();
    assertThat(values(port, M_KEY, M_KEY_PROTECT_BITS, M_KEY_LEASE_PERIOD, M_KEY_VIOLATIONS))
        .containsExactly(0L, 0L, 0L, 0L);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void findsTheOtherKeyToo(int protectBits) throws Exception {
    LID.set(port, 0, 7);
    MASTER_SM_LID.set(port, 0, 7);
    Snapshots before = take(ca);
    lock(KEY_OTHER, protectBits);
    assertThat(before.restore()).isEmpty();
    assertThat(values(port, M_KEY, M_KEY_VIOLATIONS)).containsExactly(0L, 0L);
  }

  @Test
  void putsBackAKeyThatTheDutHadBefore() throws Exception {
    LID.set(port, 0, 7);
    MASTER_SM_LID.set(port, 0, 7);
    lock(0x99, 0);
    Snapshots before = take(ca);
    lock(KEY_DUT, 2);
    assertThat(before.restore()).isEmpty();
    assertThat(values(port, M_KEY, M_KEY_PROTECT_BITS)).containsExactly(0x99L, 0L);
  }

  /// With M_KeyProtectBits 1 a Get without the key reads it as 0 (14.2.4).
  @Test
  void putsBackAKeyThatTheDutHid() throws Exception {
    LID.set(port, 0, 7);
    MASTER_SM_LID.set(port, 0, 7);
    lock(KEY_OTHER, 1);
    Snapshots before = take(ca);
    lock(0, 0);
    assertThat(before.restore()).isEmpty();
    assertThat(values(port, M_KEY, M_KEY_PROTECT_BITS)).containsExactly(KEY_OTHER, 1L);
  }

  @ParameterizedTest
  @ValueSource(longs = {0x99, 0})
  void aKeyThatIsNotCertainIsNotToBePutBack(long key) {
    lock(key, 1);
    assertThatThrownBy(() -> take(ca))
        .isInstanceOf(NotReadableException.class)
        .hasMessageStartingWith(
            "M_Key reads as 0, which beside M_KeyProtectBits 1 may hide another");
    assertThat(ca.sets).isEmpty();
  }

  @Test
  void triesAgainWhenTheAnswerToItsSetIsLost() throws Exception {
    LID.set(port, 0, 7);
    MASTER_SM_LID.set(port, 0, 7);
    Snapshots before = take(ca);
    lock(KEY_DUT, 3);
    ca.losesAnswer = mad -> FakeSma.isSet(mad) && ca.sets.size() == 1;
    assertThat(before.restore()).isEmpty();
    assertThat(M_KEY.get(port, 0)).isZero();
  }

  @Test
  void triesAgainWhenItsSetIsLost() throws Exception {
    LID.set(port, 0, 7);
    MASTER_SM_LID.set(port, 0, 7);
    Snapshots before = take(ca);
    lock(KEY_DUT, 3);
    int[] losses = {1};
    ca.losesRequest = mad -> FakeSma.isSet(mad) && losses[0]-- > 0;
    assertThat(before.restore()).isEmpty();
    assertThat(values(port, M_KEY, M_KEY_VIOLATIONS)).containsExactly(0L, 0L);
  }

  @Test
  void countersGoBackToZeroAndToNothingElse() throws Exception {
    LID.set(port, 0, 7);
    MASTER_SM_LID.set(port, 0, 7);
    P_KEY_VIOLATIONS.set(port, 0, 5);
    Snapshots before = take(ca);
    P_KEY_VIOLATIONS.set(port, 0, 6);
    M_KEY_VIOLATIONS.set(port, 0, 2);
    List<String> left = texts(before.restore());
    assertThat(M_KEY_VIOLATIONS.get(port, 0)).isZero();
    assertThat(left).isEmpty(); // this agent stores what a Set carries
    P_KEY_VIOLATIONS.set(port, 0, 6);
    ca.sets.clear();
    assertThat(texts(before.restore()))
        .containsExactly(
            "PortInfo of port 1: P_KeyViolations was 5, is 6 (a counter can only be set to 0)");
    assertThat(ca.sets).isEmpty();
  }

  @Test
  void leadsAPortThatFellBackUpAgain() throws Exception {
    LID.set(port, 0, 7);
    MASTER_SM_LID.set(port, 0, 7);
    PORT_STATE.set(port, 0, PortState.ACTIVE);
    Snapshots before = take(ca);
    PORT_STATE.set(port, 0, PortState.INITIALIZE);
    assertThat(before.restore()).isEmpty();
    assertThat(PORT_STATE.get(port, 0)).isEqualTo(PortState.ACTIVE);
    assertThat(ca.sets).hasSize(2);
  }

  @Test
  void listsWhatTheDutDoesNotTakeBack() throws Exception {
    LID.set(port, 0, 7);
    MASTER_SM_LID.set(port, 0, 7);
    Snapshots before = take(ca);
    SUBNET_TIME_OUT.set(port, 0, 18);
    ca.ignores = mad -> true;
    assertThat(texts(before.restore()))
        .containsExactly("PortInfo of port 1: SubnetTimeOut was 0, is 18");
    assertThat(ca.sets).hasSizeLessThan(6);
  }

  @Test
  void givesUpSoonOnADutThatWentSilent() throws Exception {
    Snapshots before = take(ca);
    lock(KEY_DUT, 3);
    int[] requests = {0};
    ca.losesRequest = mad -> requests[0]++ >= 0;
    assertThat(texts(before.restore()))
        .containsExactly("PortInfo: the DUT does not answer any more, so it was not put back");
    assertThat(requests[0]).isLessThan(20);
  }

  @Test
  void doesNotTakeASnapshotOfASilentDut() {
    ca.losesRequest = PortInfoSnapshotTest::isPortInfo;
    assertThatThrownBy(() -> take(ca))
        .isInstanceOf(NotReadableException.class)
        .hasMessage("PortInfo of port 1: no answer");
  }

  @Test
  void aSwitchHasItsKeyInPortZero() throws Exception {
    FakeSma sma = FakeSma.switchWith(36, 0);
    LID.set(sma.port(0), 0, 7);
    MASTER_SM_LID.set(sma.port(0), 0, 7);
    Snapshots before = take(sma);
    M_KEY.set(sma.port(0), 0, KEY_DUT);
    M_KEY_PROTECT_BITS.set(sma.port(0), 0, 2);
    SUBNET_TIME_OUT.set(sma.port(0), 0, 18);
    LINK_WIDTH_ENABLED.set(sma.port(3), 0, 1);
    assertThat(before.restore()).isEmpty();
    assertThat(sma.sets)
        .extracting(mad -> MadHeader.ATTRIBUTE_MODIFIER.get(mad, 0))
        .containsExactly(3L, 0L);
    assertThat(sma.sets).extracting(mad -> Smp.M_KEY.get(mad, 0)).containsOnly(KEY_DUT);
    assertThat(values(sma.port(3), LINK_WIDTH_ENABLED, LID)).containsExactly(3L, 0L);
    assertThat(values(sma.port(0), M_KEY, SUBNET_TIME_OUT)).containsExactly(0L, 0L);
  }

  @Test
  void allPortsOfASwitchGoBackWhereATestSaysSo() throws Exception {
    FakeSma sma = switchOf36();
    Snapshots before = take(sma, Change.PORT_INFO_OF_ALL_PORTS);
    M_KEY.set(sma.port(0), 0, KEY_DUT);
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
    take(sma, Change.PORT_INFO).restore();
    assertThat(sma.portInfo).containsOnlyKeys(0L, 3L);
  }

  @Test
  void aLaterProcessPutsAllPortsBack() throws Exception {
    FakeSma sma = switchOf36();
    List<SavedAttribute> saved = take(sma, Change.PORT_INFO_OF_ALL_PORTS).saved();
    assertThat(saved).hasSize(37).allMatch(one -> one.change().isPortInfo());
    HOQ_LIFE.set(sma.port(36), 0, 19);
    LID.set(sma.port(0), 0, 9);
    Snapshots later = Snapshots.of(saved, List.of(sma.open()), List.of(KEY_DUT), 1);
    assertThat(later.restore()).isEmpty();
    assertThat(modifiers(sma)).containsExactly(36L, 0L);
  }

  @Test
  void aPortThatRefusesToBeReadIsLeftAlone() throws Exception {
    FakeSma sma = switchOf36();
    sma.refuses = modifier -> modifier == 36;
    Snapshots before = take(sma, Change.PORT_INFO_OF_ALL_PORTS);
    HOQ_LIFE.set(sma.port(35), 0, 19);
    HOQ_LIFE.set(sma.port(36), 0, 19);
    assertThat(before.restore()).isEmpty();
    assertThat(modifiers(sma)).containsExactly(35L);
  }

  /// An external port shows no CapabilityMask: that of port 0 says what it may be set to.
  @Test
  void extendedSpeedsOfAnExternalPortGoBack() throws Exception {
    FakeSma sma = switchOf36();
    IS_EXTENDED_SPEEDS_SUPPORTED.set(sma.port(0), 0, 1);
    long modifier = 0x8000_0000L | 5;
    MemorySegment extended = sma.port(modifier).copyFrom(sma.port(5));
    LINK_SPEED_EXT_SUPPORTED.set(extended, 0, 3);
    LINK_SPEED_EXT_ENABLED.set(extended, 0, 3);
    Snapshots before = take(sma, Change.PORT_INFO_OF_ALL_PORTS);
    LINK_SPEED_EXT_ENABLED.set(extended, 0, 1);
    assertThat(before.restore()).isEmpty();
    assertThat(modifiers(sma)).containsExactly(modifier);
    assertThat(LINK_SPEED_EXT_ENABLED.get(extended, 0)).isEqualTo(3);
  }

  /// ibsim's switch does.
  @Test
  void aLidThatAnExternalPortStoresGoesBackToZero() throws Exception {
    FakeSma sma = switchOf36();
    LID.set(sma.port(5), 0, 0);
    MASTER_SM_LID.set(sma.port(5), 0, 0);
    Snapshots before = take(sma, Change.PORT_INFO_OF_ALL_PORTS);
    LID.set(sma.port(5), 0, 0x4680);
    assertThat(before.restore()).isEmpty();
    assertThat(modifiers(sma)).containsExactly(5L);
  }

  /// 1 Sleep, 3 Disabled.
  @ParameterizedTest
  @ValueSource(longs = {1, 3})
  void aLinkThatWasPutDownIsLedUpAgain(long physicalState) throws Exception {
    FakeSma sma = switchOf36();
    PORT_STATE.set(sma.port(7), 0, PortState.ACTIVE);
    Snapshots before = take(sma, Change.PORT_INFO_OF_ALL_PORTS);
    PORT_STATE.set(sma.port(7), 0, PortState.DOWN);
    PORT_PHYSICAL_STATE.set(sma.port(7), 0, physicalState);
    sma.trainingRequests = 400; // some ten rounds of Gets
    assertThat(before.restore()).isEmpty();
    assertThat(modifiers(sma)).containsExactly(7L, 7L, 7L);
    assertThat(values(sma.port(7), PORT_STATE, PORT_PHYSICAL_STATE)).containsExactly(4L, 5L);
  }

  @Test
  void aPortThatWasDisabledIsDisabledAgain() throws Exception {
    FakeSma sma = switchOf36();
    PORT_STATE.set(sma.port(7), 0, PortState.DOWN);
    PORT_PHYSICAL_STATE.set(sma.port(7), 0, 3);
    Snapshots before = take(sma, Change.PORT_INFO_OF_ALL_PORTS);
    PORT_PHYSICAL_STATE.set(sma.port(7), 0, 2);
    assertThat(before.restore()).isEmpty();
    assertThat(modifiers(sma)).containsExactly(7L);
  }

  @Test
  void aLinkThatDoesNotComeBackIsListed() throws Exception {
    FakeSma sma = switchOf36();
    Snapshots before = take(sma, Change.PORT_INFO_OF_ALL_PORTS);
    PORT_STATE.set(sma.port(7), 0, PortState.DOWN);
    PORT_PHYSICAL_STATE.set(sma.port(7), 0, 2);
    assertThat(texts(before.restore()))
        .containsExactly(
            "PortInfo of port 7: PortState was 2, is 1 (no Set changes it)",
            "PortInfo of port 7: PortPhysicalState was 5, is 2 (no Set changes it)");
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

  private void lock(long key, int protectBits) {
    M_KEY.set(port, 0, key);
    M_KEY_PROTECT_BITS.set(port, 0, protectBits);
    M_KEY_LEASE_PERIOD.set(port, 0, key == 0x99 ? 0 : 2);
    M_KEY_VIOLATIONS.set(port, 0, key == 0x99 ? 0 : 1);
  }

  private static List<Long> values(MemorySegment in, Field... fields) {
    return List.of(fields).stream().map(field -> field.get(in, 0)).toList();
  }

  private static Snapshots take(FakeSma sma)
      throws NotReadableException, LinkException, InterruptedException {
    return take(sma, Change.PORT_INFO);
  }

  private static Snapshots take(FakeSma sma, Change change)
      throws NotReadableException, LinkException, InterruptedException {
    MadPort port = sma.open();
    return Snapshots.take(List.of(change), List.of(port), List.of(KEY_DUT, KEY_OTHER), 1, 1);
  }

  static boolean isPortInfo(MemorySegment mad) {
    return MadHeader.ATTRIBUTE_ID.get(mad, 0) == Attribute.PORT_INFO.id();
  }

  private static List<String> texts(List<ChangedState> differences) {
    return differences.stream().map(ChangedState::text).toList();
  }
}
