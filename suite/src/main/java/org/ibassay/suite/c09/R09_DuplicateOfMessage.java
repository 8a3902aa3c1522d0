package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Psn;

/// # Packets of a message may be repeated while the message continues
///
/// - Section: 9.7.5.1
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-duplicate-of-message#01, ia-r09-duplicate-of-message#02,
///   ia-r09-duplicate-of-message#03
///
/// After two of four packets of a SEND or RDMA WRITE, the tester sends the first, the second, and
/// again the first packet once more, as a requester does whose ACKs were lost. The DUT acknowledges
/// them and does not store or count them again. The message is received as if each packet had been
/// sent once.
///
/// ## Notes
///
/// - This test is the suite's own. In R09_DuplicateInMessage the duplicates belong to other
///   requests.
/// - The ACK of a duplicate may have the duplicate's PSN or that of any newer packet.
/// - The tester sends other data in the duplicates, which shows whether they are stored: a real
///   requester sends the same data.
///
/// ## Procedure
///
/// - 1: For SEND and RDMA WRITE: open a connection, send three valid RDMA WRITEs, and receive the
///   ACK of each; register memory; post two receives.
/// - 2: Send the first and the second packet; receive the ACK of each: PSN and MSN.
///   [ia-r09-duplicate-of-message#02]
/// - 3: Send the first, the second, and again the first packet, with other data; receive an ACK for
///   each, with its PSN or that of the second packet. [ia-r09-duplicate-of-message#01]
/// - 4: Send the third and the fourth packet; receive the ACK of each: PSN and MSN.
///   [ia-r09-duplicate-of-message#02]
/// - 5: Verify that the memory holds the message, and that a SEND completes one receive with its
///   length. [ia-r09-duplicate-of-message#03]
/// - 6: Send the fourth and the first packet, with other data; receive an ACK for each, with its
///   PSN or that of a later packet. [ia-r09-duplicate-of-message#01]
/// - 7: Verify that the memory still holds the message and that no receive completes.
///   [ia-r09-duplicate-of-message#03]
/// - 8: Send a valid RDMA WRITE with the next PSN; receive its ACK: PSN and MSN.
///   [ia-r09-duplicate-of-message#02]
@Td(dut = DutKind.CA, needs = Ability.RECEIVES, effect = Effect.READS, parameters = START_PSN)
public final class R09_DuplicateOfMessage extends TransportTest {
  private static final int PACKETS = 4;
  private static final int SHORTER = 5;

  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    for (RequestKind kind : List.of(RequestKind.SEND, RequestKind.WRITE)) {
      carryOutCase(kind.name(), () -> procedure(kind));
    }
    return log().allPassed();
  }

  private void procedure(RequestKind kind) throws TestException {
    step("1");
    int psn = responder.lead(RequestKind.WRITE, DutResponder.LEAD);
    byte[] data = pattern(PACKETS * cc().pmtu() - SHORTER);
    MemoryRegion receives = work().postReceives(2, data.length);
    MemoryRegion written = memory().register();
    MemoryRegion region = kind == RequestKind.SEND ? receives : written;
    List<PacketOut> message = responder.message(kind, region, data);
    List<PacketOut> other = responder.message(kind, region, new byte[data.length]);
    step("2");
    exchange(message, 0, psn);
    exchange(message, 1, psn);
    step("3");
    for (int index : List.of(0, 1, 0)) {
      repeat(other, index, psn, 1);
    }
    step("4");
    exchange(message, 2, psn);
    exchange(message, 3, psn);
    step("5");
    if (kind == RequestKind.SEND) {
      verifyCompleted(data.length);
    }
    memory().verify(region, 0, data);
    step("6");
    repeat(other, 3, psn, 3);
    repeat(other, 0, psn, 3);
    step("7");
    memory().verify(region, 0, data);
    work().verifyNone(work().pollReceives(0));
    step("8");
    memory().register();
    int next = Psn.add(psn, PACKETS);
    transportTxPacket(responder.request(RequestKind.WRITE), next);
    responder.verifyResponse(RequestKind.WRITE, next, DutResponder.LEAD + 2);
  }

  private void exchange(List<PacketOut> message, int index, int psn) throws TestException {
    transportTxPacket(message.get(index), Psn.add(psn, index));
    int msn = index == PACKETS - 1 ? DutResponder.LEAD + 1 : DutResponder.LEAD;
    responder.verifyResponsePacket(RC_ACK, Psn.add(psn, index), msn);
  }

  /// @param newest index of the newest packet
  private void repeat(List<PacketOut> message, int index, int psn, int newest)
      throws TestException {
    transportTxPacket(message.get(index), Psn.add(psn, index));
    responder.verifyAcknowledgedAgain(Psn.add(psn, index), Psn.add(psn, newest));
  }

  private void verifyCompleted(int bytes) throws TestException {
    List<Completion> ended = work().pollReceives(1);
    verify(
        0,
        ended.size() == 1
            && ended.getFirst().status() == Status.SUCCESS
            && ended.getFirst().bytes() == bytes,
        () -> "one receive of %d bytes".formatted(bytes),
        ended::toString);
  }
}
