package org.ibassay.suite.c14;

import static org.ibassay.suite.Reading.UNSUPPORTED_ATTRIBUTE_CODE;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.RANDOM_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.RandomForwardingTable.LID;
import static org.ibassay.wire.attribute.RandomForwardingTable.LMC;
import static org.ibassay.wire.attribute.RandomForwardingTable.PORT;
import static org.ibassay.wire.attribute.RandomForwardingTable.VALID;
import static org.ibassay.wire.attribute.SwitchInfo.LINEAR_FDB_CAP;
import static org.ibassay.wire.attribute.SwitchInfo.RANDOM_FDB_CAP;

import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.TableWalk;
import org.ibassay.suite.TableWalk.Pattern;
import org.ibassay.suite.TableWalk.Refusal;
import org.ibassay.suite.TableWalk.Write;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.NodeInfo;

/// # RandomForwardingTable stores entries if it is supported, and is rejected otherwise
///
/// - Section: 24.1.5.14.1
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-027, v1c14-030
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X, 8X or 12X; Speed=SDR, DDR, QDR,
///   FDR, EDR or HDR
/// - DUT qualifiers: none
/// - Assertions: v1c13-024#06, v1c14-024.1.1#10.02, v1c14-024.1.1#11.01, v1c14-024.1.1#11.02,
///   v1c14-024.1.1#11.03
///
/// A switch without a random forwarding table rejects reading or writing it. If there is one, every
/// block is written in ascending and in descending order. Entries up to RandomFDBCap store what was
/// written; those beyond it read as zero.
///
/// ## Notes
///
/// - The public page is known up to the beginning of step 5. The rest of that step and the
///   following ones are this suite's own, and so is the assignment of the assertions that the page
///   lists.
/// - The public page sends SubnGet(NodeInfo) in step 1; SwitchInfo is meant.
/// - The status of a switch without the table is code 3 (method/attribute combination not
///   supported): the public page names v1c13-024#06, which stands for that code. The code is the
///   reading unsupported-attribute-code; the code of the public page decides.
/// - A block holds 16 entries; AttributeModifier is the block number, at most 3071. No two entries
///   that are valid at a time are for the same LID: the entries spread over all LIDs, with LMC
///   where there is room, and every entry is made invalid before another pattern is written. Of an
///   invalid entry only Valid is checked.
/// - An entry is expected where it was written.
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
///
/// ## Procedure
///
/// - 1: SendMad(SubnGet(SwitchInfo)).
/// - 2: LinearFDBCap = ReceiveMad(SubnGetResp(SwitchInfo)):LinearFDBCap.
/// - 3: RandomFDBCap = that answer's RandomFDBCap.
/// - 4: DUT_FDB_LINEAR_CAP = LinearFDBCap; DUT_FDB_RANDOM_CAP = RandomFDBCap.
/// - 5: Verify that one of DUT_FDB_RANDOM_CAP and DUT_FDB_LINEAR_CAP is 0, and that
///   DUT_FDB_RANDOM_CAP is at most 49152. [v1c14-024.1.1#10.02, v1c14-024.1.1#11.01]
/// - A1: If DUT_FDB_RANDOM_CAP == 0, repeat steps A2 to A5 for blocks 0 to 3071.
///   - A2: SendMad(SubnSet(RandomForwardingTable)).
///   - A3: ReceiveMad(SubnGetResp(RandomForwardingTable)); verify AttributeID, AttributeModifier
///     and Status.Code == 3. [v1c13-024#06]
///   - A4: SendMad(SubnGet(RandomForwardingTable)).
///   - A5: ReceiveMad(SubnGetResp(RandomForwardingTable)); verify the same. [v1c13-024#06]
/// - A6: Otherwise repeat steps A7 to A13 for each existing block: with valid entries, in ascending
///   order; then A14; then with invalid entries; then with other valid ones, in descending order;
///   then A14.
///   - A7: SendMad(SubnGet(RandomForwardingTable)).
///   - A8: ReceiveMad(SubnGetResp(RandomForwardingTable)); verify AttributeID, AttributeModifier
///     and Status.Code == 0. [v1c14-024.1.1#11.02]
///   - A9: SendMad(SubnSet(RandomForwardingTable)) with the pattern.
///   - A10: ReceiveMad(SubnGetResp(RandomForwardingTable)); verify AttributeID, AttributeModifier
///     and Status.Code == 0. [v1c14-024.1.1#11.03]
///   - A11: Verify that each entry of the response is as written. [v1c14-024.1.1#11.03]
///   - A12: SubnGet the block again; verify the same, and Status.Code == 0. [v1c14-024.1.1#11.02]
///   - A13: Verify in both responses that entries beyond DUT_FDB_RANDOM_CAP are 0.
///     [ia-c14-024-11#01]
/// - A14: SubnGet every existing block; verify that each entry is as written. [ia-c14-024-11#02]
/// - A15: SubnSet each block from the first one that does not exist to 3071.
/// - A16: Verify AttributeID, AttributeModifier, Status.Code == 7, and that every entry is 0, in
///   the response and in that to a SubnGet. [ia-c14-024-11#03]
/// - A17: Repeat step A14. [ia-c14-024-11#02]
/// - A18: SubnGet(SwitchInfo) again; verify that LinearFDBCap and RandomFDBCap are unchanged.
///   [v1c14-024.1.1#10.02, v1c14-024.1.1#11.01]
@Td(
    dut = DutKind.SWITCH,
    effect = Effect.CHANGES,
    changes = {Change.RANDOM_FORWARDING_TABLE, Change.LINEAR_FORWARDING_TABLE})
