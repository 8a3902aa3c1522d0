package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SL_TO_VL_MAPPING_TABLE;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.mad.MadStatus.OK;

import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.Parameter;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SwitchInfo;

/// # SLtoVLMappingTable of a switch is rejected if it is not supported
///
/// - Section: 24.1.5.18.2
/// - Coverage: v1c14-024.1.1
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 4X, 8X or 12X; Speed=SDR, DDR or QDR
/// - DUT qualifiers: the DUT declares that it does not support SL mapping
/// - PROFILE=short leaves out: on a switch with more than 48 ports, pairs of unequal ports that
///   have neither input port 0, 1 or NumPorts nor the first or last output port
/// - Assertions: v1c14-024.1.1#08.01, v1c14-024.1.1#08.02, v1c14-024.1.1#08.03, v1c14-024.1.1#08.04
///
/// A switch without SL mapping has one data VL at each port and rejects reading or writing an
/// SLtoVLMappingTable for any pair of ports.
///
/// ## Notes
///
/// - Of the procedure of the public page, the first steps and the range of its loop are known, but
///   not their numbers or the checks: our steps begin where the numbers end. The assignment of
///   assertions to steps follows the page for channel adapters, C14_024_08_02.
/// - The public page has IsSLMappingSupported == 1 although its title says "unsupported": this is
///   taken for a misprint.
/// - It names no assertion for a status code: whether that is 2 or 3 is the reading
///   `unsupported-attribute-code`.
/// - "Any values" are those of the table that was just read, so that nothing changes if the DUT
///   executes the Set; if reading was rejected, every SL maps to VL 0.
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
///
/// ## Procedure
///
/// - 1: SendMad(SubnGet(NodeInfo)).
/// - 2: ReceiveMad(SubnGetResp(NodeInfo)); NUMBER_OF_PORTS = NodeInfo:NumPorts.
/// - A1: SubnGet(PortInfo) with AttributeModifier 0; CapabilityMask.IsSLMappingSupported == 0; if
///   it is 1, this test does not apply.
/// - A2: SubnGet(SwitchInfo); ENHANCED_PORT_0_SUPPORTED = SwitchInfo:EnhancedPort0.
/// - A3: SubnGet(PortInfo) of each output port; verify PortInfo:VLCap == 1. [v1c14-024.1.1#08.02]
/// - A4: Repeat steps A5 to A8 for AttributeModifier[15:8] = 0 to NUMBER_OF_PORTS and
///   AttributeModifier[7:0] = ENHANCED_PORT_0_SUPPORTED ? 0 : 1 to NUMBER_OF_PORTS.
/// - A5: SendMad(SubnGet(SLtoVLMappingTable)).
/// - A6: ReceiveMad(SubnGetResp(SLtoVLMappingTable)); verify AttributeID, AttributeModifier and
///   that Status.Code is 2 or 3. [v1c14-024.1.1#08.01, v1c14-024.1.1#08.03]
/// - A7: SendMad(SubnSet(SLtoVLMappingTable)) with any values.
/// - A8: ReceiveMad(SubnGetResp(SLtoVLMappingTable)); verify as in step A6. [v1c14-024.1.1#08.01,
///   v1c14-024.1.1#08.04]
@Td(
    dut = DutKind.SWITCH,
    effect = Effect.CHANGES,
    changes = Change.SL_TO_VL_MAPPING_TABLE,
    parameters = Parameter.PROFILE)
public final class C14_024_08_04 extends MadTest {
  private final AbsentAttribute absent = new AbsentAttribute(mads());

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    return portStatesAreUp();
  }

  @Override
  public boolean execute() throws TestException {
    step("1");
    sendMad(subnGet(NODE_INFO));
    step("2");
    int numPorts = (int) receiveMadOk().data(NodeInfo.NUM_PORTS);
    step("A1");
    sendMad(subnGet(PORT_INFO));
    if (receiveMadOk().data(PortInfo.IS_SL_MAPPING_SUPPORTED) == 1) {
      leaveOutRest(
          "only for switches without SL to VL mapping; the DUT declares IsSLMappingSupported = 1");
      return log().allPassed();
    }
    step("A2");
    sendMad(subnGet(SWITCH_INFO));
    int firstOutput = receiveMadOk().data(SwitchInfo.ENHANCED_PORT0) == 1 ? 0 : 1;
    repeatForSwitchPorts(firstOutput, numPorts, this::verifyOneLane);

    step("A4");
    SwitchPairs walked =
        new SwitchPairs(firstOutput, numPorts, SwitchPairs.areFew(numPorts) || isFullProfile());
    repeat(
        "input port",
        0,
        numPorts,
        input ->
            repeat(
                "output port",
                firstOutput,
                numPorts,
                output -> {
                  if (walked.isWalked(input, output)) {
                    getAndSet(SwitchPairs.modifier(input, output));
                  }
                }));
    return log().allPassed();
  }

  private void verifyOneLane(int port) throws TestException {
    step("A3");
    sendMad(subnGet(PORT_INFO).attributeModifier(port));
    verifyData(receiveMadOk(), PortInfo.VL_CAP, 1);
  }

  /// Steps A5 to A8.
  private void getAndSet(long modifier) throws TestException {
    step("A5");
    MadPacketSpec get = subnGet(SL_TO_VL_MAPPING_TABLE).attributeModifier(modifier);
    sendMad(get);
    step("A6");
    MadPacketSpec read = absent.verifyRefused(get);
    step("A7");
    MadPacketSpec set = subnSet(SL_TO_VL_MAPPING_TABLE).attributeModifier(modifier);
    if (read.status() == OK) {
      set.dataOf(read);
    }
    sendMad(set);
    step("A8");
    absent.verifyRefused(set);
  }
}
