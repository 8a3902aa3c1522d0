package org.ibassay.runner;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.runner.FakeFabric.DUT;
import static org.ibassay.runner.FakeFabric.TESTER;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SM_INFO;

import java.util.List;
import org.ibassay.link.LinkException;
import org.ibassay.runner.Identification.Keys;
import org.ibassay.suite.DutKind;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SmInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdentificationTest {
  private static final long KEY = 0x1BA5_5A70_0000_0001L;

  private final FakeFabric fabric =
      new FakeFabric()
          .with(TESTER, NODE_INFO, NodeInfo.LOCAL_PORT_NUM, 1)
          .with(TESTER, PORT_INFO, PortInfo.LID, 3)
          .with(DUT, NODE_INFO, NodeInfo.NODE_TYPE, 2)
          .with(DUT, NODE_INFO, NodeInfo.NUM_PORTS, 36)
          .with(DUT, NODE_INFO, NodeInfo.LOCAL_PORT_NUM, 7)
          .with(DUT, NODE_INFO, NodeInfo.NODE_GUID, 0x99)
          .with(DUT, PORT_INFO, PortInfo.PORT_STATE, 4)
          .with(DUT, PORT_INFO, PortInfo.LID, 4)
          .with(DUT, PORT_INFO, PortInfo.LINK_WIDTH_ACTIVE, 2)
          .with(DUT, PORT_INFO, PortInfo.LINK_SPEED_ACTIVE, 4)
          .with(DUT, PORT_INFO, PortInfo.NEIGHBOR_MTU, 5);

  @Test
  void showsWhatTheDutIs() throws Exception {
    DutInfo info = identified().info();
    assertThat(info.kind()).isEqualTo(DutKind.SWITCH);
    assertThat(info.nodeGuid()).isEqualTo(0x99);
    assertThat(info.node().ports()).isEqualTo(36);
    assertThat(info.link()).isEqualTo(new DutInfo.Link(1, "4X", "QDR", 4096));
    assertThat(info.unreached()).isEqualTo("1-6, 8-36");
    assertThat(info.node().roles()).isEmpty();
    assertThat(info.trouble()).isNull();
    assertThat(info.notes()).isEmpty();
  }

  @Test
  void anMKeyIsNoted() throws Exception {
    fabric.with(DUT, PORT_INFO, PortInfo.M_KEY, 0x1234);
    assertThat(identified().info().notes())
        .containsExactly(
            "its M_Key is 0x1234: Sets require it, and tests that change the DUT use it");
  }

  @Test
  void anMKeyThatIsHiddenIsNoted() throws Exception {
    fabric.with(DUT, PORT_INFO, PortInfo.M_KEY_PROTECT_BITS, 1);
    assertThat(identified().info().notes())
        .singleElement()
        .asString()
        .startsWith("M_KeyProtectBits is 1 and its M_Key reads as 0");
  }

  @Test
  void aPortThatSaysItIsDownIsNoted() throws Exception {
    fabric.with(DUT, PORT_INFO, PortInfo.PORT_STATE, 1);
    assertThat(identified().info().notes())
        .containsExactly(
            "PortState of the port that answers is 1; expected Initialize (2), Armed (3) or Active"
                + " (4)");
  }

  @Test
  void whoRunsTheSubnetIsNoted() throws Exception {
    fabric
        .with(TESTER, PORT_INFO, PortInfo.MASTER_SM_LID, 9)
        .with(FakeFabric.lid(9), SM_INFO, SmInfo.GUID, 0x1234);
    assertThat(identified().info().notes())
        .containsExactly("subnet manager 0x0000000000001234 at LID 0x0009 runs the subnet");
  }

  @ParameterizedTest
  @CsvSource({"0, QDR", "1, FDR", "2, EDR", "4, HDR", "8, NDR", "3, extended speed 3"})
  void namesFastSpeedsWhereTheyAreDeclared(int code, String name) throws Exception {
    fabric.with(DUT, PORT_INFO, PortInfo.LINK_SPEED_EXT_ACTIVE, code);
    assertThat(requireNonNull(identified().info().link()).speed()).isEqualTo("QDR");
    fabric.with(DUT, PORT_INFO, PortInfo.IS_EXTENDED_SPEEDS_SUPPORTED, 1);
    assertThat(requireNonNull(identified().info().link()).speed()).isEqualTo(name);
  }

  @Test
  void aSilentDutIsUnreachable() throws Exception {
    OpenDut dut = Identification.of(0, new FakeFabric().open(), Keys.NONE);
    assertThat(dut.info().trouble())
        .isEqualTo(
            new DutInfo.Trouble(
                Verdict.INCONCLUSIVE,
                "DUT fake:dut is unreachable: no response to SubnGet(NodeInfo); a device that is up"
                    + " may be locked by an M_Key: give it with --param M_KEY_DUT=KEY"));
  }

  @ParameterizedTest
  @CsvSource({"3, 3 ms, 100", "60, 60 ms, 200", "1200, 1.2 s, 2400"})
  void aSlowDutIsNotTakenForALockedOne(long millis, String time, int enough) throws Exception {
    fabric.answeringAfter(millis * 1_000_000);
    assertThat(requireNonNull(identified().info().trouble()).text())
        .isEqualTo(
            "DUT fake:dut is slow: it answers SubnGet(NodeInfo) after %s; --timeout %d waits long"
                    .formatted(time, enough)
                + " enough");
  }

  @Test
  void aSlowDutIsNotAskedAgainByASafeRun() throws Exception {
    fabric.answeringAfter(2_000_000_000);
    OpenDut dut = Identification.of(0, fabric.open(), new Keys(List.of(), List.of(KEY), true));
    assertThat(requireNonNull(dut.info().trouble()).text()).contains("is slow", "raise it");
  }

  @Test
  void aDutLeftLockedIsDistinguishedFromADeadOne() throws Exception {
    fabric.lockedBy(KEY);
    assertThat(requireNonNull(identified().info().trouble()).text())
        .startsWith("DUT fake:dut answers only to M_Key 0x1BA55A7000000001: an earlier run ended");
  }

  @Test
  void aDutThatNobodyKnowsTheKeyOfIsAskedOnceByASafeRun() throws Exception {
    fabric.lockedBy(0x99);
    Keys keys = new Keys(List.of(), List.of(KEY), true);
    OpenDut dut = Identification.of(0, fabric.open(), keys);
    assertThat(requireNonNull(dut.info().trouble()).text()).contains("may be locked by an M_Key");
    assertThat(fabric.violations).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theKeyThatTheUserGaveGoesFirst(boolean isSafe) throws Exception {
    fabric.lockedBy(0x99);
    Keys keys = new Keys(List.of(0x99L), List.of(), isSafe);
    OpenDut dut = Identification.of(0, fabric.open(), keys);
    assertThat(requireNonNull(dut.info().trouble()).text())
        .isEqualTo(
            "DUT fake:dut answers only to M_Key 0x99: the tests send requests without a key; set its"
                + " M_KeyProtectBits to 0 or 1 while they run");
    assertThat(fabric.violations).isZero();
  }

  @Test
  void aDutThatIsNotLockedTakesAnyKey() throws Exception {
    Keys keys = new Keys(List.of(0x99L), List.of(), true);
    assertThat(Identification.of(0, fabric.open(), keys).info().trouble()).isNull();
  }

  @Test
  void aDutThatComesAndGoesIsNotTested() throws Exception {
    fabric.afterAnswer(() -> fabric.lockedBy(KEY));
    assertThat(requireNonNull(identified().info().trouble()).text())
        .isEqualTo(
            "DUT fake:dut is not reliably reachable: SubnGet(NodeInfo) was answered 1 times of 2");
  }

  @Test
  void aDutThatBecomesAnotherIsNotTested() throws Exception {
    fabric.afterAnswer(() -> fabric.with(DUT, NODE_INFO, NodeInfo.NODE_GUID, 0xAB));
    assertThat(requireNonNull(identified().info().trouble()).text())
        .startsWith(
            "DUT fake:dut: NodeInfo:NodeGUID was 0x0000000000000099, and then 0x00000000000000ab:");
  }

  @Test
  void anUnknownNodeTypeIsNamed() throws Exception {
    fabric.with(DUT, NODE_INFO, NodeInfo.NODE_TYPE, 9);
    assertThat(requireNonNull(identified().info().trouble()).text())
        .isEqualTo(
            "DUT fake:dut: NodeInfo:NodeType is 9; expected 1 (channel adapter), 2 (switch) or 3"
                + " (router)");
  }

  @Test
  void findsTheSubnetManagerThatTheTesterObeys() throws Exception {
    fabric
        .with(TESTER, PORT_INFO, PortInfo.MASTER_SM_LID, 9)
        .with(FakeFabric.lid(9), SM_INFO, SmInfo.GUID, 0x1234);
    assertThat(requireNonNull(identified().foreignSm()))
        .hasToString("subnet manager 0x0000000000001234 at LID 0x0009");
  }

  @Test
  void findsTheSubnetManagerThatTheDutObeys() throws Exception {
    fabric
        .with(DUT, PORT_INFO, PortInfo.MASTER_SM_LID, 9)
        .with(FakeFabric.lid(9), SM_INFO, SmInfo.GUID, 0x1234);
    assertThat(identified().foreignSm()).isNotNull();
  }

  @Test
  void findsTheSubnetManagerOnTheTestersOwnPort() throws Exception {
    fabric
        .with(DUT, PORT_INFO, PortInfo.MASTER_SM_LID, 3)
        .with(TESTER, SM_INFO, SmInfo.GUID, 0x1234);
    assertThat(identified().foreignSm()).isNotNull();
  }

  @Test
  void aMasterLidWhereNobodyAnswersIsNoSubnetManager() throws Exception {
    fabric.with(TESTER, PORT_INFO, PortInfo.MASTER_SM_LID, 9);
    assertThat(identified().foreignSm()).isNull();
  }

  @Test
  void theDutItselfMayBeTheSubnetManager() throws Exception {
    fabric
        .with(TESTER, PORT_INFO, PortInfo.MASTER_SM_LID, 4)
        .with(DUT, PORT_INFO, PortInfo.IS_SM, 1)
        .with(DUT, SM_INFO, SmInfo.GUID, 0x99);
    assertThat(identified().foreignSm()).isNull();
    assertThat(identified().info().node().roles()).containsExactly("sm");
  }

  @Test
  void theTestersMasterMayHaveSeveralLids() throws Exception {
    fabric
        .with(TESTER, PORT_INFO, PortInfo.MASTER_SM_LID, 7)
        .with(DUT, PORT_INFO, PortInfo.LMC, 2)
        .with(DUT, PORT_INFO, PortInfo.IS_SM, 1)
        .with(DUT, SM_INFO, SmInfo.SM_STATE, 3);
    assertThat(identified().foreignSm()).isNull();
    assertThat(identified().info().node().roles()).containsExactly("sm");
  }

  @Test
  void aDutWithoutIsSmRunsNoSubnetManager() throws Exception {
    fabric
        .with(TESTER, PORT_INFO, PortInfo.MASTER_SM_LID, 4)
        .with(DUT, SM_INFO, SmInfo.SM_STATE, 3);
    assertThat(identified().info().node().roles()).isEmpty();
    assertThat(identified().managers().whyNotDut())
        .isEqualTo("runs none: PortInfo:CapabilityMask.IsSM is 0");
  }

  @Test
  void aDutWithoutSmInfoRunsNoSubnetManager() throws Exception {
    fabric
        .with(TESTER, PORT_INFO, PortInfo.MASTER_SM_LID, 4)
        .with(DUT, PORT_INFO, PortInfo.IS_SM, 1);
    assertThat(identified().info().node().roles()).isEmpty();
    assertThat(identified().managers().whyNotDut())
        .isEqualTo("gives no SMInfo, although IsSM is 1");
  }

  @Test
  void aDutThatLeavesTheSubnetToAnotherIsNotItsManager() throws Exception {
    fabric
        .with(TESTER, PORT_INFO, PortInfo.MASTER_SM_LID, 9)
        .with(FakeFabric.lid(9), SM_INFO, SmInfo.GUID, 0x1234)
        .with(DUT, PORT_INFO, PortInfo.IS_SM, 1)
        .with(DUT, SM_INFO, SmInfo.SM_STATE, 3);
    assertThat(identified().info().node().roles()).isEmpty();
    assertThat(identified().managers().whyNotDut())
        .isEqualTo(
            "is not the master: SMInfo:SMState is 3 (Master), and the tester's MasterSMLID not its LID but"
                + " that of subnet manager 0x0000000000001234 at LID 0x0009");
  }

  @Test
  void aStandbyWhoseMasterIsNotToBeFoundIsDoubtful() throws Exception {
    fabric
        .with(TESTER, PORT_INFO, PortInfo.MASTER_SM_LID, 9)
        .with(DUT, PORT_INFO, PortInfo.IS_SM, 1)
        .with(DUT, SM_INFO, SmInfo.SM_STATE, 2);
    assertThat(identified().managers().isDoubtful()).isTrue();
    assertThat(identified().info().notes())
        .contains(
            "PortInfo names LID 0x0009 as the SM's, but nothing answers there; an active SM would go"
                + " undetected");
  }

  @Test
  void aStandbyOfAnotherIsNotDoubtful() throws Exception {
    fabric
        .with(TESTER, PORT_INFO, PortInfo.MASTER_SM_LID, 9)
        .with(FakeFabric.lid(9), SM_INFO, SmInfo.GUID, 0x1234)
        .with(DUT, PORT_INFO, PortInfo.IS_SM, 1)
        .with(DUT, SM_INFO, SmInfo.SM_STATE, 2);
    assertThat(identified().managers().isDoubtful()).isFalse();
  }

  /// Left to a test to judge: the tester's port was given a LID that belongs to no port.
  @Test
  void aMasterWithoutARivalIsTakenForTheManager() throws Exception {
    fabric
        .with(TESTER, PORT_INFO, PortInfo.MASTER_SM_LID, 9)
        .with(DUT, PORT_INFO, PortInfo.IS_SM, 1)
        .with(DUT, SM_INFO, SmInfo.SM_STATE, 3);
    assertThat(identified().info().node().roles()).containsExactly("sm");
    fabric.with(DUT, SM_INFO, SmInfo.SM_STATE, 2);
    assertThat(identified().info().node().roles()).isEmpty();
  }

  @Test
  void theDutIsItselfUnderEachOfItsLids() throws Exception {
    fabric
        .with(DUT, NODE_INFO, NodeInfo.PORT_GUID, 0x99)
        .with(TESTER, PORT_INFO, PortInfo.MASTER_SM_LID, 5)
        .with(FakeFabric.lid(5), SM_INFO, SmInfo.GUID, 0x99);
    assertThat(identified().foreignSm()).isNull();
  }

  private OpenDut identified() throws LinkException, InterruptedException {
    return Identification.of(0, fabric.open(), new Keys(List.of(), List.of(KEY), false));
  }
}