public final class C14_024_11 extends MadTest {
  private static final int LAST_BLOCK = 3071;
  private static final int MOST_ENTRIES = (LAST_BLOCK + 1) * 16;
  private static final int LIDS = 0xC000;
  private static final int GREATEST_LMC = 7;
  private static final Write WRITE = new Write("A7", "A8", "A9", "A10", "A11", "A12", "A13");

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    return portStatesAreUp();
  }

  @Override
  public boolean execute() throws TestException {
    step("1");
    sendMad(subnGet(SWITCH_INFO));
    step("2");
    MadPacketSpec switchInfo = receiveMadOk();
    long linearCap = switchInfo.data(LINEAR_FDB_CAP);
    step("3");
    int cap = (int) switchInfo.data(RANDOM_FDB_CAP);
    step("5");
    boolean isPossible =
        verify(
            switchInfo,
            (linearCap == 0 || cap == 0) && cap <= MOST_ENTRIES,
            () -> "LinearFDBCap 0 or RandomFDBCap 0, and at most " + MOST_ENTRIES,
            () -> "LinearFDBCap %d, RandomFDBCap %d".formatted(linearCap, cap));
    needs(isPossible, "the DUT declares more than one table, or more entries than there are LIDs");
    if (cap == 0) {
      leaveOut("the DUT declares RandomFDBCap = 0", "A6", "A17");
      table(0)
          .verifyUnsupported(
              new Refusal("A2", "A3", "A4", "A5"),
              0,
              LAST_BLOCK,
              UNSUPPORTED_ATTRIBUTE_CODE,
              entries(LAST_BLOCK, 1, true));
    } else {
      leaveOut("the DUT declares RandomFDBCap = " + cap, "A1", "A5");
      verifyTable(cap);
    }
    step("A18");
    sendMad(subnGet(SWITCH_INFO));
    MadPacketSpec again = receiveMadOk();
    verifyData(again, LINEAR_FDB_CAP, linearCap);
    verifyData(again, RANDOM_FDB_CAP, cap);
    return log().allPassed();
  }

  /// Steps A6 to A17.
  private void verifyTable(int cap) throws TestException {
    step("A8");
    sendMad(subnGet(NODE_INFO));
    int numPorts = (int) receiveMadOk().data(NodeInfo.NUM_PORTS);
    TableWalk table = table(cap);
    if (cap % 16 == 0) {
      leaveOut("the DUT declares RandomFDBCap = " + cap, "A13", "A13");
    }
    table.write(WRITE, true, entries(cap, numPorts, true));
    table.read("A14", entries(cap, numPorts, true));
    table.write(WRITE, true, (_, _, _) -> 0);
    table.write(WRITE, false, entries(cap, numPorts, false));
    table.read("A14", entries(cap, numPorts, false));
    if (table.blocks() > LAST_BLOCK) {
      leaveOut("the DUT has all %d blocks".formatted(table.blocks()), "A16", "A16");
    } else {
      table.verifyAbsent(
          new Refusal("A15", "A16", "A16", "A16"),
          table.blocks(),
          LAST_BLOCK,
          entries(cap, numPorts, true));
    }
    table.read("A17", entries(cap, numPorts, false));
  }

  /// Of an invalid entry only Valid is checked.
  private TableWalk table(int cap) {
    return new TableWalk(
        mads(),
        RANDOM_FORWARDING_TABLE,
        cap,
        (read, field, index, entry, _) ->
            entry < cap && !field.equals(VALID) && read.data(VALID, index) == 0);
  }

  /// Valid entries, each for LIDs that no other entry is for; invalid when no LIDs are left.
  private static Pattern entries(int cap, int numPorts, boolean upwards) {
    int most = Math.clamp(Integer.highestOneBit(LIDS / (cap + 1)), 1, 1 << GREATEST_LMC);
    return (field, entry, _) -> {
      int number = (upwards ? entry : cap - 1 - entry % cap) + 1;
      long lid = (long) number * most;
      int lmc = number % (Integer.numberOfTrailingZeros(most) + 1);
      return value(field, lid, lmc, number % (numPorts + 1));
    };
  }

  private static long value(Field field, long lid, int lmc, int port) {
    if (lid >= LIDS || lid == 0) {
      return 0;
    }
    return field.equals(LID)
        ? lid
        : field.equals(VALID) ? 1 : field.equals(LMC) ? lmc : field.equals(PORT) ? port : 0;
  }
}
