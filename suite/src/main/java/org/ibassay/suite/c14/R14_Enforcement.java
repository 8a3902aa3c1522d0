package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.P_KEY_TABLE;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;

import java.util.List;
import java.util.Optional;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.UnaskedSmp;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.attribute.NoticeDetails;
import org.ibassay.wire.attribute.PKeyTable;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.attribute.SwitchInfo;
import org.jspecify.annotations.Nullable;

/// # A switch drops packets of partitions that its port is not in
///
/// - Section: 14.2.5.6
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: the DUT enforces partitions inbound
/// - Assertions: ia-r14-enforcement#01, ia-r14-enforcement#02, ia-r14-enforcement#03,
///   ia-r14-enforcement#04, ia-r14-enforcement#05, ia-r14-enforcement#06, ia-r14-enforcement#07,
///   ia-r14-enforcement#08, ia-r14-enforcement#09
///
/// With PartitionEnforcementInbound, the tester's requests to QP1 of the switch pass if the port's
/// P_KeyTable has their partition, and are dropped otherwise. SMPs pass always. The switch may
/// report a dropped packet by trap 259.
///
/// ## Notes
///
/// - This test is the suite's own. The tester's requests to QP1 have the P_Key of a full member of
///   the default partition.
/// - The test does not apply if InboundEnforcementCap or PartitionEnforcementCap is 0, if the link
///   is not Active, or if performance management does not respond at the DUT's LID.
/// - Whether a switch with IsPKeySwitchExternalPortTrapSupported sends trap 259 for a dropped
///   request is a reading (`trap-259`). LIDADDR1, LIDADDR2 and PKEY may be 0: DataValid says which
///   of them are valid, but no public source says by which bits.
/// - No test covers traps 129 to 131, which need faults of the link, and traps 257 and 258: a
///   request to QP1 has the Q_Key of QP1 whatever the tester wants, and devices differ in whether
///   they check the P_Key there (Linux's qib does not).
///
/// ## Procedure
///
/// - A1: SubnGet(SwitchInfo), to learn what is supported. PerformanceGet(ClassPortInfo) by LID.
/// - A2: SubnSet(P_KeyTable) of the port that receives the SMPs: P_Key 0xABFF in the first entry,
///   no others.
/// - A3: PerformanceGet(ClassPortInfo) by LID, without PartitionEnforcementInbound; verify that
///   there is a response. [ia-r14-enforcement#01]
/// - A4: SubnSet(PortInfo) of that port with PartitionEnforcementInbound = 1.
/// - A5: PerformanceGet(ClassPortInfo) by LID, twice; verify that there is no response.
///   [ia-r14-enforcement#02]
/// - A6: SubnGet(NodeInfo) by LID; verify that there is a response. [ia-r14-enforcement#03]
/// - A7: If IsTrapSupported is 0, verify that no trap is received; if
///   IsPKeySwitchExternalPortTrapSupported is 0, that no trap 259 is. Otherwise, note whether trap
///   259 is received; if not, steps A8 and A9 do not apply. [ia-r14-enforcement#07]
/// - A8: Verify its header as in R14_KeyTrap, IsGeneric 1, Type 2 (security), ProducerType =
///   NodeType, TrapNumber 259 and IssuerLID = LID of the DUT. [ia-r14-enforcement#08]
/// - A9: Verify SWLIDADDR = LID of the DUT and PORTNO of the port; PKEY 0xFFFF, LIDADDR1 = LID of
///   the tester and LIDADDR2 = LID of the DUT, or 0. Repress the trap. [ia-r14-enforcement#09]
/// - A10: SubnSet(P_KeyTable): P_Key 0xFFFF in the last entry, no others.
///   PerformanceGet(ClassPortInfo) by LID; verify that there is a response. [ia-r14-enforcement#04]
/// - A11: SubnSet(P_KeyTable): P_Key 0x7FFF, of a limited member, in the first entry, no others.
///   PerformanceGet(ClassPortInfo) by LID; verify that there is a response. [ia-r14-enforcement#05]
/// - A12: P_KeyTable as in step A2, PartitionEnforcementInbound = 0. PerformanceGet(ClassPortInfo)
///   by LID; verify that there is a response. [ia-r14-enforcement#06]
@Td(
    dut = DutKind.SWITCH,
    effect = Effect.CHANGES,
    lease = true,
    changes = {
      Change.PORT_INFO,
      Change.P_KEY_TABLE,
      Change.SWITCH_INFO,
      Change.LINEAR_FORWARDING_TABLE
    })
public final class R14_Enforcement extends TrapTest {
  private static final int BAD_P_KEY = 259;
  private static final int SECURITY = 2;
  private static final int TIMES = 2;
  private static final int DEFAULT_FULL = 0xFFFF;
  private static final int DEFAULT_LIMITED = 0x7FFF;
  private static final int OTHER = 0xABFF;
  private static final int PER_BLOCK = PKeyTable.P_KEY.count();
  private static final Layout DETAILS = NoticeDetails.of(BAD_P_KEY).orElseThrow();

  private int capacity;

