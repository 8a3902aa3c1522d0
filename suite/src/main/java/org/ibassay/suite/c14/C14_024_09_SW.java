package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.Parameter;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.c14.ArbitrationTables.At;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SwitchInfo;

/// # VLArbitrationTable of a switch stores every entry
///
/// - Section: 24.1.5.19.1
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-027, v1c14-030
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: output ports with more than one data VL
/// - PROFILE=short leaves out: all table parts except 0 to 8, 255 to 260, 32767 to 32769 and 65535
/// - Assertions: v1c13-024#01, v1c13-024#07, v1c14-024.1.1#09.01, v1c14-024.1.1#09.02,
///   v1c14-024.1.1#09.03, v1c14-024.1.1#09.04
///
/// Each entry of the VLArbitrationTables up to the declared capacities stores VL and weight.
/// Entries beyond the capacities read as 0; parts without entries are rejected with code 7.
///
/// ## Notes
///
/// - Only the head of the public page is known. The procedure is that of the page for channel
///   adapters, C14_024_09_CA, at each output port; its steps are this suite's own.
/// - Port 0 is tested if it is an enhanced one. All ports are reached through one tester port.
/// - Table parts 1 and 2 are entries 0 to 31 and 32 to 63 of the low-priority table, parts 3 and 4
///   those of the high-priority table. PortInfo:VLArbitrationLowCap and VLArbitrationHighCap say
///   how many exist. The response for the first part of a table without entries is open: it is not
///   requested.
/// - Only operational VLs are written, and VL 0 has a weight above 0, so that data traffic never
///   stops.
/// - The entries beyond the capacity in the response to a Set are the reading
///   `vlarb-answer-beyond-cap`.
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
///
/// ## Procedure
///
/// - A1: SubnGet(NodeInfo); NUM_PORTS = NodeInfo:NumPorts.
/// - A2: SubnGet(SwitchInfo); initialPortToTest = SwitchInfo:EnhancedPort0 ? 0 : 1.
/// - A3: Repeat steps A4 to A13 for PORT_NUM = initialPortToTest to NUM_PORTS.
/// - A4: SubnGet(PortInfo) of PORT_NUM; VL_CAP = PortInfo:VLCap; if it is 1, the remaining steps do
///   not apply to the port.
/// - A5: Verify 1 <= VL_CAP < 6. [v1c14-024.1.1#09.01, v1c14-024.1.1#09.02]
/// - A6: Verify that VLArbitrationLowCap and VLArbitrationHighCap are at most 64.
///   [ia-c14-024-09-sw#01]
/// - A7: Repeat steps A8 to A13 for table parts 1 to 65535 and 0.
/// - A8: SendMad(SubnSet(VLArbitrationTable)) with AttributeModifier[15:0] = PORT_NUM,
///   AttributeModifier[31:16] = table part and VL_ARBITRATION_BLOCK: if the part has entries,
///   several blocks one after the other, with random weights, their complements, and weights of
///   255.
/// - A9: ReceiveMad(SubnGetResp(VLArbitrationTable)). If the part has entries, verify AttributeID,
///   AttributeModifier, Status.Code == 0, and each entry up to the capacity as in
///   VL_ARBITRATION_BLOCK. [v1c13-024#01, v1c14-024.1.1#09.04]
/// - A10: Otherwise verify AttributeID, AttributeModifier and Status.Code == 7. [v1c13-024#07,
///   v1c14-024.1.1#09.04]
/// - A11: SendMad(SubnGet(VLArbitrationTable)) for the table part.
/// - A12: ReceiveMad(SubnGetResp(VLArbitrationTable)). If the part has entries, verify as in step
///   A9, and that the entries beyond the capacity are 0. [v1c13-024#01, v1c14-024.1.1#09.03]
/// - A13: Otherwise verify as in step A10. [v1c13-024#07, v1c14-024.1.1#09.03]
/// - A14: When every port is done, SubnGet the parts that have entries, port by port; verify that
///   they are unchanged. [ia-c14-024-09-sw#02]
/// - A15: Before moving to the next port, SubnSet them to other blocks, the last part first; verify
///   the responses. [ia-c14-024-09-sw#02]
/// - A16: When every port is done, SubnGet them; verify that each part of each port has its own
///   block. [ia-c14-024-09-sw#02]
@Td(
    dut = DutKind.SWITCH,
    effect = Effect.CHANGES,
    changes = Change.VL_ARBITRATION_TABLE,
    parameters = Parameter.PROFILE)
public final class C14_024_09_SW extends MadTest {
  private static final At WALK = new At("A8", "A9", "A10", "A11", "A12", "A13");
  private static final At AGAIN = new At("A15", "A15", "A15", "A14", "A14", "A14");
  private static final At AT_LAST = new At("A15", "A15", "A15", "A16", "A16", "A16");

  private final Map<Integer, ArbitrationTables> tables = new ConcurrentHashMap<>();

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    return portStatesAreUp();
  }

  @Override
  public boolean execute() throws TestException {
    step("A1");
    sendMad(subnGet(NODE_INFO));
    int numPorts = (int) receiveMadOk().data(NodeInfo.NUM_PORTS);
    step("A2");
    sendMad(subnGet(SWITCH_INFO));
    int initialPortToTest = receiveMadOk().data(SwitchInfo.ENHANCED_PORT0) == 1 ? 0 : 1;
    step("A3");
    needs(numPorts >= initialPortToTest, "the DUT declares NumPorts = 0");
    repeatForSwitchPorts(initialPortToTest, numPorts, this::procedure);
    repeatForSwitchPorts(
        initialPortToTest,
        numPorts,
        port -> {
          ArbitrationTables ofPort = tables.get(port);
          if (ofPort != null) {
            ofPort.verifyGets(AGAIN, ArbitrationBlock.KINDS - 1);
            ofPort.verifySets(AGAIN, 0);
          }
        });
    repeatForSwitchPorts(
        initialPortToTest,
        numPorts,
        port -> {
          ArbitrationTables ofPort = tables.get(port);
          if (ofPort != null) {
            ofPort.verifyGets(AT_LAST, 0);
          }
        });
    return log().allPassed();
  }

  private void procedure(int port) throws TestException {
    step("A4");
    sendMad(subnGet(PORT_INFO).attributeModifier(port));
    MadPacketSpec portInfo = receiveMadOk();
    if (portInfo.data(PortInfo.VL_CAP) == 1) {
      leaveOutRest("only for ports with two data VLs or more; the DUT declares VLCap = 1");
      return;
    }
    step("A5");
    ArbitrationTables.verifyVlCap(mads(), portInfo);
    ArbitrationTables ofPort = ArbitrationTables.of(mads(), port, port, portInfo);
    step("A6");
    ofPort.verifyCaps(portInfo);
    step("A7");
    if (ofPort.areEmpty()) {
      String ability = "the DUT declares VLArbitrationLowCap = VLArbitrationHighCap = 0";
      leaveOut(ability, "A9", "A9");
      leaveOut(ability, "A12", "A12");
      leaveOut(ability, "A14", "A16");
    }
    ArbitrationParts.repeat(steps(), isFullProfile(), part -> ofPort.verifyPart(WALK, part));
    tables.put(port, ofPort);
  }
}
