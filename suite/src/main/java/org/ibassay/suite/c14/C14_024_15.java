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

/// # LedInfo lights the port's LED where the DUT declares it, and is refused elsewhere
///
/// - Section: 14.1.5.10
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-027
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: none
/// - Assertions: v1c13-024#01, v1c14-024.1.1#15.01, v1c14-024.1.1#15.02, v1c14-024.1.1#15.03,
///   v1c14-024.1.1#15.04, v1c14-027#01
///
/// LedMask is read, set and reset on every port that a tester port reaches; the reserved bits of
/// LedInfo read as 0 whatever a Set carries in them. A port that declares no LedInfo refuses it.
///
/// ## Notes
///
/// - The public page skips a DUT without LedInfo: step A8 is ours. Which code it answers with is
///   the reading `unsupported-attribute-code`.
/// - Of the public page the steps up to 3 are known. The others are ours, and so is the place of
///   every assertion but v1c14-024.1.1#15.01.
/// - Each value is set twice, so that a DUT which takes each Set for a change is seen. LedMask is
///   the first bit; the reserved bits are set to its opposite once, so that a DUT which takes
///   another bit is seen.
/// - Where DUT and tester have a cable between them and each a LID, the procedure is carried out by
///   LID (management class 0x01), too; not with a switch, whose responses would follow its own
///   forwarding table.
/// - A switch may have one LED for all ports: LedMask is read through the port that it was set
///   through.
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
///
/// ## Procedure
///
/// - 1: SendMad(SubnGet(PortInfo)).
/// - 2: PORT_INFO_CAP_MSK = ReceiveMad(SubnGetResp(PortInfo)):CapabilityMask.
/// - 3: PORT_INFO_CAP_MSK.IsLEDInfoSupported == 1; else step A8 follows. [v1c14-024.1.1#15.01]
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
/// - A8: Where IsLEDInfoSupported == 0, SendMad(SubnGet(LedInfo)) and, if it is answered,
///   SendMad(SubnSet(LedInfo)); verify that neither is answered with Status.Code == 0, nor with a
///   code that is no way of the reading. [ia-c14-024-15#01]
/// - A9: Steps 1 to A8 by LID.
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
        () -> "one that is 1");
  }

  /// A DUT that is silent is not asked twice; one that answers a Get answers a Set.
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
