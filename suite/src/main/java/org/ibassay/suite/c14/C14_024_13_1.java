package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SM_INFO;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.time.Duration;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SmInfo;

/// # SMInfo of a node that runs the subnet manager describes this manager
///
/// - Section: 24.1.5.16.1
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-027
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: the DUT runs the only subnet manager of the tester's subnet
/// - Assertions: v1c13-024#01, v1c14-024.1.1#13.01, v1c14-024.1.1#13.02, v1c14-027#01
///
/// The master reports its identity and shows that it is active. It rejects commands that do not
/// apply to a master, and a Handover from a sender that does not know its SM_Key. No Set changes
/// what it reports.
///
/// ## Notes
///
/// - The procedure of the public page is known up to step 4. The rest is this suite's own, as is
///   the interpretation that the two Gets of PortInfo are of the tester's port and of the DUT's.
/// - ActCount counts SMPs sent and other activity. A subnet manager that does not count responses
///   may be idle for a while: the test allows 15 s.
/// - A port whose subnet is managed by another node is not tested.
/// - A subnet manager with an SM_Key of 0 has none to show; a Handover with a nonzero key is wrong
///   nevertheless.
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Active at both ends.
///
/// ## Procedure
///
/// - 1: SendMad(SubnGet(PortInfo)) to the tester's own port.
/// - 2: MASTER_SM_LID = ReceiveMad(SubnGetResp(PortInfo)):MasterSMLID.
/// - 3: MASTER_SM_LID != 0; otherwise the port has no master.
/// - 4: SendMad(SubnGet(PortInfo)).
/// - 5: PORT_INFO_CAP_MSK = ReceiveMad(SubnGetResp(PortInfo)):CapabilityMask; MASTER_SM_LID is a
///   LID of the port.
/// - A1: Verify PORT_INFO_CAP_MSK.IsSM == 1. [v1c14-024.1.1#13.01]
/// - A2: SubnGet(NodeInfo); PORT_GUID = NodeInfo:PortGUID.
/// - A3: SendMad(SubnGet(SMInfo)).
/// - A4: SMP_DATA = ReceiveMad(SubnGetResp(SMInfo)); verify AttributeID, AttributeModifier and
///   Status.Code == 0. [v1c13-024#01, v1c14-024.1.1#13.01]
/// - A5: Verify that GUID is PORT_GUID and SMState is 3, master. [v1c14-024.1.1#13.02]
/// - A6: Verify SM_Key == 0: the tester has not proved that it is trusted. [ia-c14-024-13-1#01]
/// - A7: SubnGet(SMInfo) after 1 s, and each second up to 15 s until ActCount has changed; verify
///   that it has increased. [v1c14-024.1.1#13.02]
/// - A8: Repeat steps A9 to A12 for AttributeModifier 0, 2 (Acknowledge), 3 (Disable), 4 (Standby),
///   5 (Discover), 6 and 99.
/// - A9: SubnSet(SMInfo) with GUID, SM_Key, ActCount and Priority inverted, and SMState 3.
/// - A10: Verify AttributeID, AttributeModifier, and Status == 0x001C, code 7. [ia-c14-024-13-1#02]
/// - A11: SubnGet(SMInfo); verify that SMState is 3. [ia-c14-024-13-1#02]
/// - A12: Verify that GUID, SM_Key and Priority are as in SMP_DATA. [v1c14-027#01]
/// - A13: SubnSet(SMInfo) with AttributeModifier 1 (Handover), SMState 3 and an SM_Key different
///   from the DUT's; verify that the status of a response is not 0. [ia-c14-024-13-1#03]
/// - A14: SubnGet(SMInfo); verify that SMState is 3. [ia-c14-024-13-1#03]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.DISRUPTS)
public final class C14_024_13_1 extends MadTest {
  private static final int MASTER = 3;
  private static final int HANDOVER = 1;
  private static final int[] REFUSED = {0, 2, 3, 4, 5, 6, 99};
  private static final int STATUS_OF_CODE_7 = 0x001C;
  private static final long OTHER_SM_KEY = 0xA55A_1BA5_0BAD_5EEDL;
  private static final Duration BEAT = Duration.ofSeconds(1);
  private static final int MOST_BEATS = 15;