  @Override
  public boolean execute() throws TestException {
    repeatForPorts(port -> {
      if (prepare(false)) {
        part(this::procedure);
        settle();
      }
    });
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("A1");
    String whyNot = whyNot();
    if (whyNot != null) {
      leaveOutRest(whyNot);
      return;
    }
    activate();
    step("A2");
    fill(OTHER, 0);
    step("A3");
    verifyPasses("without PartitionEnforcementInbound");
    step("A4");
    enforce(1);
    step("A5");
    for (int i = 0; i < TIMES; i++) {
      verifyDropped();
    }
    step("A6");
    mads().send(subnGet(NODE_INFO), new Route.Lid(dutLid()));
    MadPacketSpec answer = receiveMadIfAny();
    verify(
        answer == null ? 0 : answer.frame(),
        answer != null,
        () -> "a response to SubnGet(NodeInfo) by LID",
        () -> "no response");
    part(this::verifyTrap);
    step("A10");
    fill(DEFAULT_FULL, capacity - 1);
    verifyPasses("with P_Key 0xFFFF in entry %d of P_KeyTable".formatted(capacity - 1));
    step("A11");
    fill(DEFAULT_LIMITED, 0);
    verifyPasses("with P_Key 0x7FFF in P_KeyTable");
    step("A12");
    fill(OTHER, 0);
    enforce(0);
    verifyPasses("without PartitionEnforcementInbound again");
  }

  private @Nullable String whyNot() throws TestException {
    sendMad(subnGet(SWITCH_INFO));
    MadPacketSpec info = receiveMadOk();
    capacity = (int) info.data(SwitchInfo.PARTITION_ENFORCEMENT_CAP);
    if (capacity == 0 || info.data(SwitchInfo.INBOUND_ENFORCEMENT_CAP) == 0) {
      return "the DUT does not enforce partitions inbound";
    }
    mads().send(subnGet(PORT_INFO), Route.SELF);
    if (receiveMadOk().data(PortInfo.PORT_STATE) != PortState.ACTIVE) {
      return "requests to QP1 need an Active InfiniBand link; no subnet manager has activated it";
    }
    return ask() == null ? "performance management does not respond" : null;
  }

  private void fill(int pKey, int at) throws TestException {
    for (int block = 0; block * PER_BLOCK < capacity; block++) {
      long modifier = (long) ingress() << 16 | block;
      MadPacketSpec set = subnSet(P_KEY_TABLE).attributeModifier(modifier);
      if (at / PER_BLOCK == block) {
        set.setData(PKeyTable.P_KEY, at % PER_BLOCK, pKey);
      }
      sendMad(set);
      receiveMad();
      sendMad(subnGet(P_KEY_TABLE).attributeModifier(modifier));
      needs(
          receiveMadOk().data().mismatch(set.data()) < 0,
          "the DUT does not store the P_KeyTable of the port");
    }
  }

  private void enforce(int inbound) throws TestException {
    MadPacketSpec set = subnSet(PORT_INFO).attributeModifier(ingress()).dataOf(readPort());
    PortInfoWrites.makeWritableOutside(set);
    sendMad(set.setData(PortInfo.PARTITION_ENFORCEMENT_INBOUND, inbound));
    receiveMad();
    needs(
        readPort().data(PortInfo.PARTITION_ENFORCEMENT_INBOUND) == inbound,
        "the DUT does not store PartitionEnforcementInbound");
  }

  private MadPacketSpec readPort() throws TestException {
    sendMad(subnGet(PORT_INFO).attributeModifier(ingress()));
    return receiveMadOk();
  }

  private void verifyPasses(String why) throws TestException {
    MadPacketSpec answer = ask();
    verify(
        answer == null ? 0 : answer.frame(),
        answer != null,
        () -> "a response of performance management " + why,
        () -> "no response");
  }

  private void verifyDropped() throws TestException {
    MadPacketSpec answer = askQp1(dutLid());
    verify(
        answer == null ? 0 : answer.frame(),
        answer == null,
        () -> "no response to a request of a partition that is not in P_KeyTable",
        () -> "a response");
  }

  private @Nullable MadPacketSpec ask() throws TestException {
    MadPacketSpec answer = askQp1(dutLid());
    for (int i = 1; i < trials() && answer == null; i++) {
      answer = askQp1(dutLid());
    }
    return answer;
  }

  /// Steps A7 to A9.
  private void verifyTrap() throws TestException {
    step("A7");
    boolean isDeclared =
        areSupported()
            && portInfo().data(PortInfo.IS_P_KEY_SWITCH_EXTERNAL_PORT_TRAP_SUPPORTED) == 1;
    if (!isDeclared) {
      List<UnaskedSmp> all = traps().during(PATIENCE);
      verifyNone(
          areSupported() ? all.stream().filter(R14_Enforcement::isIt).toList() : all,
          "that the DUT does not declare");
      leaveOut("IsTrapSupported or IsPKeySwitchExternalPortTrapSupported is 0", "A8", "A9");
      return;
    }
    Optional<UnaskedSmp> received = traps().first(R14_Enforcement::isIt, PATIENCE);
    long frame = received.map(trap -> trap.mad().frame()).orElse(0L);
    reading(frame, Reading.TRAP_259, received.isPresent() ? "sent" : "none");
    if (received.isEmpty()) {
      leaveOut("only for switches that send trap 259; the DUT does not", "A8", "A9");
      return;
    }
    UnaskedSmp trap = received.get();
    step("A8");
    verifyHeader(trap);
    verifyNotice(trap, SECURITY, BAD_P_KEY);
    step("A9");
    verifyData(trap.mad(), detail("SWLIDADDR"), dutLid());
    verifyData(trap.mad(), detail("PORTNO"), ingress());
    verifyValid(trap, "PKEY", DEFAULT_FULL);
    verifyValid(trap, "LIDADDR1", testerLid());
    verifyValid(trap, "LIDADDR2", dutLid());
    traps().knows(List.of(trap));
    quieten();
  }

  private static boolean isIt(UnaskedSmp trap) {
    return TrapWatch.isOf(BAD_P_KEY, trap);
  }

  private void verifyValid(UnaskedSmp trap, String name, long expected) {
    if (trap.mad().data(detail(name)) != 0) {
      verifyData(trap.mad(), detail(name), expected);
    }
  }

  private static Field detail(String name) {
    return DETAILS.field(name).orElseThrow();
  }
}
