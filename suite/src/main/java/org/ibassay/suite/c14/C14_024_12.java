package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.MULTICAST_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.MulticastForwardingTable.PORT_MASK;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.SwitchInfo;

/// # MulticastForwardingTable stores port masks if it is supported, and is rejected otherwise
///
/// - Section: 24.1.5.15
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-027, v1c14-030
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X, 8X or 12X; Speed=SDR, DDR, QDR,
///   FDR, EDR or HDR
/// - DUT qualifiers: none
/// - Assertions: v1c13-024#07, v1c14-024.1.1#12.01, v1c14-024.1.1#12.02, v1c14-024.1.1#12.03
///
/// Every block and every port group of the table is read, inverted and written. Entries and bits
/// within the declared capacity and the switch's ports store what was written; blocks and groups
/// beyond are rejected with code 7 and read as zero.
///
/// ## Notes
///
/// - The two cases of the public page's section, 24.1.5.15.1 and 24.1.5.15.2, are one procedure:
///   SwitchInfo:MulticastFDBCap (DUT_FDB_MULTICAST_CAP) selects the branch.
/// - A block holds 32 PortMasks of 16 ports each; AttributeModifier[8:0] is the block,
///   AttributeModifier[31:28] the group of 16 ports. Bit n of group 0 is port n, port 0 included.
/// - On the public page, step 15 repeats "7 to 18", which begins in the other branch; this is taken
///   to mean the steps that follow step 15, here 16 to 26.
/// - The public page determines the existing entries of the last block by `DUT_FDB_MULTICAST_CAP
///   MODULO 32`. That is 0 if the capacity is a multiple of 32: then all 32 entries exist. Its step
///   26 has the same remainder for full blocks: there all 32 entries are checked.
/// - Status.Code applies to a whole block. In the last block its existing entries determine the
///   expected code.
/// - The public page inverts what it reads, which cannot tell one entry from another. Our steps A2
///   to A4 write a pattern that differs from entry to entry and read it back when all is written,
///   once in ascending and once in descending order, so that a Set that corrupts another block is
///   detected whichever block that is.
/// - Step 3 or 14 also checks that the capacity fits in 512 blocks, and A5 that it is unchanged at
///   the end: the capacity determines what all other checks expect.
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
///
/// ## Procedure
///
/// - 1: SendMad(SubnGet(SwitchInfo)).
/// - 2: ReceiveMad(SubnGetResp(SwitchInfo)).
/// - 3: If DUT_FDB_MULTICAST_CAP == 0, the table is not supported. [v1c14-024.1.1#12.01]
///   - 4: Repeat steps 5 to 10 for blocks 0 to 511 and port groups 0 to 15.
///   - 5: SendMad(SubnSet(MulticastForwardingTable)) for the block and port group.
///   - 6: SMP_DATA = ReceiveMad(SubnGetResp(MulticastForwardingTable)).
///   - 7: Verify AttributeID, AttributeModifier and Status.Code == 7. [v1c14-024.1.1#12.03,
///     v1c13-024#07]
///   - 8: SendMad(SubnGet(MulticastForwardingTable)) for the block and port group.
///   - 9: SMP_DATA = ReceiveMad(SubnGetResp(MulticastForwardingTable)).
///   - 10: Verify AttributeID, AttributeModifier, Status.Code == 7, and that every entry reads 0.
///     [v1c14-024.1.1#12.02, v1c13-024#07]
/// - 11: Otherwise the table is supported.
///   - 12: SendMad(SubnGet(NodeInfo)).
///   - 13: NUM_PORTS = ReceiveMad(SubnGetResp(NodeInfo)):NumPorts.
///   - 14: Verify DUT_FDB_MULTICAST_CAP != 0, and at most 16,384. [v1c14-024.1.1#12.01]
///   - 15: Repeat steps 16 to 26 for blocks 0 to 511 and port groups 0 to 15.
///   - 16: SendMad(SubnGet(MulticastForwardingTable)) for the block and port group.
///   - 17: SMP_DATA = ReceiveMad(SubnGetResp(MulticastForwardingTable)); verify AttributeID and
///     AttributeModifier. [v1c14-024.1.1#12.02]
///   - 17.1: Added: Verify the status of that Get: code 0 within the table, otherwise 7.
///     [ia-c14-024-12#01]
///   - 18: SMP_DATA_1 = NOT SMP_DATA.
///   - 19: SendMad(SubnSet(MulticastForwardingTable)) with SMP_DATA_1.
///   - 20: SMP_DATA = ReceiveMad(SubnGetResp(MulticastForwardingTable)).
///   - 21: Verify AttributeID and AttributeModifier. [v1c14-024.1.1#12.02]
///   - 22: UPPER_LIMIT_OUTPUT_PORT_BLOCK = (port group + 1) * 16 - 1.
///   - 23: LOWER_LIMIT_OUTPUT_PORT_BLOCK = port group * 16.
///   - 24: If the block is greater than (DUT_FDB_MULTICAST_CAP - 1) / 32, no entry of it exists.
///     - 24.1: Verify that all data is 0. [v1c14-027#01, v1c14-030#01]
///     - 24.2: Verify Status.Code == 7. [v1c13-024#07]
///   - 25: Otherwise, if the block equals (DUT_FDB_MULTICAST_CAP - 1) / 32, it may exist in part.
///     - 25.1: If LOWER_LIMIT_OUTPUT_PORT_BLOCK > NUM_PORTS, verify Status.Code == 7.
///       [v1c13-024#07]
///     - 25.2: Verify that all data is 0. [v1c14-027#01, v1c14-030#01]
///     - 25.3: Otherwise verify Status.Code == 0. [v1c13-024#01]
///     - 25.4: If UPPER_LIMIT_OUTPUT_PORT_BLOCK > NUM_PORTS, verify that the bits of existing ports
///       are as set and that those of other ports are 0. [v1c14-027#01, v1c14-030#01]
///     - 25.5: Otherwise verify that PortMask is as set. [v1c14-024.1.1#12.03]
///     - 25.6: Verify that entries beyond the capacity are 0. [v1c14-027#01, v1c14-030#01]
///   - 26: Otherwise all entries of the block exist.
///     - 26.1: If LOWER_LIMIT_OUTPUT_PORT_BLOCK > NUM_PORTS, verify Status.Code == 7.
///       [v1c13-024#07]
///     - 26.2: Verify that all data is 0. [v1c14-027#01, v1c14-030#01]
///     - 26.3: Otherwise verify Status.Code == 0. [v1c13-024#01]
///     - 26.4: If UPPER_LIMIT_OUTPUT_PORT_BLOCK > NUM_PORTS, verify that the bits of existing ports
///       are as set and that those of other ports are 0. [v1c14-027#01, v1c14-030#01]
///     - 26.5: Otherwise verify that PortMask is as set. [v1c14-024.1.1#12.03]
///   - A1: SubnGet the block and port group again; verify that it reads as in the response to the
///     Set, and the status as in step 17.1. [ia-c14-024-12#02]
///   - A2: SubnSet every block and port group to a pattern that differs from entry to entry, from
///     block 0 upward.
///   - A3: SubnGet every block and port group; verify that each existing entry holds its own
///     pattern, and that everything else is 0. [ia-c14-024-12#03]
///   - A4: Verify the status as in step 17.1. Then repeat A2 to A4 with another pattern, from block
///     511 downward. [ia-c14-024-12#01]
/// - A5: SubnGet(SwitchInfo) again; verify that MulticastFDBCap is unchanged. [ia-c14-024-12#04]
/// - 27: End.
@Td(dut = DutKind.SWITCH, effect = Effect.CHANGES, changes = Change.MULTICAST_FORWARDING_TABLE)
public final class C14_024_12 extends MadTest {
  private static final int LAST_BLOCK = 511;
  private static final int LAST_GROUP = 15;
  private static final int ENTRIES = 32;
  private static final int GREATEST_CAP = (LAST_BLOCK + 1) * ENTRIES;
  private static final int ALL_PORTS = 0xFFFF;