  private volatile boolean isJudged; // ports may be judged at a time

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    return portStatesAreActive();
  }

  @Override
  public boolean execute() throws TestException {
    repeatForPorts(this::procedure);
    needs(isJudged, "the DUT manages none of the subnets of the tester's ports");
    return log().allPassed();
  }

  private void procedure(int port) throws TestException {
    step("1");
    mads().send(subnGet(PORT_INFO), Route.SELF);
    step("2");
    long masterSmLid = receiveMadOk().data(PortInfo.MASTER_SM_LID);
    step("3");
    needs(masterSmLid != 0, "the tester's MasterSMLID is 0");
    step("4");
    sendMad(subnGet(PORT_INFO));
    step("5");
    MadPacketSpec portInfo = receiveMadOk();
    long paths = -1L << portInfo.data(PortInfo.LMC);
    if ((masterSmLid & paths) != portInfo.data(PortInfo.LID)) {
      remark("not judged through port %d: the DUT does not manage that subnet".formatted(port));
      return;
    }
    isJudged = true;
    step("A1");
    verifyData(portInfo, PortInfo.IS_SM, 1);
    step("A2");
    sendMad(subnGet(NODE_INFO));
    long portGuid = receiveMadOk().data(NodeInfo.PORT_GUID);

    step("A3");
    MadPacketSpec get = subnGet(SM_INFO);
    sendMad(get);
    step("A4");
    MadPacketSpec smpData = receiveMad();
    needs(all(verifyEcho(smpData, get), verifyStatusCode(smpData, OK)), "SMInfo was not read");
    step("A5");
    verifyData(smpData, SmInfo.GUID, portGuid);
    verifyData(smpData, SmInfo.SM_STATE, MASTER);
    step("A6");
    verifyData(smpData, SmInfo.SM_KEY, 0);
    step("A7");
    verifyActive(smpData.data(SmInfo.ACT_COUNT));
    step("A8");
    for (int command : REFUSED) {
      at("AttributeModifier", command, () -> verifyRefused(command, smpData));
    }
    verifyHandover(smpData);
  }

  /// Step A7.
  private void verifyActive(long actCount) throws TestException {
    MadPacketSpec read;
    int beats = 0;
    do {
      waitFor(BEAT);
      read = readSmInfo();
    } while (read.data(SmInfo.ACT_COUNT) == actCount && ++beats < MOST_BEATS);
    int growth = (int) (read.data(SmInfo.ACT_COUNT) - actCount); // the counter may go round
    long last = read.data(SmInfo.ACT_COUNT);
    verify(
        read,
        growth > 0,
        () -> "ActCount above %d".formatted(actCount),
        () -> "ActCount %d".formatted(last));
  }

  /// Steps A9 to A12.
  private void verifyRefused(int command, MadPacketSpec smpData) throws TestException {
    step("A9");
    MadPacketSpec set = subnSet(SM_INFO).attributeModifier(command);
    set.setData(SmInfo.GUID, ~smpData.data(SmInfo.GUID))
        .setData(SmInfo.SM_KEY, ~smpData.data(SmInfo.SM_KEY))
        .setData(SmInfo.ACT_COUNT, ~smpData.data(SmInfo.ACT_COUNT))
        .setData(SmInfo.PRIORITY, ~smpData.data(SmInfo.PRIORITY))
        .setData(SmInfo.SM_STATE, MASTER);
    sendMad(set);
    step("A10");
    MadPacketSpec answer = receiveMad();
    verifyEcho(answer, set);
    verify(
        answer,
        answer.status() == STATUS_OF_CODE_7,
        () -> "MADHeader:Status 0x%04X, code 7".formatted(STATUS_OF_CODE_7),
        () -> "MADHeader:Status 0x%04X".formatted(answer.status()));
    step("A11");
    MadPacketSpec read = readSmInfo();
    verifyData(read, SmInfo.SM_STATE, MASTER);
    step("A12");
    verifyData(read, SmInfo.GUID, smpData.data(SmInfo.GUID));
    verifyData(read, SmInfo.SM_KEY, smpData.data(SmInfo.SM_KEY));
    verifyData(read, SmInfo.PRIORITY, smpData.data(SmInfo.PRIORITY));
  }

  /// Steps A13 and A14.
  private void verifyHandover(MadPacketSpec smpData) throws TestException {
    step("A13");
    long shown = smpData.data(SmInfo.SM_KEY);
    MadPacketSpec set = subnSet(SM_INFO).attributeModifier(HANDOVER);
    set.setData(SmInfo.GUID, 1)
        .setData(SmInfo.SM_KEY, shown == OTHER_SM_KEY ? ~shown : OTHER_SM_KEY)
        .setData(SmInfo.SM_STATE, MASTER);
    sendMad(set);
    MadPacketSpec answer = receiveMadIfAny();
    verify(
        answer == null ? 0 : answer.frame(),
        answer == null || answer.status() != OK,
        () -> "no response, or a status other than 0",
        () -> "MADHeader:Status 0x0000");
    step("A14");
    verifyData(readSmInfo(), SmInfo.SM_STATE, MASTER);
  }

  private MadPacketSpec readSmInfo() throws TestException {
    sendMad(subnGet(SM_INFO));
    return receiveMadOk();
  }
}
