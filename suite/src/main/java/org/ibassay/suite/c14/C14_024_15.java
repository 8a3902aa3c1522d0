package org.ibassay.suite.c14;

import static org.ibassay.suite.Reading.UNSUPPORTED_ATTRIBUTE_CODE;
import static org.ibassay.wire.attribute.Attribute.LED_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.LedInfo.LED_MASK;
import static org.ibassay.wire.attribute.PortInfo.IS_LED_INFO_SUPPORTED;

import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;

/// # LedInfo controls the port's LED if the DUT declares it, and is rejected otherwise
///
/// - Section: 14.1.5.10
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-027
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: none
/// - Assertions: v1c13-024#01, v1c14-024.1.1#15.01, v1c14-024.1.1#15.02, v1c14-024.1.1#15.03,
///   v1c14-024.1.1#15.04, v1c14-027#01
///
/// LedMask is read, set and reset on every port that a tester port reaches; the reserved bits of
/// LedInfo read as 0 whatever value a Set carries in them. A port that does not declare LedInfo
/// rejects it.
///
/// ## Notes
///
/// - The public page skips a DUT without LedInfo: step A8 is this suite's own. The code with which
///   the DUT responds is the reading `unsupported-attribute-code`.
/// - Of the public page, the steps up to 3 are known. The others are this suite's own, and so is
///   the assignment of all assertions except v1c14-024.1.1#15.01.
/// - Each value is set twice, to detect a DUT that toggles the LED on each Set. LedMask is the
///   first bit; the reserved bits are set to its opposite once, to detect a DUT that uses another
///   bit.
/// - If DUT and tester are directly connected and both have a LID, the procedure also runs with
///   LID-routed SMPs (management class 0x01), except on a switch, whose responses would follow its
///   own forwarding table.
/// - A switch may have one LED for all ports: LedMask is read through the port through which it was
///   set.
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
///
/// ## Procedure
///
/// - 1: SendMad(SubnGet(PortInfo)).
/// - 2: PORT_INFO_CAP_MSK = ReceiveMad(SubnGetResp(PortInfo)):CapabilityMask.
/// - 3: PORT_INFO_CAP_MSK.IsLEDInfoSupported == 1; otherwise step A8 follows. [v1c14-024.1.1#15.01]
/// - A1: SendMad(SubnGet(LedInfo)).
/// - A2: RO_LED_INFO = ReceiveMad(SubnGetResp(LedInfo)); verify AttributeID, AttributeModifier,
///   Status.Code == 0 and that the reserved bits are 0. [v1c13-024#01, v1c14-024.1.1#15.02]
/// - A3: For LED_STATE and reserved bits 1 and 0, 1 and 1, 0 and 1, 0 and 0:
///   SendMad(SubnSet(LedInfo)).
///   - A4: ReceiveMad(SubnGetResp(LedInfo)); verify AttributeID, AttributeModifier, Status.Code ==
///     0 and LedMask == LED_STATE. [v1c13-024#01, v1c14-024.1.1#15.03]
///   - A5: SendMad(SubnGet(LedInfo)) twice; verify Status.Code == 0, LedMask == LED_STATE.
///     [v1c14-024.1.1#15.04]
///   - A6: Verify that the reserved bits are 0 in each of these responses. [v1c14-027#01]
/// - A7: SendMad(SubnGet(PortInfo)); ReceiveMad(SubnGetResp(PortInfo)); verify IsLEDInfoSupported
///   as in step 3. [v1c14-024.1.1#15.01]
/// - A8: If IsLEDInfoSupported == 0, SendMad(SubnGet(LedInfo)) and, if there is a response,
///   SendMad(SubnSet(LedInfo)); verify that neither response has Status.Code == 0 or a code that is
///   not one of the reading's ways. [ia-c14-024-15#01]
/// - A9: Repeat steps 1 to A8 with LID-routed SMPs.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    effect = Effect.CHANGES,
    changes = Change.LED_INFO)
public final class C14_024_15 extends MadTest {
  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    return portStatesAreUp();
  }

  @Override
  public boolean execute() throws TestException {
    repeatForPorts(_ -> {
      part(this::procedure);
      step("A9");
      repeatByLid(this::procedure);
    });
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    sendMad(subnGet(PORT_INFO));
    step("2");
    MadPacketSpec portInfo = receiveMadOk();
    if (portInfo.data(IS_LED_INFO_SUPPORTED) == 0) {
      leaveOut("the DUT declares IsLEDInfoSupported = 0", "3", "A7");
      step("A8");
      verifyUnsupported();
      return;
    }
    leaveOut("the DUT declares IsLEDInfoSupported = 1", "A8", "A8");
    step("3");
    verifyData(portInfo, IS_LED_INFO_SUPPORTED, 1);
    step("A1");
    sendMad(subnGet(LED_INFO));
    step("A2");
    MadPacketSpec ledInfo = receiveMad();
    verifyEcho(ledInfo, subnGet(LED_INFO));
    needs(verifyStatusOk(ledInfo), "LedInfo was not read");
    verifyReservedZero(ledInfo);
    light(1, subnSet(LED_INFO));
    light(1, subnSet(LED_INFO).fillReserved(LED_INFO));
    light(0, subnSet(LED_INFO).fillReserved(LED_INFO));
    light(0, subnSet(LED_INFO));
    step("A7");
    sendMad(subnGet(PORT_INFO));
    verifyData(receiveMadOk(), IS_LED_INFO_SUPPORTED, 1);
  }

  /// Steps A3 to A6.
  private void light(long ledState, MadPacketSpec set) throws TestException {
    step("A3");
    sendMad(set.setData(LED_MASK, ledState));
    step("A4");
    MadPacketSpec answer = receiveMad();
    verifyEcho(answer, set);
    if (verifyStatusOk(answer)) {
      verifyData(answer, LED_MASK, ledState);
      step("A6");
      verifyReservedZero(answer);
    }
    verifyRead(ledState);
    verifyRead(ledState);
  }

  private void verifyRead(long ledState) throws TestException {
    step("A5");
    sendMad(subnGet(LED_INFO));
    MadPacketSpec read = receiveMad();
    if (verifyStatusOk(read)) {
      verifyData(read, LED_MASK, ledState);
      step("A6");
      verifyReservedZero(read);
    }
  }

  private void verifyReservedZero(MadPacketSpec ledInfo) {
    verify(
        ledInfo,
        ledInfo.isReservedZero(LED_INFO),
        () -> "reserved bits of LedInfo 0",
        () -> "at least one that is 1");
  }

  /// If the Get gets no response, the Set is not sent; if it gets one, the Set must get one, too.
  private void verifyUnsupported() throws TestException {
    sendMad(subnGet(LED_INFO));
    MadPacketSpec read = receiveMadIfAny();
    if (read == null) {
      reading(0, UNSUPPORTED_ATTRIBUTE_CODE, "silence");
      return;
    }
    noteStatusCode(read, UNSUPPORTED_ATTRIBUTE_CODE);
    sendMad(subnSet(LED_INFO));
    noteStatusCode(receiveMad(), UNSUPPORTED_ATTRIBUTE_CODE);
  }
}
