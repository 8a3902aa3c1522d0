package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Psn;

/// # A duplicate request within a message does not affect the message
///
/// - Section: 9.7.5.1
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-duplicate-in-message#01, ia-r09-duplicate-in-message#02,
///   ia-r09-duplicate-in-message#03
///
/// The tester repeats a READ, and then an atomic, after the First packet of a SEND. The DUT
/// responds to the duplicate and accepts the rest of the SEND. An RDMA WRITE is then repeated after
/// a READ: the ACK has the WRITE's PSN, not the READ's.
///
/// ## Notes
///
/// - This test is the suite's own. An ACK with the PSN of the READ, or a later one, would
///   acknowledge the READ, whose data would then be lost.
/// - The atomic is omitted for a DUT without atomics.
///
/// ## Procedure
///
/// - 1: For READ and FetchAdd: open a connection; register memory; post a receive of two packets.
///   Send the request; receive its response.
/// - 2: Send the First packet of a SEND of two; receive its ACK. Send the request again; receive
///   its response: OpCode and PSN. [ia-r09-duplicate-in-message#01]
/// - 3: Send the Last packet of the SEND; receive its ACK: PSN and MSN 2; verify that the receive
///   has completed with its data. [ia-r09-duplicate-in-message#02]
/// - 4: Open a connection; register memory. Send a WRITE and a READ; receive each response. Send
///   the WRITE again; receive an ACK with its PSN. [ia-r09-duplicate-in-message#03]
@Td(
    dut = DutKind.CA,
    needs = {Ability.SENDS, Ability.WRITES, Ability.READS},
    effect = Effect.READS,
    parameters = START_PSN)
public final class R09_DuplicateInMessage extends TransportTest {
  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    for (RequestKind kind : List.of(RequestKind.READ, RequestKind.FETCHADD)) {
      if (kind.isServedBy(dut())) {
        carryOutCase(kind.name(), () -> procedure(kind));
      }
    }
    carryOutCase("WRITE", this::laterRead);
    return log().allPassed();
  }

  private void procedure(RequestKind kind) throws TestException {
    step("1");
    memory().register();
    byte[] data = pattern(2 * cc().pmtu());
    MemoryRegion received = work().postReceives(1, data.length);
    PacketOut request = responder.request(kind);
    transportTxPacket(request, cc().psn(0));
    responder.verifyResponse(kind, cc().psn(0), 1);
    step("2");
    int psn = DutResponder.after(cc().psn(0), kind);
    List<PacketOut> message = responder.message(RequestKind.SEND, received, data);
    transportTxPacket(message.getFirst(), psn);
    responder.verifyResponsePacket(RC_ACK, psn, 1);
    transportTxPacket(request, cc().psn(0));
    responder.receiveResponse(kind, cc().psn(0));
    step("3");
    transportTxPacket(message.getLast(), Psn.next(psn));
    responder.verifyResponsePacket(RC_ACK, Psn.next(psn), 2);
    work().verifyReceived(1);
    memory().verify(received, 0, data);
  }

  private void laterRead() throws TestException {
    step("4");
    memory().register();
    transportTxPacket(responder.request(RequestKind.WRITE), cc().psn(0));
    responder.verifyResponse(RequestKind.WRITE, cc().psn(0), 1);
    transportTxPacket(responder.request(RequestKind.READ), cc().psn(1));
    responder.verifyResponse(RequestKind.READ, cc().psn(1), 2);
    transportTxPacket(responder.request(RequestKind.WRITE), cc().psn(0));
    checks().verifyAck(expect(RC_ACK, cc().psn(0)));
  }
}