  // Odd multipliers that spread neighboring numbers over all bits.
  private static final int UPWARDS = 0x9E3779B1;
  private static final int DOWNWARDS = 0x85EBCA77;

  private long cap;
  private int numPorts;

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
    cap = switchInfo.data(SwitchInfo.MULTICAST_FDB_CAP);
    if (cap == 0) {
      step("3");
      verifyData(switchInfo, SwitchInfo.MULTICAST_FDB_CAP, 0);
      leaveOut("the DUT declares MulticastFDBCap = 0", "11", "A4");
      step("4");
      repeatForTable(this::unsupported);
    } else {
      step("12");
      sendMad(subnGet(NODE_INFO));
      step("13");
      numPorts = (int) receiveMadOk().data(NodeInfo.NUM_PORTS);
      step("14");
      verify(
          switchInfo,
          cap <= GREATEST_CAP,
          () -> "MulticastFDBCap from 1 to " + GREATEST_CAP,
          () -> "MulticastFDBCap " + cap);
      leaveOutByNumPorts();
      step("15");
      repeatForTable(this::invert);
      writeAndRead(0, LAST_BLOCK, UPWARDS);
      writeAndRead(LAST_BLOCK, 0, DOWNWARDS);
    }
    step("A5");
    sendMad(subnGet(SWITCH_INFO));
    verifyData(receiveMadOk(), SwitchInfo.MULTICAST_FDB_CAP, cap);
    return log().allPassed();
  }

  /// Steps 25.5 and 26.5 are for a group of ports that all exist; steps 24, 25.1, 25.2, 26.1 and
  /// 26.2 for a block or group that does not exist.
  private void leaveOutByNumPorts() {
    String ability =
        "the DUT declares MulticastFDBCap = %d, NumPorts = %d".formatted(cap, numPorts);
    if (numPorts < new Part(0, 0).upperLimitOutputPortBlock()) {
      leaveOut(ability, "25.5", "25.5");
      leaveOut(ability, "26.5", "26.5");
    }
    if (lastBlock() >= LAST_BLOCK && numPorts >= LAST_GROUP * 16) {
      leaveOut(ability, "24.1", "24.2");
      leaveOut(ability, "25.1", "25.2");
      leaveOut(ability, "26.1", "26.2");
    }
  }

  /// One block and port group of the table.
  private record Part(int block, int group) {
    long attributeModifier() {
      return ((long) group << 28) | block;
    }

    int lowerLimitOutputPortBlock() {
      return group * 16;
    }

    int upperLimitOutputPortBlock() {
      return (group + 1) * 16 - 1;
    }
  }

  private interface PartProcedure {
    void run(Part part) throws TestException;
  }

  private void repeatForTable(PartProcedure procedure) throws TestException {
    repeatForTable(0, LAST_BLOCK, procedure);
  }

  private void repeatForTable(int firstBlock, int lastBlock, PartProcedure procedure)
      throws TestException {
    repeat(
        "block",
        firstBlock,
        lastBlock,
        block ->
            repeat("port group", 0, LAST_GROUP, group -> procedure.run(new Part(block, group))));
  }

  /// Steps 5 to 10.
  private void unsupported(Part part) throws TestException {
    step("5");
    MadPacketSpec set = set(part);
    for (int entry = 0; entry < ENTRIES; entry++) {
      set.setData(PORT_MASK, entry, ALL_PORTS);
    }
    sendMad(set);
    step("6");
    MadPacketSpec smpData = receiveMad();
    step("7");
    verifyEcho(smpData, set);
    verifyStatusCode(smpData, INVALID_FIELD);
    step("8");
    MadPacketSpec get = get(part);
    sendMad(get);
    step("9");
    smpData = receiveMad();
    step("10");
    verifyEcho(smpData, get);
    verifyStatusCode(smpData, INVALID_FIELD);
    verifyZero(smpData, 0);
  }

  /// Steps 16 to 26, and A1.
  private void invert(Part part) throws TestException {
    step("16");
    MadPacketSpec get = get(part);
    sendMad(get);
    step("17");
    MadPacketSpec smpData = receiveMad();
    verifyEcho(smpData, get);
    step("17.1");
    verifyStatusCode(smpData, expectedStatus(part));
    step("18");
    MadPacketSpec smpData1 = set(part);
    for (int entry = 0; entry < ENTRIES; entry++) {
      smpData1.setData(PORT_MASK, entry, ~smpData.data(PORT_MASK, entry));
    }
    step("19");
    sendMad(smpData1);
    step("20");
    smpData = receiveMad();
    step("21");
    verifyEcho(smpData, smpData1);
    if (part.block > lastBlock()) {
      step("24.1");
      verifyZero(smpData, 0);
      step("24.2");
      verifyStatusCode(smpData, INVALID_FIELD);
    } else {
      verifyExisting(part.block == lastBlock() ? STEP_25 : STEP_26, part, smpData, smpData1);
    }
    step("A1");
    sendMad(get);
    MadPacketSpec again = receiveMad();
    verifyStatusCode(again, expectedStatus(part));
    for (int entry = 0; entry < ENTRIES; entry++) {
      verifyEntry(again, entry, smpData.data(PORT_MASK, entry));
    }
  }

  /// The bullets of step 25 or 26: the same checks, except that a block of step 26 is full.
  private record Bullets(
      String noPortStatus,
      String noPortData,
      String status,
      String somePorts,
      String allPorts,
      String beyondCap) {}

  private static final Bullets STEP_25 =
      new Bullets("25.1", "25.2", "25.3", "25.4", "25.5", "25.6");
  private static final Bullets STEP_26 =
      new Bullets("26.1", "26.2", "26.3", "26.4", "26.5", "26.5");

  private void verifyExisting(
      Bullets bullets, Part part, MadPacketSpec smpData, MadPacketSpec smpData1)
      throws TestException {
    if (part.lowerLimitOutputPortBlock() > numPorts) {
      step(bullets.noPortStatus);
      verifyStatusCode(smpData, INVALID_FIELD);
      step(bullets.noPortData);
      verifyZero(smpData, 0);
      return;
    }
    step(bullets.status);
    verifyStatusCode(smpData, OK);
    step(part.upperLimitOutputPortBlock() > numPorts ? bullets.somePorts : bullets.allPorts);
    int entries = existingEntries(part);
    for (int entry = 0; entry < entries; entry++) {
      verifyEntry(smpData, entry, smpData1.data(PORT_MASK, entry) & existingPorts(part));
    }
    step(bullets.beyondCap);
    verifyZero(smpData, entries);
  }

  /// Steps A2 to A4.
  private void writeAndRead(int firstBlock, int lastBlock, int pattern) throws TestException {
    repeatForTable(firstBlock, lastBlock, part -> writePattern(part, pattern));
    repeatForTable(part -> readPattern(part, pattern));
  }

  private void writePattern(Part part, int pattern) throws TestException {
    step("A2");
    MadPacketSpec set = set(part);
    for (int entry = 0; entry < ENTRIES; entry++) {
      set.setData(PORT_MASK, entry, mask(part, entry, pattern));
    }
    sendMad(set);
    receiveMad();
  }

  private void readPattern(Part part, int pattern) throws TestException {
    step("A3");
    sendMad(get(part));
    MadPacketSpec smpData = receiveMad();
    int entries = existingEntries(part);
    for (int entry = 0; entry < entries; entry++) {
      verifyEntry(smpData, entry, mask(part, entry, pattern) & existingPorts(part));
    }
    verifyZero(smpData, entries);
    step("A4");
    verifyStatusCode(smpData, expectedStatus(part));
  }

  private MadPacketSpec get(Part part) {
    return subnGet(MULTICAST_FORWARDING_TABLE).attributeModifier(part.attributeModifier());
  }

  private MadPacketSpec set(Part part) {
    return subnSet(MULTICAST_FORWARDING_TABLE).attributeModifier(part.attributeModifier());
  }

  private long lastBlock() {
    return (cap - 1) / ENTRIES;
  }

  /// Returns how many entries of the block exist; 0 if the switch has no port of the group.
  private int existingEntries(Part part) {
    if (part.lowerLimitOutputPortBlock() > numPorts) {
      return 0;
    }
    return Math.clamp(cap - (long) part.block * ENTRIES, 0, ENTRIES);
  }

  /// Returns the bits of the group's existing ports.
  private int existingPorts(Part part) {
    int ports = Math.clamp(numPorts + 1 - part.lowerLimitOutputPortBlock(), 0, 16);
    return (1 << ports) - 1;
  }

  private int expectedStatus(Part part) {
    return existingEntries(part) == 0 ? INVALID_FIELD : OK;
  }

  private void verifyZero(MadPacketSpec smpData, int firstEntry) throws TestException {
    for (int entry = firstEntry; entry < ENTRIES; entry++) {
      verifyEntry(smpData, entry, 0);
    }
  }

  private void verifyEntry(MadPacketSpec smpData, int entry, long expected) throws TestException {
    if (smpData.data(PORT_MASK, entry) == expected) {
      verifyData(smpData, PORT_MASK, entry, expected);
    } else {
      at("entry", entry, () -> verifyData(smpData, PORT_MASK, entry, expected));
    }
  }

  /// Returns a mask that almost no other entry of the table has in this pattern.
  private static int mask(Part part, int entry, int pattern) {
    int number = (part.group * (LAST_BLOCK + 1) + part.block) * ENTRIES + entry + 1;
    return ((number * pattern) >>> 16) & ALL_PORTS;
  }
}
