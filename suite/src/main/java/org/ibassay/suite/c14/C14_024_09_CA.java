package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.PORT_INFO;

import java.util.HashMap;
import java.util.Map;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.Parameter;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.c14.ArbitrationTables.At;
import org.ibassay.wire.attribute.PortInfo;

/// # VLArbitrationTable of a CA or router stores every entry
///
/// - Section: 14.1.5.8.1
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-027, v1c14-030
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: ports with more than one data VL
/// - PROFILE=short leaves out: all table parts except 0 to 8, 255 to 260, 32767 to 32769 and 65535
/// - Assertions: v1c13-024#01, v1c13-024#07, v1c14-024.1.1#09.01, v1c14-024.1.1#09.02,
///   v1c14-024.1.1#09.03, v1c14-024.1.1#09.04
///
/// Each entry of the VLArbitrationTables up to the declared capacities stores VL and weight.
/// Entries beyond the capacities read as 0; parts without entries are rejected with code 7.
///
/// ## Notes
///
/// - The procedure of the public page is known up to step 6. The rest is this suite's own.
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
/// - 1: SendMad(SubnGet(PortInfo)).
/// - 2: ReceiveMad(SubnGetResp(PortInfo)).
/// - 3: VL_CAP = PortInfo:VLCap; if it is 1, this test does not apply.
/// - 4: Verify 1 <= VL_CAP < 6. [v1c14-024.1.1#09.01, v1c14-024.1.1#09.02]
/// - A1: Verify that VLArbitrationLowCap and VLArbitrationHighCap are at most 64.
///   [ia-c14-024-09-ca#01]
/// - 5: Repeat steps 6 to A6 for table parts 1 to 65535 and 0.
/// - 6: SendMad(SubnSet(VLArbitrationTable)) with AttributeModifier[15:0] = 0,
///   AttributeModifier[31:16] = table part and VL_ARBITRATION_BLOCK: if the part has entries,
///   several blocks one after the other, with random weights, their complements, and weights of
///   255.
/// - A2: ReceiveMad(SubnGetResp(VLArbitrationTable)). If the part has entries, verify AttributeID,
///   AttributeModifier, Status.Code == 0, and each entry up to the capacity as in
///   VL_ARBITRATION_BLOCK. [v1c13-024#01, v1c14-024.1.1#09.04]
/// - A3: Otherwise verify AttributeID, AttributeModifier and Status.Code == 7. [v1c13-024#07,
///   v1c14-024.1.1#09.04]
/// - A4: SendMad(SubnGet(VLArbitrationTable)) for the table part.
/// - A5: ReceiveMad(SubnGetResp(VLArbitrationTable)). If the part has entries, verify as in step
///   A2, and that the entries beyond the capacity are 0. [v1c13-024#01, v1c14-024.1.1#09.03]
/// - A6: Otherwise verify as in step A3. [v1c13-024#07, v1c14-024.1.1#09.03]
/// - A7: When every port is done, SubnGet the parts that have entries, port by port; verify that
///   they are unchanged. [ia-c14-024-09-ca#02]
/// - A8: Before moving to the next port, SubnSet them to other blocks, the last part first; verify
///   the responses. [ia-c14-024-09-ca#02]
/// - A9: When every port is done, SubnGet them; verify that each part of each port has its own
///   block. [ia-c14-024-09-ca#02]
@Td(
    dut = {DutKind.CA, DutKind.ROUTER},
    effect = Effect.CHANGES,
    changes = Change.VL_ARBITRATION_TABLE,
    parameters = Parameter.PROFILE)
public final class C14_024_09_CA extends MadTest {
  private static final At WALK = new At("6", "A2", "A3", "A4", "A5", "A6");
  private static final At AGAIN = new At("A8", "A8", "A8", "A7", "A7", "A7");
  private static final At AT_LAST = new At("A8", "A8", "A8", "A9", "A9", "A9");

  private final Map<Integer, ArbitrationTables> tables = new HashMap<>();

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    return portStatesAreUp();
  }

  @Override
  public boolean execute() throws TestException {
    repeatForPorts(this::procedure);
    repeatForPorts(port -> {
      ArbitrationTables ofPort = tables.get(port);
      if (ofPort != null) {
        ofPort.verifyGets(AGAIN, ArbitrationBlock.KINDS - 1);
        ofPort.verifySets(AGAIN, 0);
      }
    });
    repeatForPorts(port -> {
      ArbitrationTables ofPort = tables.get(port);
      if (ofPort != null) {
        ofPort.verifyGets(AT_LAST, 0);
      }
    });
    return log().allPassed();
  }

  private void procedure(int port) throws TestException {
    step("1");
    sendMad(subnGet(PORT_INFO));
    step("2");
    MadPacketSpec portInfo = receiveMadOk();
    step("3");
    long vlCap = portInfo.data(PortInfo.VL_CAP);
    if (vlCap == 1) {
      leaveOutRest("only for ports with two data VLs or more; the DUT declares VLCap = 1");
      return;
    }
    step("4");
    ArbitrationTables.verifyVlCap(mads(), portInfo);
    ArbitrationTables ofPort = ArbitrationTables.of(mads(), port, 0, portInfo);
    step("A1");
    ofPort.verifyCaps(portInfo);
    step("5");
    if (ofPort.areEmpty()) {
      String ability = "the DUT declares VLArbitrationLowCap = VLArbitrationHighCap = 0";
      leaveOut(ability, "A2", "A2");
      leaveOut(ability, "A5", "A5");
      leaveOut(ability, "A7", "A9");
    }
    ArbitrationParts.repeat(steps(), isFullProfile(), part -> ofPort.verifyPart(WALK, part));
    tables.put(port, ofPort);
  }
}
