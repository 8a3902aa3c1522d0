package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SM_INFO;
import static org.ibassay.wire.mad.MadStatus.OK;

import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.PortInfo;
import org.jspecify.annotations.Nullable;

/// # SMInfo is rejected, or not answered, by a node that runs no subnet manager
///
/// - Section: 24.1.5.16.3
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-031, v1c14-070
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: the DUT declares that it runs no subnet manager
/// - Assertions: v1c13-024#05, v1c14-024.1.1#13.01, v1c14-031#01, v1c14-070#01, v1c14-070#03
///
/// A port without a subnet manager rejects SMInfo; a port on which subnet managers are disabled
/// does not respond.
///
/// ## Notes
///
/// - The procedure of the public page is known up to step 6. The rest is this suite's own.
/// - The public page requires PortState Active. In an unmanaged subnet no port becomes Active, and
///   SMPs do not need it: Initialize is sufficient.
/// - The public page names v1c13-024#05, which by the order of the codes stands for code 2; known
///   devices respond with code 3. Which of the two is the reading `sminfo-absent`.
/// - The Set is a Handover without data, which is meaningless to a node without a subnet manager.
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
///
/// ## Procedure
///
/// - 1: SendMad(SubnGet(PortInfo)).
/// - 2: PORT_INFO_CAP_MSK = ReceiveMad(SubnGetResp(PortInfo)):CapabilityMask.
/// - 3: If PORT_INFO_CAP_MSK.IsSMdisabled == 1, verify PORT_INFO_CAP_MSK.IsSM == 0. [v1c14-070#03]
/// - 4: PORT_INFO_CAP_MSK.IsSM == 0; otherwise only step A1 applies.
/// - A1: If IsSM == 1, SubnGet(SMInfo); verify that the response has Status.Code == 0.
///   [ia-c14-024-13-3#01]
/// - 5: SendMad(SubnGet(SMInfo)).
/// - 6: If PORT_INFO_CAP_MSK.IsSMdisabled == 1, verify that there is no response. [v1c14-070#01]
/// - A2: Otherwise ReceiveMad(SubnGetResp(SMInfo)); verify AttributeID, AttributeModifier, and that
///   Status.Code is 2 or 3. [v1c13-024#05, v1c14-024.1.1#13.01, v1c14-031#01]
/// - A3: SendMad(SubnSet(SMInfo)) with AttributeModifier 1.
/// - A4: If PORT_INFO_CAP_MSK.IsSMdisabled == 1, verify that there is no response. [v1c14-070#01]
/// - A5: Otherwise ReceiveMad(SubnGetResp(SMInfo)); verify as in step A2. [v1c13-024#05,
///   v1c14-024.1.1#13.01, v1c14-031#01]
/// - A6: SubnGet(PortInfo): the DUT responds, so its silence was not due to loss.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    effect = Effect.CHANGES)
public final class C14_024_13_3 extends MadTest {
  private static final int HANDOVER = 1;

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    return portStatesAreUp();
  }

  @Override
  public boolean execute() throws TestException {
    repeatForPorts(port -> procedure());
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    sendMad(subnGet(PORT_INFO));
    step("2");
    MadPacketSpec portInfo = receiveMadOk();
    boolean isDisabled = portInfo.data(PortInfo.IS_SM_DISABLED) == 1;
    step("3");
    if (isDisabled) {
      verifyData(portInfo, PortInfo.IS_SM, 0);
    } else {
      notApplicable("the DUT declares IsSMdisabled = 0");
    }
    MadPacketSpec get = subnGet(SM_INFO);
    step("4");
    if (portInfo.data(PortInfo.IS_SM) == 1) {
      step("A1");
      sendMad(get);
      verifyAnswered(receiveMadIfAny());
      step("5");
      leaveOutRest("only for ports without a subnet manager; the DUT declares IsSM = 1");
      return;
    }
    leaveOut("the DUT declares IsSM = 0", "A1", "A1");
    MadPacketSpec set = subnSet(SM_INFO).attributeModifier(HANDOVER);
    if (isDisabled) {
      verifySilences(get, set);
    } else {
      verifyRefusals(get, set);
    }
    step("A6");
    sendMad(subnGet(PORT_INFO));
    receiveMadOk();
  }

  private void verifyAnswered(@Nullable MadPacketSpec answer) {
    if (answer == null) {
      verify(0, false, () -> "SubnGetResp(SMInfo)", () -> "no response");
    } else {
      verifyStatusCode(answer, OK);
    }
  }

  private void verifySilences(MadPacketSpec get, MadPacketSpec set) throws TestException {
    leaveOut("the DUT declares IsSMdisabled = 1", "A2", "A2");
    leaveOut("the DUT declares IsSMdisabled = 1", "A5", "A5");
    step("5");
    sendMad(get);
    step("6");
    verifySilence();
    step("A3");
    sendMad(set);
    step("A4");
    verifySilence();
  }

  private void verifyRefusals(MadPacketSpec get, MadPacketSpec set) throws TestException {
    leaveOut("the DUT declares IsSMdisabled = 0", "6", "6");
    leaveOut("the DUT declares IsSMdisabled = 0", "A4", "A4");
    AbsentAttribute smInfo = new AbsentAttribute(mads(), Reading.SMINFO_ABSENT);
    step("5");
    sendMad(get);
    step("A2");
    smInfo.verifyRefused(get);
    step("A3");
    sendMad(set);
    step("A5");
    smInfo.verifyRefused(set);
  }
}
