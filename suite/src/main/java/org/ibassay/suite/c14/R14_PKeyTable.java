package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Iteration;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.Parameter;
import org.ibassay.suite.Reading;
import org.ibassay.suite.TableWalk.Pattern;
import org.ibassay.suite.TableWalk.Refusal;
import org.ibassay.suite.TableWalk.Write;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.SwitchInfo;

/// # Every P_Key of a port's table is stored, up to the declared capacity
///
/// - Section: 14.2.5.7
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: none
/// - PROFILE=short leaves out: most blocks that do not exist and, on a real link, most ports that
///   do not, because ibsim 0.10 crashes on a port number far beyond its last port
/// - Assertions: ia-r14-p-key-table#01, ia-r14-p-key-table#02, ia-r14-p-key-table#03,
///   ia-r14-p-key-table#04, ia-r14-p-key-table#05, ia-r14-p-key-table#06, ia-r14-p-key-table#07
///
/// Each P_Key of a port's table up to the declared capacity stores what was written. Entries beyond
/// it read as 0; blocks and ports that do not exist are rejected.
///
/// ## Notes
///
/// - This test is the suite's own. AttributeModifier is the block in bits 15-0 and, of a switch,
///   the port in bits 31-16; a block has 32 P_Keys.
/// - A channel adapter, a router and port 0 of a switch have NodeInfo:PartitionCap P_Keys, an
///   external port of a switch SwitchInfo:PartitionEnforcementCap.
/// - No P_Key that the test finds is ever removed: it is in its block at any time, alternately at
///   its own entry and at the next one. So packets of its partition pass, even through the port
///   that the tester uses. SMPs are not affected: their P_Key is not checked. A table of one P_Key
///   that is in use is not written.
/// - The P_Keys written are those of unused partitions, no two of the same partition; therefore the
///   entries from 16,383 on of a larger table are set to 0.
/// - Open, and noted as readings: the contents of the first entry before the test
///   (`p-key-entry-0`), the contents beyond the capacity in the response to a Set
///   (`p-key-answer-beyond-cap`), two P_Keys of one partition (`p-key-twins`, `p-key-twice`), and
///   P_Key 0x8000 (`p-key-8000`).
/// - Bits 31-16 of AttributeModifier are not tested on channel adapters and routers, which ignore
///   them.
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
///
/// ## Procedure
///
/// - 1: SubnGet(NodeInfo); on a switch also SubnGet(SwitchInfo).
/// - 2: Repeat steps 3 to 5 for each port that a tester port reaches; on a switch, for port 0 and,
///   unless PartitionEnforcementCap is 0, for each external port.
/// - 3: SendMad(SubnGet(P_KeyTable)) for each block.
/// - 4: P_KEYS_IN_USE = ReceiveMad(SubnGetResp(P_KeyTable)); verify AttributeID, AttributeModifier
///   and Status.Code == 0. [ia-r14-p-key-table#01]
/// - 5: Note what the first entry holds.
/// - 6: Repeat steps 7 to 12 for each port and each block in ascending order; then again with 0 in
///   each entry that needs no P_Key in use; then again, with every bit of the first P_Keys
///   inverted, for each block in descending order.
/// - 7: SendMad(SubnGet(P_KeyTable)).
/// - 8: Verify AttributeID, AttributeModifier and Status.Code == 0. [ia-r14-p-key-table#01]
/// - 9: SendMad(SubnSet(P_KeyTable)) with P_KEY_BLOCK, in which each entry has its own P_Key.
/// - 10: Verify AttributeID, AttributeModifier, Status.Code == 0, and each entry within the
///   capacity as in P_KEY_BLOCK. [ia-r14-p-key-table#02]
/// - 11: SubnGet the block; verify the same. [ia-r14-p-key-table#02]
/// - 12: Verify in the response to the Get that the entries beyond the capacity are 0; note their
///   contents in the response to the Set. [ia-r14-p-key-table#03]
/// - 13: When every port is done, SubnGet every block; verify that each still has its own
///   P_KEY_BLOCK. [ia-r14-p-key-table#04]
/// - 14: SubnSet blocks that do not exist; verify Status.Code == 7. [ia-r14-p-key-table#05]
/// - 15: SubnGet them; verify Status.Code == 7. [ia-r14-p-key-table#05]
/// - 16: Repeat steps 16 to 19 for each port. SubnGet every block; verify as in step 13.
///   [ia-r14-p-key-table#04]
/// - 17: In two free entries of block 0, SubnSet the full and the limited P_Key of a partition,
///   then the same P_Key twice, then P_Key 0x8000 in one of them; after each, run steps 18 and 19.
/// - 18: SubnGet block 0, and note the result for the two entries: stored, or 0, or the Set
///   rejected with code 7. Verify that the block reads as in the response to the Set or, if the Set
///   was rejected, as before. [ia-r14-p-key-table#07]
/// - 19: SubnSet the two entries to 0; SubnGet block 0; verify that they are 0, and all others
///   unchanged. [ia-r14-p-key-table#02]
/// - 20: On a switch, SubnSet block 0 of ports that do not exist: NumPorts + 1 and, in simulation
///   and with PROFILE=full, 254, 255, 0x100 and 0x101; verify Status.Code == 7.
///   [ia-r14-p-key-table#06]
/// - 21: SubnGet it; verify Status.Code == 7. [ia-r14-p-key-table#06]
/// - 22: SubnGet block 0 of each port that exists; verify that it is unchanged.
///   [ia-r14-p-key-table#06]
@Td(
    dut = {DutKind.CA, DutKind.ROUTER, DutKind.SWITCH},
    effect = Effect.CHANGES,
    changes = Change.P_KEY_TABLE,
    parameters = Parameter.PROFILE)
