package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.SwitchInfo.LINEAR_FDB_CAP;

import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.TableWalk;
import org.ibassay.suite.TableWalk.Pattern;
import org.ibassay.suite.TableWalk.Refusal;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.NodeInfo;

/// # LinearForwardingTable is rejected if it is not supported
///
/// - Section: 24.1.5.13.1
/// - Coverage: v1c13-024, v1c14-024.1.1
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X, 8X or 12X; Speed=SDR, DDR, QDR,
///   FDR, EDR or HDR
/// - DUT qualifiers: a switch that declares LinearFDBCap 0
/// - Assertions: v1c13-024#07, v1c14-024.1.1#10.01, v1c14-024.1.1#10.02, v1c14-024.1.1#10.03,
///   v1c14-024.1.1#10.04, v1c14-024.1.1#10.05, v1c14-024.1.1#10.06
///
/// A switch without a linear forwarding table rejects reading or writing any of its blocks.
///
/// ## Notes
///
/// - The public page is known up to step 3. The steps after it are this suite's own, and so is the
///   assignment of the assertions that the page lists.
/// - As in the multicast table, a block of a table without entries is a block beyond its end: it is
///   rejected with code 7, and reads as zeros.
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
///
/// ## Procedure
///
/// - 1: SendMad(SubnGet(NodeInfo)).
/// - 2: NUM_PORTS = ReceiveMad(SubnGetResp(NodeInfo)):NumPorts.
/// - 3: SendMad(SubnGet(SwitchInfo)).
/// - A1: DUT_FDB_LIN_CAP, DUT_FDB_RANDOM_CAP = ReceiveMad(SubnGetResp(SwitchInfo)); if
///   DUT_FDB_LIN_CAP is not 0, this test does not apply.
/// - A2: Repeat steps A3 to A6 for blocks 0 to 767.
///   - A3: SendMad(SubnSet(LinearForwardingTable)) with ports that exist.
///   - A4: ReceiveMad(SubnGetResp(LinearForwardingTable)); verify AttributeID, AttributeModifier,
///     Status.Code == 7, and that every entry is 0. [v1c13-024#07, v1c14-024.1.1#10.05,
///     v1c14-024.1.1#10.06]
///   - A5: SendMad(SubnGet(LinearForwardingTable)).
///   - A6: ReceiveMad(SubnGetResp(LinearForwardingTable)); verify the same. [v1c13-024#07,
///     v1c14-024.1.1#10.03, v1c14-024.1.1#10.04]
/// - A7: SubnSet and SubnGet blocks 768, 1024 and 65535, which no switch has.
/// - A8: Verify AttributeID, AttributeModifier and Status.Code == 7. [ia-c14-024-10-01#01]
/// - A9: SubnGet(SwitchInfo) again; verify that LinearFDBCap and RandomFDBCap are unchanged.
///   [v1c14-024.1.1#10.01, v1c14-024.1.1#10.02]
@Td(
    dut = DutKind.SWITCH,
    effect = Effect.CHANGES,
    changes = {Change.LINEAR_FORWARDING_TABLE, Change.RANDOM_FORWARDING_TABLE})
public final class C14_024_10_01 extends MadTest {
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
    step("3");
    sendMad(subnGet(SWITCH_INFO));
    step("A1");
    MadPacketSpec switchInfo = receiveMadOk();
    if (switchInfo.data(LINEAR_FDB_CAP) != 0) {
      leaveOutRest(
          "only for switches without a linear forwarding table; the DUT declares LinearFDBCap = "
              + switchInfo.data(LINEAR_FDB_CAP));
      return log().allPassed();
    }
    Pattern ports = LinearTable.existingPorts(numPorts, 0);
    TableWalk table = new LinearTable(mads(), 0, numPorts, "A4", "A4").walk();
    table.verifyAbsent(new Refusal("A3", "A4", "A5", "A6"), 0, LinearTable.LAST_BLOCK, ports);
    for (int block : LinearTable.IMPOSSIBLE_BLOCKS) {
      table.verifyImpossible(new Refusal("A7", "A8", "A7", "A8"), block, ports);
    }
    step("A9");
    LinearTable.verifySameCaps(mads(), switchInfo);
    return log().allPassed();
  }
}
