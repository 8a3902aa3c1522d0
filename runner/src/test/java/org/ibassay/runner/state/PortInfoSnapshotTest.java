package org.ibassay.runner.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ibassay.wire.attribute.PortInfo.LID;
import static org.ibassay.wire.attribute.PortInfo.LINK_WIDTH_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.MASTER_SM_LID;
import static org.ibassay.wire.attribute.PortInfo.M_KEY;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_LEASE_PERIOD;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_PROTECT_BITS;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_VIOLATIONS;
import static org.ibassay.wire.attribute.PortInfo.PORT_STATE;
import static org.ibassay.wire.attribute.PortInfo.P_KEY_VIOLATIONS;
import static org.ibassay.wire.attribute.PortInfo.SUBNET_TIME_OUT;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.suite.Change;
import org.ibassay.wire.attribute.PortState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PortInfoSnapshotTest {
  private final FakeSma ca = FakeSma.ca();

  private final MemorySegment port = ca.port(1);

  @Test
  void setsNothingWhereNothingChanged() throws Exception {
    Snapshots before = ca.snapshot(Change.PORT_INFO);
    assertThat(before.restore()).isEmpty();
    assertThat(ca.sets).isEmpty();
  }

  @Test
  void putsBackWhatATestChanged() throws Exception {
    LID.set(port, 0, 7);
    MASTER_SM_LID.set(port, 0, 1);
    Snapshots before = ca.snapshot(Change.PORT_INFO);
    LID.set(port, 0, 9);
    MASTER_SM_LID.set(port, 0, 2);
    LINK_WIDTH_ENABLED.set(port, 0, 1);
    SUBNET_TIME_OUT.set(port, 0, 18);
    assertThat(before.restore()).isEmpty();
    assertThat(ca.sets).hasSize(1);
    assertThat(FakeSma.values(port, LID, MASTER_SM_LID, LINK_WIDTH_ENABLED, SUBNET_TIME_OUT))
        .containsExactly(7L, 1L, 3L, 0L);
  }

  @Test
  void listsALidThatNoSetCanTakeBack() throws Exception {
    Snapshots before = ca.snapshot(Change.PORT_INFO);
    LID.set(port, 0, 1);
    MASTER_SM_LID.set(port, 0, 1);
    assertThat(before.restore())
        .extracting(ChangedState::text)
        .containsExactly(
            "PortInfo of port 1: LID was 0x0000, is 0x0001 (a Set may not carry 0)",
            "PortInfo of port 1: MasterSMLID was 0x0000, is 0x0001 (a Set may not carry 0)");
    assertThat(ca.sets).isEmpty();
  }

  @Test
  void givesAFreshPortALidWhereItCannotPutBackTheRestWithout() throws Exception {
    Snapshots before = ca.snapshot(Change.PORT_INFO);
    LID.set(port, 0, 5);
    SUBNET_TIME_OUT.set(port, 0, 18);
    assertThat(before.restore())
        .extracting(ChangedState::text)
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
    Snapshots before = ca.snapshot(Change.PORT_INFO);
    lock(FakeSma.KEY_DUT, protectBits);
    assertThat(before.restore()).isEmpty();
    assertThat(
            FakeSma.values(port, M_KEY, M_KEY_PROTECT_BITS, M_KEY_LEASE_PERIOD, M_KEY_VIOLATIONS))
        .containsExactly(0L, 0L, 0L, 0L);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void findsTheOtherKeyToo(int protectBits) throws Exception {
    LID.set(port, 0, 7);
    MASTER_SM_LID.set(port, 0, 7);
    Snapshots before = ca.snapshot(Change.PORT_INFO);
    lock(FakeSma.KEY_OTHER, protectBits);
    assertThat(before.restore()).isEmpty();
    assertThat(FakeSma.values(port, M_KEY, M_KEY_VIOLATIONS)).containsExactly(0L, 0L);
  }

  @Test
  void putsBackAKeyThatTheDutHadBefore() throws Exception {
    LID.set(port, 0, 7);
    MASTER_SM_LID.set(port, 0, 7);
    lock(0x99, 0);
    Snapshots before = ca.snapshot(Change.PORT_INFO);
    lock(FakeSma.KEY_DUT, 2);
    assertThat(before.restore()).isEmpty();
    assertThat(FakeSma.values(port, M_KEY, M_KEY_PROTECT_BITS)).containsExactly(0x99L, 0L);
  }

  /// With M_KeyProtectBits 1 a Get without the key reads it as 0 (14.2.4).
  @Test
  void putsBackAKeyThatTheDutHid() throws Exception {
    LID.set(port, 0, 7);
    MASTER_SM_LID.set(port, 0, 7);
    lock(FakeSma.KEY_OTHER, 1);
    Snapshots before = ca.snapshot(Change.PORT_INFO);
    lock(0, 0);
    assertThat(before.restore()).isEmpty();
    assertThat(FakeSma.values(port, M_KEY, M_KEY_PROTECT_BITS))
        .containsExactly(FakeSma.KEY_OTHER, 1L);
  }

  @ParameterizedTest
  @ValueSource(longs = {0x99, 0})
  void aKeyThatIsNotCertainIsNotToBePutBack(long key) {
    lock(key, 1);
    assertThatThrownBy(() -> ca.snapshot(Change.PORT_INFO))
        .isInstanceOf(NotReadableException.class)
        .hasMessageStartingWith(
            "M_Key reads as 0, which beside M_KeyProtectBits 1 may hide another");
    assertThat(ca.sets).isEmpty();
  }

  @Test
  void triesAgainWhenTheAnswerToItsSetIsLost() throws Exception {
    LID.set(port, 0, 7);
    MASTER_SM_LID.set(port, 0, 7);
    Snapshots before = ca.snapshot(Change.PORT_INFO);
    lock(FakeSma.KEY_DUT, 3);
    ca.losesAnswer = mad -> FakeSma.isSet(mad) && ca.sets.size() == 1;
    assertThat(before.restore()).isEmpty();
    assertThat(M_KEY.get(port, 0)).isZero();
  }

  @Test
  void triesAgainWhenItsSetIsLost() throws Exception {
    LID.set(port, 0, 7);
    MASTER_SM_LID.set(port, 0, 7);
    Snapshots before = ca.snapshot(Change.PORT_INFO);
    lock(FakeSma.KEY_DUT, 3);
    int[] losses = {1};
    ca.losesRequest = mad -> FakeSma.isSet(mad) && losses[0]-- > 0;
    assertThat(before.restore()).isEmpty();
    assertThat(FakeSma.values(port, M_KEY, M_KEY_VIOLATIONS)).containsExactly(0L, 0L);
  }

  @Test
  void countersGoBackToZeroAndToNothingElse() throws Exception {
    LID.set(port, 0, 7);
    MASTER_SM_LID.set(port, 0, 7);
    P_KEY_VIOLATIONS.set(port, 0, 5);
    Snapshots before = ca.snapshot(Change.PORT_INFO);
    P_KEY_VIOLATIONS.set(port, 0, 6);
    M_KEY_VIOLATIONS.set(port, 0, 2);
    List<ChangedState> left = before.restore();
    assertThat(M_KEY_VIOLATIONS.get(port, 0)).isZero();
    assertThat(left).isEmpty(); // this agent stores what a Set carries
    P_KEY_VIOLATIONS.set(port, 0, 6);
    ca.sets.clear();
    assertThat(before.restore())
        .extracting(ChangedState::text)
        .containsExactly(
            "PortInfo of port 1: P_KeyViolations was 5, is 6 (a counter can only be set to 0)");
    assertThat(ca.sets).isEmpty();
  }

  @Test
  void leadsAPortThatFellBackUpAgain() throws Exception {
    LID.set(port, 0, 7);
    MASTER_SM_LID.set(port, 0, 7);
    PORT_STATE.set(port, 0, PortState.ACTIVE);
    Snapshots before = ca.snapshot(Change.PORT_INFO);
    PORT_STATE.set(port, 0, PortState.INITIALIZE);
    assertThat(before.restore()).isEmpty();
    assertThat(PORT_STATE.get(port, 0)).isEqualTo(PortState.ACTIVE);
    assertThat(ca.sets).hasSize(2);
  }

  @Test
  void listsWhatTheDutDoesNotTakeBack() throws Exception {
    LID.set(port, 0, 7);
    MASTER_SM_LID.set(port, 0, 7);
    Snapshots before = ca.snapshot(Change.PORT_INFO);
    SUBNET_TIME_OUT.set(port, 0, 18);
    ca.ignores = mad -> true;
    assertThat(before.restore())
        .extracting(ChangedState::text)
        .containsExactly("PortInfo of port 1: SubnetTimeOut was 0, is 18");
    assertThat(ca.sets).hasSizeLessThan(6);
  }

  @Test
  void givesUpSoonOnADutThatWentSilent() throws Exception {
    Snapshots before = ca.snapshot(Change.PORT_INFO);
    lock(FakeSma.KEY_DUT, 3);
    int[] requests = {0};
    ca.losesRequest = mad -> requests[0]++ >= 0;
    assertThat(before.restore())
        .extracting(ChangedState::text)
        .containsExactly("PortInfo: the DUT no longer answers, so it was not restored");
    assertThat(requests[0]).isLessThan(20);
  }

  @Test
  void doesNotTakeASnapshotOfASilentDut() {
    ca.losesRequest = FakeSma::isPortInfo;
    assertThatThrownBy(() -> ca.snapshot(Change.PORT_INFO))
        .isInstanceOf(NotReadableException.class)
        .hasMessage("PortInfo of port 1: no response");
  }

  private void lock(long key, int protectBits) {
    M_KEY.set(port, 0, key);
    M_KEY_PROTECT_BITS.set(port, 0, protectBits);
    M_KEY_LEASE_PERIOD.set(port, 0, key == 0x99 ? 0 : 2);
    M_KEY_VIOLATIONS.set(port, 0, key == 0x99 ? 0 : 1);
  }
}
