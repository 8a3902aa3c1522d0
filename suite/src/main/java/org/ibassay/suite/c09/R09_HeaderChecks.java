package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.UC_SEND_ONLY;

import java.util.LinkedHashMap;
import java.util.Map;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.packet.Bth;

/// # A packet that is not for the connection is dropped without a word
///
/// - Section: 9.6
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-header-checks#01, ia-r09-header-checks#02
///
/// RDMA WRITEs that are right but for one thing, the ICRC, the transport version, the partition or
/// the destination QP, and a SEND of another service: the DUT does not answer, carries nothing out,
/// and takes the next right packet as if nothing had been.
///
/// ## Notes
///
/// - Ours. Each case has a connection of its own.
/// - Step 5 is the control: a DUT that is just deaf would be silent, too.
///
/// ## Procedure
///
/// - 1: For each case: open a connection, register memory, and post a receive.
/// - 2: Send the packet.
/// - 3: Verify that no packet comes. [ia-r09-header-checks#01]
/// - 4: Verify that the memory has not changed. [ia-r09-header-checks#02]
/// - 5: Send a right WRITE with the same PSN; receive its ACK: PSN and MSN 1; verify that the data
///   are in memory. [ia-r09-header-checks#02]
/// - 6: Close the connection.
@Td(dut = DutKind.CA, effect = Effect.READS, parameters = START_PSN)
public final class R09_HeaderChecks extends R09 {
  /// A partition that nobody is in.
  private static final int FOREIGN_P_KEY = 0x9BA5;

  /// No device gives out this number so soon.
  private static final int FOREIGN_QP = 0xFFFFF0;

  /// A test is made anew for each run.
  public R09_HeaderChecks() {}

  private interface Packet {
    PacketOut make();
  }

  @Override
  public boolean execute() throws TestException {
    Map<String, Packet> cases = new LinkedHashMap<>();
    cases.put("wrong ICRC", () -> request(Kind.WRITE).wrongIcrc());
    cases.put("TVer 1", () -> request(Kind.WRITE).set(Bth.T_VER, 1));
    cases.put("foreign P_Key", () -> request(Kind.WRITE).set(Bth.P_KEY, FOREIGN_P_KEY));
    cases.put("foreign DestQP", () -> request(Kind.WRITE).set(Bth.DEST_QP, FOREIGN_QP));
    cases.put("UC SEND Only", () -> packet(UC_SEND_ONLY).payload(pattern(cc().pmtu())));
    for (Map.Entry<String, Packet> fault : cases.entrySet()) {
      carryOutCase(fault.getKey(), () -> procedure(fault.getValue()));
    }
    return log().allPassed();
  }

  private void procedure(Packet fault) throws TestException {
    step("1");
    MemoryRegion region = registerMemory();
    postReceives(1, cc().pmtu());
    int psn = cc().startPsn();
    step("2");
    send(fault.make(), psn);
    step("3");
    verifySilence();
    step("4");
    verifyMemory(region, 0, new byte[cc().pmtu()]);
    step("5");
    send(request(Kind.WRITE), psn);
    verifyResponse(Kind.WRITE, psn, 1);
    verifyMemory(region, 0, pattern(cc().pmtu()));
    step("6");
  }
}
