package com.example.acme;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_ONLY;

import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.OpCode;

/// # An RDMA READ returns the data of a preceding RDMA WRITE
///
/// - Section: 9.4.4
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-acme-written#01, ia-acme-written#02
///
/// On a reliable connection, the tester writes one packet of maximum size and reads it back.
///
/// ## Procedure
///
/// - 1: Register memory of the DUT.
/// - 2: Send an RDMA WRITE Only of PMTU bytes; receive its ACK: PSN, and MSN 1.
///   [ia-acme-written#01]
/// - 3: Send an RDMA READ of the same bytes; receive an RDMA READ Response Only: PSN, MSN 2, and
///   the data written. [ia-acme-written#02]
/// - 4: CloseRcChannel(CC).
@Td(dut = DutKind.CA, needs = Ability.WRITES, effect = Effect.READS, parameters = START_PSN)
public final class Acme_WrittenIsRead extends TransportTest {
  @Override
  public boolean execute() throws TestException {
    repeatForStartPsns(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    MemoryRegion region = memory().register();
    byte[] data = pattern(cc().pmtu());
    step("2");
    transportTxPacket(PacketOut.write(region, data), cc().psn(0));
    verifyResponse(RC_ACK, cc().psn(0), 1);
    step("3");
    transportTxPacket(PacketOut.read(region, data.length), cc().psn(1));
    PacketIn read = verifyResponse(RC_RDMA_READ_RESP_ONLY, cc().psn(1), 2);
    checks().verifyPayload(read, data);
    step("4");
    closeRcChannel();
  }

  /// Receives a response packet; verifies Syndrome, PSN and MSN.
  private PacketIn verifyResponse(OpCode opCode, int psn, int msn) throws TestException {
    PacketIn packetIn = transportRxPacket(opCode, psn);
    packets().throwIfLost(packetIn); // on a link that loses packets, this proves nothing
    checks().verifyPsn(packetIn, psn);
    checks().verifyAck(packetIn);
    checks().verifyMsn(packetIn, msn);
    return packetIn;
  }
}
