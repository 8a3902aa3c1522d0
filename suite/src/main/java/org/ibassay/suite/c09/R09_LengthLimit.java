package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.Reading.LENGTH_FAULT;
import static org.ibassay.suite.c09.DutResponder.LEAD;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_REQ;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_FIRST;
import static org.ibassay.wire.packet.Syndrome.Nak.INVALID_REQUEST;
import static org.ibassay.wire.packet.Syndrome.Nak.REMOTE_ACCESS_ERROR;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Syndrome.Nak;

/// # A request for more than 2^31 bytes is answered with a NAK
///
/// - Section: 9.7.4.1.6
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-length-limit#01, ia-r09-length-limit#02
///
/// The tester sends an RDMA READ and the first packet of an RDMA WRITE, for 2^31 + 1 bytes and for
/// 2^32 - 1 bytes. Each is answered with a NAK and moves the QP to the error state.
///
/// ## Notes
///
/// - This test is the suite's own. Each case uses a separate connection, on which its request is
///   the first, and another one, on which three valid RDMA WRITEs come before it.
/// - Such a request also exceeds its region, and no public text specifies which fault takes
///   precedence: Linux 6.1 reports a remote access error, 6.12 an invalid request. Either is
///   accepted and noted as the reading `length-fault`.
/// - 2^31 bytes are a legal length. They are not tested: a DUT may check its region packet by
///   packet and start to execute the request.
/// - The memory content after a rejected WRITE is undefined and not checked.
///
/// ## Procedure
///
/// - 1: For RDMA READ and RDMA WRITE First, and for each length: open a connection, send the
///   preceding requests and receive each ACK, and register memory.
/// - 2: Send the request, with AckReq = 1.
/// - 3: Receive an invalid request NAK or remote access error NAK with its PSN, and an MSN that
///   counts the requests before it. [ia-r09-length-limit#01]
/// - 4: Verify that the QP is in the error state. [ia-r09-length-limit#02]
/// - 5: Close the connection.
@Td(
    dut = DutKind.CA,
    needs = {Ability.WRITES, Ability.RENEWAL},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_LengthLimit extends TransportTest {
  private static final long MOST = 1L << 31;
  private static final List<Long> LENGTHS = List.of(MOST + 1, (1L << 32) - 1);

  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    for (long bytes : LENGTHS) {
      if (RequestKind.READ.isServedBy(dut())) {
        carryOut("READ of " + bytes, RC_RDMA_READ_REQ, bytes);
      }
      carryOut("WRITE of " + bytes, RC_RDMA_WRITE_FIRST, bytes);
    }
    return log().allPassed();
  }

  private void carryOut(String which, OpCode opCode, long bytes) throws TestException {
    carryOutOnce(which, () -> procedure(opCode, bytes, 0));
    carryOutOnce(which + ", later", () -> procedure(opCode, bytes, LEAD));
  }

  private void procedure(OpCode opCode, long bytes, int before) throws TestException {
    step("1");
    int psn = responder.lead(RequestKind.WRITE, before);
    MemoryRegion region = memory().register();
    step("2");
    PacketOut request = PacketOut.rdma(opCode, region, bytes).ackReq();
    transportTxPacket(
        opCode == RC_RDMA_READ_REQ ? request : request.payload(pattern(cc().pmtu())), psn);
    step("3");
    PacketIn nak = responder.verifyRefused(psn, before, INVALID_REQUEST, REMOTE_ACCESS_ERROR);
    if (nak.syndrome() instanceof Nak(int code)) {
      noteFault(nak, code);
    }
    step("4");
    work().verifyState(State.ERR);
    step("5");
  }

  private void noteFault(PacketIn nak, int code) {
    if (code == INVALID_REQUEST || code == REMOTE_ACCESS_ERROR) {
      String way = code == INVALID_REQUEST ? "invalid-request" : "remote-access";
      reading(nak.frame(), LENGTH_FAULT, way);
    }
  }
}
