package org.ibassay.suite.c15;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ibassay.suite.c15.FakeSubnet.DUT;
import static org.ibassay.suite.c15.FakeSubnet.DUT_LID;
import static org.ibassay.suite.c15.FakeSubnet.RATE_10;
import static org.ibassay.suite.c15.FakeSubnet.RATE_40;
import static org.ibassay.suite.c15.FakeSubnet.RATE_80;
import static org.ibassay.suite.c15.FakeSubnet.TESTER;
import static org.ibassay.suite.c15.FakeSubnet.TESTER_LID;
import static org.ibassay.wire.attribute.Attribute.GUID_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.P_KEY_TABLE;
import static org.ibassay.wire.attribute.Attribute.SM_INFO;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.GuidInfo;
import org.ibassay.wire.attribute.PKeyTable;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.attribute.SmInfo;
import org.junit.jupiter.api.Test;

/// C15_0_1_012_17_02_3 on subnets other than a SimpleLink of two end ports, and with responses that
/// the stack below cuts.
final class PathsInSubnetsTest {
  private static final int WRAPPER_BYTES = 224;
  private static final int MAD_BYTES = 256;

  private static FakeSubnet simpleLink() {
    return FakeSubnet.simpleLink()
        .path(TESTER, TESTER_LID, RATE_40, 4)
        .path(DUT, DUT_LID, RATE_40, 4);
  }

  private static CheckLog run(FakeSubnet subnet) throws TestException {
    C15_0_1_012_17_02_3 test = subnet.attached(new C15_0_1_012_17_02_3());
    assertThat(test.ready()).as(test.notReady()).isTrue();
    test.execute();
    return test.log();
  }

  private static Set<String> failed(CheckLog log) {
    Set<String> steps = new TreeSet<>();
    log.steps().entrySet().stream()
        .filter(e -> e.getValue().failures() > 0)
        .map(Map.Entry::getKey)
        .forEach(steps::add);
    return steps;
  }

  private static Set<String> undecided(CheckLog log) {
    Set<String> steps = new TreeSet<>();
    log.steps().entrySet().stream()
        .filter(e -> !e.getValue().inconclusive().isEmpty())
        .map(Map.Entry::getKey)
        .forEach(steps::add);
    return steps;
  }

  private static CheckLog.Tally at(CheckLog log, String step) {
    return requireNonNull(log.steps().get(step));
  }

  @Test
  void aSimpleLinkHasTwoPaths() throws TestException {
    CheckLog log = run(simpleLink());
    assertThat(failed(log)).isEmpty();
    assertThat(undecided(log)).isEmpty();
    assertThat(at(log, "4.18").checks()).isEqualTo(1);
  }

  @Test
  void aSimpleLinkHasNoThirdPort() throws TestException {
    assertThat(failed(run(simpleLink().others(1)))).containsExactly("4.2");
  }

  @Test
  void furtherGuidsOfBothPortsAreNoThirdPort() throws TestException {
    FakeSubnet subnet =
        simpleLink().with(DUT, GUID_INFO, GuidInfo.GUID, 3, 0x77).path(0x77, DUT_LID, RATE_40, 4);
    assertThat(failed(run(subnet))).isEmpty();
  }

  @Test
  void withASwitchThereAreOtherPathsAndSlowerLinks() throws TestException {
    FakeSubnet subnet =
        FakeSubnet.withSwitch()
            .others(3)
            .path(DUT, DUT_LID, RATE_10, 2)
            .path(TESTER, TESTER_LID, RATE_40, 5)
            .others(0);
    CheckLog log = run(subnet);
    assertThat(failed(log)).isEmpty();
    assertThat(undecided(log)).isEmpty();
    assertThat(at(log, "4.18").notApplicable()).hasSize(1);
  }

  @Test
  void withASwitchAPathIsNotFasterThanItsEnds() throws TestException {
    FakeSubnet subnet =
        FakeSubnet.withSwitch().path(DUT, DUT_LID, RATE_80, 5).path(TESTER, TESTER_LID, RATE_40, 4);
    assertThat(failed(run(subnet))).containsExactly("4.15", "4.17");
  }

  @Test
  void withASwitchThereIsOnePathToEachPort() throws TestException {
    FakeSubnet subnet =
        FakeSubnet.withSwitch()
            .path(TESTER, TESTER_LID, RATE_40, 4)
            .path(DUT, DUT_LID, RATE_40, 4)
            .others(2)
            .others(1);
    assertThat(failed(run(subnet))).containsExactly("A1");
  }