public final class R14_PKeyTable extends MadTest {
  private static final int SWITCH = 2;
  private static final Write WRITE = new Write("7", "8", "9", "10", "10", "11", "12");
  private static final Refusal NO_BLOCK = new Refusal("14", "14", "15", "15");
  private static final Refusal NO_PORT = new Refusal("20", "20", "21", "21");

  /// A P_Key of an unused partition.
  private static final long FULL = 0xABCC;

  private static final long LIMITED = 0x2BCC;
  private static final long INVALID = 0x8000;

  private final Map<Integer, PartitionTable> tables = new ConcurrentHashMap<>();
  private boolean isSwitch;
  private int numPorts;
  private int partitionCap;
  private int enforcementCap;

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    return portStatesAreUp();
  }

  @Override
  public boolean execute() throws TestException {
    step("1");
    sendMad(subnGet(NODE_INFO));
    MadPacketSpec nodeInfo = receiveMadOk();
    numPorts = (int) nodeInfo.data(NodeInfo.NUM_PORTS);
    partitionCap = (int) nodeInfo.data(NodeInfo.PARTITION_CAP);
    isSwitch = nodeInfo.data(NodeInfo.NODE_TYPE) == SWITCH;
    if (isSwitch) {
      sendMad(subnGet(SWITCH_INFO));
      enforcementCap = (int) receiveMadOk().data(SwitchInfo.PARTITION_ENFORCEMENT_CAP);
    }
    step("2");
    repeatForTables(this::read);
    for (int round = 0; round < 2; round++) {
      int present = round;
      step("6");
      if (round > 0) {
        repeatForTables(port -> write(port, true, table(port).empty()));
      }
      repeatForTables(port -> write(port, present == 0, table(port).own(present)));
      repeatForTables(port -> table(port).walk().read("13", table(port).own(present)));
    }
    repeatForTables(this::verifyAbsent);
    repeatForTables(this::noteOpen);
    if (isSwitch) {
      part(this::verifyMissingPorts);
    } else {
      leaveOut("the DUT is not a switch", "20", "22");
    }
    return log().allPassed();
  }

  private void repeatForTables(Iteration iteration) throws TestException {
    if (isSwitch) {
      repeatForSwitchPorts(0, enforcementCap == 0 ? 0 : numPorts, iteration);
    } else {
      repeatForPorts(iteration);
    }
  }

  private void read(int port) throws TestException {
    int capacity = isSwitch && port > 0 ? enforcementCap : partitionCap;
    PartitionTable table =
        new PartitionTable(mads(), port, capacity, isSwitch ? (long) port << 16 : 0);
    table.read("3", "4", "5");
    tables.put(port, table);
  }

  private PartitionTable table(int port) throws TestException {
    PartitionTable table = tables.get(port);
    needs(table != null, "the P_KeyTable was not read");
    return Objects.requireNonNull(table);
  }

  private void write(int port, boolean upwards, Pattern pattern) throws TestException {
    PartitionTable table = table(port);
    if (table.isFixed()) {
      leaveOut("the DUT declares room for one P_Key, which is in use", "8", "12");
    } else {
      if (table.hasWholeBlocks()) {
        leaveOut("the DUT declares P_Keys by whole blocks", "12", "12");
      }
      table.walk().write(WRITE, upwards, pattern);
    }
  }

  private void verifyAbsent(int port) throws TestException {
    PartitionTable table = table(port);
    table.verifyAbsent(NO_BLOCK, isFullProfile(), table.own(0));
  }

  private void verifyMissingPorts() throws TestException {
    PartitionTable some = table(0);
    int[] missing =
        IntStream.of(numPorts + 1, 254, 255, 0x100, 0x101)
            .filter(port -> port > numPorts)
            .limit(port().isSimulated() || isFullProfile() ? Long.MAX_VALUE : 1)
            .distinct()
            .toArray();
    for (int port : missing) {
      PartitionTable none = new PartitionTable(mads(), port, 0, (long) port << 16);
      at("switch port", port, () -> none.walk().verifyImpossible(NO_PORT, 0, some.own(0)));
    }
    repeatForTables(port -> table(port).verifyLeft("22"));
  }

  private void noteOpen(int port) throws TestException {
    PartitionTable table = table(port);
    table.walk().read("16", table.own(1));
    if (!table.hasRoom()) {
      leaveOut("the DUT declares room for less than two P_Keys beside those in use", "18", "19");
      return;
    }
    table.note("17", "18", "19", Reading.P_KEY_TWINS, FULL, LIMITED);
    table.note("17", "18", "19", Reading.P_KEY_TWICE, FULL, FULL);
    table.note("17", "18", "19", Reading.P_KEY_8000, INVALID, FULL);
  }
}
