package org.ibassay.suite.c14;

import static org.ibassay.suite.c14.LinearTable.missingPorts;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.SwitchInfo.LINEAR_FDB_CAP;

import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.TableWalk;
import org.ibassay.suite.TableWalk.Write;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.NodeInfo;

/// # LinearForwardingTable accepts ports that do not exist
///
/// - Section: 24.1.5.13.3
/// - Coverage: v1c13-024, v1c14-024.1.1
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X, 8X or 12X; Speed=SDR, DDR, QDR,
///   FDR, EDR or HDR
/// - DUT qualifiers: a switch that declares LinearFDBCap above 0
/// - Assertions: v1c13-024#01, v1c14-024.1.1#10.01, v1c14-024.1.1#10.02, v1c14-024.1.1#10.03,
///   v1c14-024.1.1#10.04, v1c14-024.1.1#10.05, v1c14-024.1.1#10.06
///
/// Every other entry of the table is written with a port number that the switch does not have, or
/// with 255. That is not an error, and the entries in between store what was written.
///
/// ## Notes
///
/// - The procedure of the public page is not known. All steps are this suite's own, and so is the
///   assignment of the assertions that the page lists; its v1c13-024#01 stands for a response with
///   code 0.
/// - LID 0 is reserved: its entry is written as read, and not checked.
/// - An entry for a port that the DUT does not have reads as written, or as 255 (no port): a
///   reading.
/// - Entries beyond LinearFDBCap in the last block read as 0 or as 255: another reading.
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
///
/// ## Procedure
///
/// - A1: SubnGet(NodeInfo); DUT_PORT_NUM = NumPorts.
/// - A2: SendMad(SubnGet(SwitchInfo)).
/// - A3: DUT_FDB_LIN_CAP, DUT_FDB_RANDOM_CAP = ReceiveMad(SubnGetResp(SwitchInfo)); if
///   DUT_FDB_LIN_CAP is 0, this test does not apply; verify that it is 49152 at most.
///   [v1c14-024.1.1#10.01]
/// - A4: Verify DUT_FDB_RANDOM_CAP == 0, as a switch has one of the two tables.
///   [v1c14-024.1.1#10.02]
/// - A5: Repeat steps A6 to A13 for each existing block, in ascending order, with nonexistent ports
///   in odd entries; then A14; then both in descending order, with such ports in even entries.
///   - A6: SendMad(SubnGet(LinearForwardingTable)).
///   - A7: ReceiveMad(SubnGetResp(LinearForwardingTable)); verify AttributeID, AttributeModifier
///     and Status.Code == 0. [v1c13-024#01, v1c14-024.1.1#10.03]
///   - A8: SendMad(SubnSet(LinearForwardingTable)) with the pattern.
///   - A9: ReceiveMad(SubnGetResp(LinearForwardingTable)); verify AttributeID, AttributeModifier
///     and Status.Code == 0. [v1c13-024#01]
///   - A10: Verify that each entry of the response for an existing port is as written.
///     [v1c14-024.1.1#10.04]
///   - A11: SubnGet the block again; verify the same, and Status.Code == 0. [v1c14-024.1.1#10.05]
///   - A12: Verify in both responses that each entry for a port that does not exist is as written,
///     or 255. [v1c14-024.1.1#10.06]
///   - A13: Verify in both responses that entries beyond DUT_FDB_LIN_CAP are 0 or 255.
///     [ia-c14-024-10-03#01]
/// - A14: SubnGet every existing block; verify the same of it. [ia-c14-024-10-03#02]
/// - A15: SubnGet(SwitchInfo) again; verify that LinearFDBCap and RandomFDBCap are unchanged.
///   [v1c14-024.1.1#10.01, v1c14-024.1.1#10.02]
@Td(dut = DutKind.SWITCH, effect = Effect.CHANGES, changes = Change.LINEAR_FORWARDING_TABLE)
public final class C14_024_10_03 extends MadTest {
  private static final Write WRITE = new Write("A6", "A7", "A8", "A9", "A10", "A11", "A13");

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    return portStatesAreUp();
  }

  @Override
  public boolean execute() throws TestException {
    step("A1");
    sendMad(subnGet(NODE_INFO));
    int dutPortNum = (int) receiveMadOk().data(NodeInfo.NUM_PORTS);
    step("A2");
    sendMad(subnGet(SWITCH_INFO));
    step("A3");
    MadPacketSpec switchInfo = receiveMadOk();
    int cap = (int) switchInfo.data(LINEAR_FDB_CAP);
    if (cap == 0) {
      leaveOutRest(
          "only for switches with a linear forwarding table; the DUT declares LinearFDBCap = 0");
      return log().allPassed();
    }
    LinearTable.verifyCaps(mads(), switchInfo, "A4");
    if (cap == 1) {
      leaveOut("the DUT declares LinearFDBCap = 1, which holds LID 0 only", "A10", "A10");
      leaveOut("the DUT declares LinearFDBCap = 1, which holds LID 0 only", "A12", "A12");
    }
    if (cap % 64 == 0) {
      leaveOut("the DUT declares LinearFDBCap = " + cap, "A13", "A13");
    }

    TableWalk table = new LinearTable(mads(), cap, dutPortNum, "A12", "A13").walk();
    for (boolean upwards : new boolean[] {true, false}) {
      table.write(WRITE, upwards, missingPorts(dutPortNum, upwards));
      table.read("A14", missingPorts(dutPortNum, upwards));
    }
    step("A15");
    LinearTable.verifySameCaps(mads(), switchInfo);
    return log().allPassed();
  }
}
