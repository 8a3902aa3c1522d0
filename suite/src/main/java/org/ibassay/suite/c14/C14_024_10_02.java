package org.ibassay.suite.c14;

import static org.ibassay.suite.c14.LinearTable.existingPorts;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.SwitchInfo.LINEAR_FDB_CAP;
import static org.ibassay.wire.attribute.SwitchInfo.LINEAR_FDB_TOP;
import static org.ibassay.wire.attribute.SwitchInfo.PORT_STATE_CHANGE;

import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.TableWalk;
import org.ibassay.suite.TableWalk.Refusal;
import org.ibassay.suite.TableWalk.Write;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.NodeInfo;

/// # LinearForwardingTable stores ports that exist
///
/// - Section: 24.1.5.13.2
/// - Coverage: v1c13-024, v1c14-024.1.1
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X, 8X or 12X; Speed=SDR, DDR, QDR,
///   FDR, EDR or HDR
/// - DUT qualifiers: a switch that declares LinearFDBCap above 0
/// - Assertions: v1c13-024#01, v1c13-024#07, v1c14-024.1.1#10.01, v1c14-024.1.1#10.02,
///   v1c14-024.1.1#10.03, v1c14-024.1.1#10.04, v1c14-024.1.1#10.05
///
/// Every block of the table is read, then written with existing ports of the switch that differ
/// from entry to entry, in ascending and in descending order. Entries within LinearFDBCap store
/// what was written; blocks beyond it are rejected with code 7 and read as zero.
///
/// ## Notes
///
/// - The public page is known up to step 1. The steps after it are this suite's own, and so is the
///   assignment of the assertions that the page lists.
/// - A block holds 64 entries, one per LID; AttributeModifier is the block number. LID 0 is
///   reserved: its entry is written as read, and not checked.
/// - Entries beyond LinearFDBCap in the last block read as 0 or as 255 (no port): a reading.
/// - LinearFDBTop limits forwarding, not reading or writing: step A12.
/// - Requests that a DUT may handle badly come last: blocks that do not exist. They must be
///   rejected, and must not change any existing block.
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
///
/// ## Procedure
///
/// - 1: SendMad(SubnGet(NodeInfo)); NUM_PORTS = NumPorts.
/// - A1: SendMad(SubnGet(SwitchInfo)).
/// - A2: DUT_FDB_LIN_CAP, DUT_FDB_RANDOM_CAP = ReceiveMad(SubnGetResp(SwitchInfo)); if
///   DUT_FDB_LIN_CAP is 0, this test does not apply; verify that it is 49152 at most.
///   [v1c14-024.1.1#10.01]
/// - A3: Verify DUT_FDB_RANDOM_CAP == 0, as a switch has one of the two tables.
///   [v1c14-024.1.1#10.02]
/// - A4: Repeat steps A5 to A11 for each existing block, in ascending order; then A13; then both
///   with another pattern, in descending order; then both with the bits of that pattern inverted,
///   in ascending order.
///   - A5: SendMad(SubnGet(LinearForwardingTable)).
///   - A6: ReceiveMad(SubnGetResp(LinearForwardingTable)); verify AttributeID, AttributeModifier
///     and Status.Code == 0. [v1c13-024#01, v1c14-024.1.1#10.03]
///   - A7: SendMad(SubnSet(LinearForwardingTable)) with the pattern.
///   - A8: ReceiveMad(SubnGetResp(LinearForwardingTable)); verify AttributeID, AttributeModifier
///     and Status.Code == 0. [v1c13-024#01]
///   - A9: Verify that each entry of the response is as written. [v1c14-024.1.1#10.04]
///   - A10: SubnGet the block again; verify Status.Code == 0, and that each entry is as written.
///     [v1c14-024.1.1#10.05]
///   - A11: Verify in both responses that entries beyond DUT_FDB_LIN_CAP are 0 or 255.
///     [ia-c14-024-10-02#01]
/// - A12: SubnSet(SwitchInfo) with LinearFDBTop = DUT_FDB_LIN_CAP - 1, then with 0, each time
///   followed by step A13.
/// - A13: SubnGet every existing block; verify that each entry is as written. [ia-c14-024-10-02#02]
/// - A14: SubnSet each block from the first one that does not exist to 767.
/// - A15: Verify AttributeID, AttributeModifier, Status.Code == 7, and that every entry is 0.
///   [v1c13-024#07]
/// - A16: SubnGet each of these blocks.
/// - A17: Verify the same. [v1c13-024#07]
/// - A18: SubnSet and SubnGet blocks 768, 1024 and 65535, which no switch has.
/// - A19: Verify AttributeID, AttributeModifier and Status.Code == 7. [ia-c14-024-10-02#03]
/// - A20: Repeat step A13. [ia-c14-024-10-02#04]
/// - A21: SubnGet(SwitchInfo) again; verify that LinearFDBCap and RandomFDBCap are unchanged.
///   [v1c14-024.1.1#10.01, v1c14-024.1.1#10.02]
@Td(
    dut = DutKind.SWITCH,
    effect = Effect.CHANGES,
    changes = {Change.LINEAR_FORWARDING_TABLE, Change.SWITCH_INFO})
