package org.ibassay.suite.c14;

import static org.ibassay.suite.Reading.UNSUPPORTED_ATTRIBUTE_CODE;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SL_TO_VL_MAPPING_TABLE;
import static org.ibassay.wire.mad.MadStatus.OK;

import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.PortInfo;

/// # SLtoVLMappingTable of a CA or router is rejected if it is not supported
///
/// - Section: 24.1.5.7.2
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-031
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 4X, 8X or 12X; Speed=SDR, DDR or QDR
/// - DUT qualifiers: the DUT declares that it does not support SL mapping
/// - Assertions: v1c13-024#06, v1c14-024.1.1#08.01, v1c14-024.1.1#08.02, v1c14-024.1.1#08.03,
///   v1c14-024.1.1#08.04, v1c14-031#01
///
/// A port without SL mapping has one data VL and rejects reading or writing an SLtoVLMappingTable.
///
/// ## Notes
///
/// - The status expected is code 3 (method/attribute combination not supported): the public page
///   names v1c13-024#06, which stands for that code. The code with which the DUT responds is noted
///   as the reading `unsupported-attribute-code`.
/// - The public page lists v1c14-031#01 but cites it at no step; the two rejections are taken to
///   prove it.
/// - "Anything" is the table that was just read, so that nothing changes if the DUT executes the
///   Set; if reading was rejected, it is the table that maps every SL to VL 0, the only data VL.
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
///
/// ## Procedure
///
/// - 1: SendMad(SubnGet(PortInfo)) with AttributeModifier 0.
/// - 2: ReceiveMad(SubnGetResp(PortInfo)).
/// - 3: PORT_VL_CAP = PortInfo:VLCap.
/// - 4: PortInfo:CapabilityMask.IsSLMappingSupported == 0; if it is 1, this test does not apply.
/// - 5: Verify PORT_VL_CAP == 1. [v1c14-024.1.1#08.02]
/// - 6: SendMad(SubnGet(SLtoVLMappingTable)).
/// - 7: ReceiveMad(SubnGetResp(SLtoVLMappingTable)); verify AttributeID, AttributeModifier and
///   Status.Code == 3. [v1c13-024#06, v1c14-024.1.1#08.01, v1c14-024.1.1#08.03, v1c14-031#01]
/// - 8: SLtoVL_BLOCK = anything.
/// - 9: SendMad(SubnSet(SLtoVLMappingTable)) with SLtoVL_BLOCK.
/// - 10: ReceiveMad(SubnGetResp(SLtoVLMappingTable)); verify AttributeID, AttributeModifier and
///   Status.Code == 3. [v1c13-024#06, v1c14-024.1.1#08.01, v1c14-024.1.1#08.04, v1c14-031#01]
@Td(
    dut = {DutKind.CA, DutKind.ROUTER},
    effect = Effect.CHANGES,
    changes = Change.SL_TO_VL_MAPPING_TABLE)
public final class C14_024_08_02 extends MadTest {
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
    step("3");
    long portVlCap = portInfo.data(PortInfo.VL_CAP);
    step("4");
    if (portInfo.data(PortInfo.IS_SL_MAPPING_SUPPORTED) == 1) {
      leaveOutRest(
          "only for ports without SL to VL mapping; the DUT declares IsSLMappingSupported = 1");
      return;
    }
    step("5");
    verify(portInfo, portVlCap == 1, () -> "VLCap 1", () -> "VLCap " + portVlCap);

    step("6");
    MadPacketSpec get = subnGet(SL_TO_VL_MAPPING_TABLE);
    sendMad(get);
    step("7");
    MadPacketSpec read = receiveMad();
    verifyEcho(read, get);
    verifyStatusCode(read, UNSUPPORTED_ATTRIBUTE_CODE);

    step("8");
    MadPacketSpec slToVlBlock = subnSet(SL_TO_VL_MAPPING_TABLE);
    if (read.status() == OK) {
      slToVlBlock.dataOf(read);
    }
    step("9");
    sendMad(slToVlBlock);
    step("10");
    MadPacketSpec written = receiveMad();
    verifyEcho(written, slToVlBlock);
    verifyStatusCode(written, UNSUPPORTED_ATTRIBUTE_CODE);
  }
}