  @Test
  void eachLidOfAPortWillDo() throws TestException {
    FakeSubnet subnet =
        FakeSubnet.simpleLink()
            .path(TESTER, TESTER_LID, RATE_40, 4)
            .path(DUT, DUT_LID + 3, RATE_40, 4);
    assertThat(failed(run(subnet))).containsExactly("4.12");
    assertThat(failed(run(subnet.with(DUT, PORT_INFO, PortInfo.LMC, 2)))).isEmpty();
  }

  @Test
  void whatTheStackKeptBackIsNotJudged() throws TestException {
    FakeSubnet subnet =
        FakeSubnet.withSwitch()
            .others(3)
            .path(DUT, DUT_LID, RATE_80, 5)
            .path(TESTER, TESTER_LID, RATE_80, 5)
            .delivering(WRAPPER_BYTES);
    CheckLog log = run(subnet);
    assertThat(failed(log)).isEmpty();
    assertThat(undecided(log)).contains("4.2", "4.4", "4.10", "4.15", "4.17", "A1");
    assertThat(at(log, "4.4").inconclusive())
        .containsExactly(
            "DLID cannot be checked: path to the tester is not among the records that the stack"
                + " below the tester delivered",
            "SLID cannot be checked: path to the tester is not among the records that the stack"
                + " below the tester delivered");
  }

  @Test
  void whatTheStackDeliveredIsJudged() throws TestException {
    FakeSubnet subnet =
        FakeSubnet.withSwitch()
            .path(DUT, DUT_LID, RATE_80, 4)
            .path(TESTER, TESTER_LID, RATE_40, 4)
            .others(4)
            .delivering(WRAPPER_BYTES);
    CheckLog log = run(subnet);
    assertThat(failed(log)).containsExactly("4.17");
    assertThat(undecided(log)).containsExactly("4.2", "A1");
  }

  @Test
  void aLengthThatTheStackDoesNotKnowIsNotJudged() throws TestException {
    FakeSubnet subnet =
        FakeSubnet.withSwitch()
            .path(DUT, DUT_LID, RATE_40, 4)
            .path(TESTER, TESTER_LID, RATE_40, 4)
            .others(4)
            .delivering(WRAPPER_BYTES)
            .takingForAtMost(MAD_BYTES);
    CheckLog log = run(subnet);
    assertThat(failed(log)).isEmpty();
    assertThat(undecided(log)).containsExactly("4.2", "A1", "R5");
  }

  @Test
  void aThirdPortOfASimpleLinkIsSeenThoughItsPathWasCut() throws TestException {
    FakeSubnet subnet =
        FakeSubnet.simpleLink()
            .others(1)
            .path(TESTER, TESTER_LID, RATE_40, 4)
            .path(DUT, DUT_LID, RATE_40, 4)
            .delivering(WRAPPER_BYTES);
    assertThat(failed(run(subnet))).containsExactly("4.2");
  }

  @Test
  void bothEndsMustBeActive() throws TestException {
    FakeSubnet subnet = simpleLink().with(TESTER, PORT_INFO, PortInfo.PORT_STATE, PortState.ARMED);
    C15_0_1_012_17_02_3 test = subnet.attached(new C15_0_1_012_17_02_3());
    assertThat(test.ready()).isFalse();
    assertThat(test.notReady())
        .isEqualTo("PortState of port 1 of the tester is 3: expected Active (4)");
  }

  @Test
  void theTesterMustBeAFullMemberOfTheDefaultPartition() throws TestException {
    FakeSubnet subnet = simpleLink().with(TESTER, P_KEY_TABLE, PKeyTable.P_KEY, 0x7FFF);
    C15_0_1_012_17_02_3 test = subnet.attached(new C15_0_1_012_17_02_3());
    assertThat(test.ready()).isFalse();
    assertThat(test.notReady()).contains("no P_Key 0xFFFF");
  }

  @Test
  void aManagerElsewhereIsNotJudged() {
    FakeSubnet subnet =
        simpleLink()
            .with(TESTER, PORT_INFO, PortInfo.MASTER_SM_LID, 99)
            .with(DUT, SM_INFO, SmInfo.SM_STATE, 2);
    C15_0_1_012_17_02_3 test = subnet.attached(new C15_0_1_012_17_02_3());
    assertThatThrownBy(test::ready).hasMessageContaining("not the manager");
    assertThat(failed(test.log())).isEmpty();
    assertThat(test.remarks())
        .containsExactly("not judged through port 1: the DUT does not manage that subnet");
  }

  @Test
  void aMasterThatThePortDoesNotNameIsAFault() {
    FakeSubnet subnet = simpleLink().with(TESTER, PORT_INFO, PortInfo.MASTER_SM_LID, 99);
    C15_0_1_012_17_02_3 test = subnet.attached(new C15_0_1_012_17_02_3());
    assertThatThrownBy(test::ready).hasMessageContaining("not the manager");
    assertThat(failed(test.log())).containsExactly("I4");
  }
}
