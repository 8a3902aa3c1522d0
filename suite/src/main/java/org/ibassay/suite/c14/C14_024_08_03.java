package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;

import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.Parameter;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SwitchInfo;

/// # SLtoVLMappingTable of a switch stores every mapping if it is supported
///
/// - Section: 24.1.5.18.1
/// - Coverage: v1c14-024.1.1
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 4X, 8X or 12X; Speed=SDR, DDR or QDR
/// - DUT qualifiers: the DUT declares that it supports SL mapping
/// - PROFILE=short leaves out: on a switch with more than 48 ports, pairs of unequal ports that
///   have neither input port 0, 1 or NumPorts nor the first or last output port
/// - Assertions: v1c14-024.1.1#08.01, v1c14-024.1.1#08.03, v1c14-024.1.1#08.04
///
/// A switch has an SLtoVLMappingTable for each pair of an input port, including port 0, and an
/// output port. Each table stores what was set for that pair.
///
/// ## Notes
///
/// - The procedure of the public page is known up to step 2. The rest is this suite's own; the port
///   ranges, and the assignment of assertions to steps, follow the pages of the unsupported
///   attribute, C14_024_08_04 and C14_024_08_02.
/// - Port 0 is an output port only if it is an enhanced one; it is an input port of every switch.
/// - The values written are VL 0 to the last data VL that PortInfo:VLCap of the output port allows,
///   and VL 15, which drops the packet.
/// - Ports that the switch does not have are not requested.
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
///
/// ## Procedure
///
/// - 1: SendMad(SubnGet(NodeInfo)).
/// - 2: ReceiveMad(SubnGetResp(NodeInfo)); NUMBER_OF_PORTS = NodeInfo:NumPorts.
/// - A1: SubnGet(PortInfo) with AttributeModifier 0; CapabilityMask.IsSLMappingSupported == 1; if
///   it is 0, this test does not apply.
/// - A2: SubnGet(SwitchInfo); ENHANCED_PORT_0_SUPPORTED = SwitchInfo:EnhancedPort0.
/// - A3: SubnGet(PortInfo) of each output port; PORT_VL_CAP = PortInfo:VLCap.
/// - A4: Repeat steps A5 and A6 for AttributeModifier[15:8] = 0 to NUMBER_OF_PORTS and
///   AttributeModifier[7:0] = ENHANCED_PORT_0_SUPPORTED ? 0 : 1 to NUMBER_OF_PORTS.
/// - A5: SendMad(SubnSet(SLtoVLMappingTable)) with a SL_TO_VL_BLOCK that differs from pair to pair.
/// - A6: ReceiveMad(SubnGetResp(SLtoVLMappingTable)); verify AttributeID, AttributeModifier,
///   Status.Code == 0 and all SLs as in SL_TO_VL_BLOCK. [v1c14-024.1.1#08.01, v1c14-024.1.1#08.04]
/// - A7: Repeat steps A8 and A9 for the ports of step A4.
/// - A8: SendMad(SubnGet(SLtoVLMappingTable)).
/// - A9: ReceiveMad(SubnGetResp(SLtoVLMappingTable)); verify as in step A6, with the pair's own
///   SL_TO_VL_BLOCK. [v1c14-024.1.1#08.01, v1c14-024.1.1#08.03]
/// - A10: Repeat steps A4 to A9 with other blocks, from the last ports to the first.
@Td(
    dut = DutKind.SWITCH,
    effect = Effect.CHANGES,
    changes = Change.SL_TO_VL_MAPPING_TABLE,
    parameters = Parameter.PROFILE)
public final class C14_024_08_03 extends MadTest {
  private static final int UPWARDS = 0;
  private static final int DOWNWARDS = 1;

  private int[] lanes = {};

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
    needs(numPorts >= 1, "the DUT declares NumPorts = 0");
    step("A1");
    sendMad(subnGet(PORT_INFO));
    if (receiveMadOk().data(PortInfo.IS_SL_MAPPING_SUPPORTED) == 0) {
      leaveOutRest(
          "only for ports with SL to VL mapping; the DUT declares IsSLMappingSupported = 0");
      return log().allPassed();
    }
    step("A2");
    sendMad(subnGet(SWITCH_INFO));
    boolean isEnhanced = receiveMadOk().data(SwitchInfo.ENHANCED_PORT0) == 1;
    SwitchPairs walked =
        new SwitchPairs(
            isEnhanced ? 0 : 1, numPorts, SwitchPairs.areFew(numPorts) || isFullProfile());
    readLanes(walked);

    step("A4");
    repeatForPairs(walked, UPWARDS, table -> set(table, UPWARDS));
    step("A7");
    repeatForPairs(walked, UPWARDS, table -> read(table, UPWARDS));
    step("A10");
    repeatForPairs(walked, DOWNWARDS, table -> set(table, DOWNWARDS));
    repeatForPairs(walked, UPWARDS, table -> read(table, DOWNWARDS));
    return log().allPassed();
  }

  private void readLanes(SwitchPairs walked) throws TestException {
    int[] found = new int[walked.numPorts() + 1];
    repeatForSwitchPorts(
        walked.firstOutput(),
        walked.numPorts(),
        port -> {
          step("A3");
          sendMad(subnGet(PORT_INFO).attributeModifier(port));
          found[port] = DataLanes.of(receiveMadOk().data(PortInfo.VL_CAP));
        });
    lanes = found;
  }

  private static void set(SlToVlTable table, int round) throws TestException {
    table.verifySet("A5", "A6", table.own(table.modifier(), round));
  }

  private static void read(SlToVlTable table, int round) throws TestException {
    table.verifyGet("A8", "A9", table.own(table.modifier(), round));
  }

  private interface PairProcedure {
    void run(SlToVlTable table) throws TestException;
  }

  private void repeatForPairs(SwitchPairs walked, int direction, PairProcedure procedure)
      throws TestException {
    int last = walked.numPorts();
    boolean up = direction == UPWARDS;
    repeat(
        "input port",
        up ? 0 : last,
        up ? last : 0,
        input -> {
          int first = walked.firstOutput();
          repeat(
              "output port",
              up ? first : last,
              up ? last : first,
              output -> {
                if (walked.isWalked(input, output)) {
                  procedure.run(
                      new SlToVlTable(mads(), SwitchPairs.modifier(input, output), lanes[output]));
                }
              });
        });
  }
}