public final class C14_024_10_02 extends MadTest {
  private static final Write WRITE = new Write("A5", "A6", "A7", "A8", "A9", "A10", "A11");

  private static final int LAST_ROUND = 2;

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    return portStatesAreUp();
  }

  @Override
  public boolean execute() throws TestException {
    step("1");
    sendMad(subnGet(NODE_INFO));
    int numPorts = (int) receiveMadOk().data(NodeInfo.NUM_PORTS);
    step("A1");
    sendMad(subnGet(SWITCH_INFO));
    step("A2");
    MadPacketSpec switchInfo = receiveMadOk();
    int cap = (int) switchInfo.data(LINEAR_FDB_CAP);
    if (cap == 0) {
      leaveOutRest(
          "only for switches with a linear forwarding table; the DUT declares LinearFDBCap = 0");
      return log().allPassed();
    }
    LinearTable.verifyCaps(mads(), switchInfo, "A3");
    if (cap == 1) {
      leaveOut("the DUT declares LinearFDBCap = 1, which holds LID 0 only", "A9", "A9");
    }
    if (cap % 64 == 0) {
      leaveOut("the DUT declares LinearFDBCap = " + cap, "A11", "A11");
    }

    TableWalk table = new LinearTable(mads(), cap, numPorts, "A10", "A11").walk();
    for (int round = 0; round <= LAST_ROUND; round++) {
      table.write(WRITE, round != 1, existingPorts(numPorts, round));
      table.read("A13", existingPorts(numPorts, round));
    }
    for (int top : new int[] {cap - 1, 0}) {
      step("A12");
      sendMad(
          subnSet(SWITCH_INFO)
              .dataOf(switchInfo)
              .setData(PORT_STATE_CHANGE, 0)
              .setData(LINEAR_FDB_TOP, top));
      receiveMad();
      table.read("A13", existingPorts(numPorts, LAST_ROUND));
    }
    verifyBeyond(table, numPorts);
    step("A21");
    LinearTable.verifySameCaps(mads(), switchInfo);
    return log().allPassed();
  }

  /// Steps A14 to A20.
  private void verifyBeyond(TableWalk table, int numPorts) throws TestException {
    int first = table.blocks();
    if (first > LinearTable.LAST_BLOCK) {
      leaveOut("the DUT has all %d blocks".formatted(first), "A15", "A17");
    } else {
      table.verifyAbsent(
          new Refusal("A14", "A15", "A16", "A17"),
          first,
          LinearTable.LAST_BLOCK,
          existingPorts(numPorts, 0));
    }
    for (int block : LinearTable.IMPOSSIBLE_BLOCKS) {
      table.verifyImpossible(
          new Refusal("A18", "A19", "A18", "A19"), block, existingPorts(numPorts, 0));
    }
    table.read("A20", existingPorts(numPorts, LAST_ROUND));
  }
}
