package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome.Nak;

/// # Requester and responder of a QP work independently
///
/// - Section: 9.7.1
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-both-sides#01, ia-r09-both-sides#02, ia-r09-both-sides#03
///
/// While the DUT receives the responses to its READ, packet by packet, the tester interleaves the
/// packets of a SEND. While a SEND of the DUT awaits its acknowledge, the tester reads, writes, and
/// skips a PSN. Each direction continues as if the other were idle.
///
/// ## Notes
///
/// - This test is the suite's own. Each direction has its own PSNs. Both start with the same PSN,
///   so the tester first sends some RDMA WRITEs.
/// - The DUT does not retransmit unless it receives a NAK.
/// - The procedure also runs with START_PSN 0x7FFFFC: PSN 2^23, where a signed number overflows, is
///   then within a message of either direction.
///
/// ## Procedure
///
/// - 1: Open a connection; send three RDMA WRITEs, and receive the ACK of each; register memory;
///   post a receive.
/// - 2: The DUT posts a READ of three packets; receive it. [ia-r09-both-sides#01]
/// - 3: Send the first READ response, the first packet of a SEND, the second READ response, the
///   second and third packets of the SEND, and the third READ response. Receive the ACK of each
///   packet of the SEND: PSN and MSN. [ia-r09-both-sides#02]
/// - 4: Verify that the READ completes with success, and that the DUT's memory holds the data of
///   the responses. [ia-r09-both-sides#01]
/// - 5: Verify that the receive completes with success and holds the SEND's data.
///   [ia-r09-both-sides#02]
/// - 6: The DUT posts a SEND of three packets; receive it; acknowledge the first packet.
///   [ia-r09-both-sides#01]
/// - 7: Send an RDMA READ, an RDMA WRITE with the PSN after the expected one, and that WRITE with
///   the expected PSN: receive the response, a PSN sequence error NAK, and an ACK: PSN and MSN of
///   each. [ia-r09-both-sides#02]
/// - 8: Verify that no packet is received and that nothing has completed. [ia-r09-both-sides#03]
/// - 9: Acknowledge the SEND; verify that it completes with success. [ia-r09-both-sides#01]
@Td(dut = DutKind.CA, needs = Ability.REQUESTS, effect = Effect.READS, parameters = START_PSN)
public final class R09_BothSides extends TransportTest {
  private static final int BEFORE_HALF = (1 << 23) - 4;

  private final DutRequester requester = new DutRequester(tt());
  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    repeatForStartPsns(this::procedure);
    carryOutFrom("half-way", BEFORE_HALF, this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    int psn = responder.lead(RequestKind.WRITE, DutResponder.LEAD);
    requester.registerData();
    byte[] data = pattern(DutRequester.PACKETS * cc().pmtu());
    MemoryRegion received = work().postReceives(1, data.length);
    step("2");
    int own = cc().dutStartPsn();
    requester.post(RequestKind.READ, 1);
    requester.verifyRequest(RequestKind.READ, own, 0);
    step("3");
    List<PacketOut> send = responder.message(RequestKind.SEND, received, data);
    requester.respondPart(own, 0, 1);
    exchange(send.get(0), psn, DutResponder.LEAD);
    requester.respondPart(own, 1, 1);
    exchange(send.get(1), Psn.add(psn, 1), DutResponder.LEAD);
    exchange(send.get(2), Psn.add(psn, 2), DutResponder.LEAD + 1);
    requester.respondPart(own, 2, 1);
    step("4");
    work().verifyEnded(work().pollSends(1), List.of(Ended.well(1)));
    requester.verifyBrought(RequestKind.READ);
    step("5");
    work().verifyReceived(1);
    memory().verify(received, 0, data);

    step("6");
    own = Psn.add(own, DutRequester.PACKETS);
    requester.post(RequestKind.SEND, 2);
    requester.verifyRequest(RequestKind.SEND, own, 0);
    requester.acknowledge(own, 1);
    step("7");
    serve(Psn.add(psn, DutRequester.PACKETS), DutResponder.LEAD + 1);
    step("8");
    packets().verifySilence(own);
    work().verifyNone(work().pollSends(0));
    step("9");
    requester.respond(RequestKind.SEND, own, 2);
    work().verifyEnded(work().pollSends(1), List.of(Ended.well(2)));
  }

  private void exchange(PacketOut packet, int psn, int msn) throws TestException {
    transportTxPacket(packet, psn);
    responder.verifyResponsePacket(RC_ACK, psn, msn);
  }

  /// @param psn of the tester's next request
  /// @param msn number of requests that the DUT has executed
  private void serve(int psn, int msn) throws TestException {
    transportTxPacket(responder.request(RequestKind.READ), psn);
    responder.verifyResponse(RequestKind.READ, psn, msn + 1);
    int next = DutResponder.after(psn, RequestKind.READ);
    PacketOut write = responder.request(RequestKind.WRITE);
    transportTxPacket(write, Psn.next(next));
    responder.verifyNak(Nak.PSN_SEQUENCE_ERROR, next, msn + 1);
    transportTxPacket(write, next);
    responder.verifyResponse(RequestKind.WRITE, next, msn + 2);
  }
}
