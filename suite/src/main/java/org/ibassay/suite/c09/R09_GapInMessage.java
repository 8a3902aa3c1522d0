package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.Syndrome.Nak.PSN_SEQUENCE_ERROR;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;

/// # Every PSN gap is NAKed, within a message and before each kind of request
///
/// - Section: 9.7.4.1.1
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-gap-in-message#01, ia-r09-gap-in-message#02, ia-r09-gap-in-message#03
///
/// The tester omits a packet of a message, repeats the rest, and omits another one. The DUT reports
/// each gap with the PSN that it expects, stores nothing in the meantime, and completes the message
/// when all packets have been received in order. The tester then skips a PSN before each kind of
/// request, twice: each gap is reported, whatever kind of request filled the one before. At last it
/// omits the first and the last packet of a message, and sends an invalid R_Key after a gap.
///
/// ## Notes
///
/// - This test is the suite's own. R09_PsnGap covers gaps between RDMA WRITEs.
/// - A gap is reported whether or not the packet after it requests an acknowledge.
/// - Memory of a SEND is not checked until its receive has completed.
/// - The PSN is checked first: what follows a missing packet may be valid after it.
///
/// ## Procedure
///
/// - 1: For SEND and RDMA WRITE: open a connection, send three valid RDMA WRITEs, and receive the
///   ACK of each; register memory; post a receive. Send the first of four packets; receive its ACK:
///   PSN and MSN. [ia-r09-gap-in-message#02]
/// - 2: Send the third packet, without AckReq; receive a PSN sequence error NAK with the PSN of the
///   second packet and the MSN of step 1. [ia-r09-gap-in-message#01]
/// - 3: Send the fourth packet; verify that no packet is received. [ia-r09-gap-in-message#01]
/// - 4: Verify that the memory of an RDMA WRITE is unchanged after the first packet.
///   [ia-r09-gap-in-message#03]
/// - 5: Send the second packet; receive its ACK. [ia-r09-gap-in-message#02]
/// - 6: Send the fourth packet; receive a PSN sequence error NAK with the PSN of the third packet.
///   [ia-r09-gap-in-message#01]
/// - 7: Send the third and the fourth packet; receive the ACK of each: PSN and MSN.
///   [ia-r09-gap-in-message#02]
/// - 8: Verify that the message was received. [ia-r09-gap-in-message#03]
/// - 9: For each kind of request: open a connection as in step 1; post two receives. Send the
///   request with the PSN after the expected one; receive a PSN sequence error NAK with the
///   expected PSN, and an MSN that counts the requests before it. [ia-r09-gap-in-message#01]
/// - 10: Send the request with the expected PSN; receive its response: PSN and MSN. Repeat steps 9
///   and 10 once on the same connection. [ia-r09-gap-in-message#02]
/// - 11: Verify that each request was executed once: that the memory of an RDMA WRITE or atomic
///   holds the result, and that two SENDs were received. [ia-r09-gap-in-message#03]
/// - 12: For SEND and RDMA WRITE: open a connection as in step 1; post two receives. Send the last
///   of two packets of a message; receive a PSN sequence error NAK with the PSN of the first
///   packet. Send the first packet; receive its ACK. Send another message of one packet with the
///   PSN after that of the last packet; receive a PSN sequence error NAK with the PSN of the last
///   packet. [ia-r09-gap-in-message#01]
/// - 13: Send the last packet and the other message; receive the ACK of each: PSN and MSN.
///   [ia-r09-gap-in-message#02]
/// - 14: Verify that the messages were received. [ia-r09-gap-in-message#03]
/// - 15: Open a connection as in step 1. Send an RDMA WRITE with an R_Key of no region, and the PSN
///   after the expected one; receive a PSN sequence error NAK with the expected PSN.
///   [ia-r09-gap-in-message#01]
/// - 16: Send a valid RDMA WRITE with the expected PSN; receive its ACK: PSN and MSN.
///   [ia-r09-gap-in-message#02]
@Td(dut = DutKind.CA, needs = Ability.WRITES, effect = Effect.READS, parameters = START_PSN)
public final class R09_GapInMessage extends TransportTest {
  private static final int PACKETS = 4;

  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    for (RequestKind kind : RequestKind.values()) {
      if (isTested(kind)) {
        if (kind.mayBeCoalesced()) {
          carryOutCase("within a " + kind, () -> within(kind));
        }
        carryOutCase("before " + kind, () -> before(kind));
        if (kind.mayBeCoalesced()) {
          carryOutCase("at the ends of a " + kind, () -> ends(kind));
        }
      }
    }
    carryOutOnce("before an invalid R_Key", this::invalidKey);
    return log().allPassed();
  }

  private boolean isTested(RequestKind kind) throws TestException {
    return kind.isServedBy(dut()) && (kind != RequestKind.SEND || dut().can(Ability.RECEIVES));
  }

  private MemoryRegion target(RequestKind kind, int receives, int bytes) throws TestException {
    MemoryRegion region = memory().register();
    return kind == RequestKind.SEND ? work().postReceives(receives, bytes) : region;
  }

  private void within(RequestKind kind) throws TestException {
    step("1");
    int psn = responder.lead(RequestKind.WRITE, DutResponder.LEAD);
    byte[] data = pattern(PACKETS * cc().pmtu());
    if (kind == RequestKind.WRITE && !memoryHolds(data.length)) {
      return;
    }
    MemoryRegion region = target(kind, 1, data.length);
    List<PacketOut> message = responder.message(kind, region, data);
    exchange(message, 0, psn);
    step("2");
    PacketOut third = message.get(2).set(Bth.A, 0);
    transportTxPacket(third, Psn.add(psn, 2));
    responder.verifyNak(PSN_SEQUENCE_ERROR, Psn.next(psn), DutResponder.LEAD);
    step("3");
    transportTxPacket(message.get(3), Psn.add(psn, 3));
    packets().verifySilence(Psn.next(psn));
    step("4");
    if (kind == RequestKind.WRITE) {
      memory().verify(region, cc().pmtu(), new byte[(PACKETS - 1) * cc().pmtu()]);
    }
    step("5");
    exchange(message, 1, psn);
    step("6");
    transportTxPacket(message.get(3), Psn.add(psn, 3));
    responder.verifyNak(PSN_SEQUENCE_ERROR, Psn.add(psn, 2), DutResponder.LEAD);
    step("7");
    third.ackReq();
    exchange(message, 2, psn);
    exchange(message, 3, psn);
    step("8");
    if (kind == RequestKind.SEND) {
      work().verifyReceived(1);
    }
    memory().verify(region, 0, data);
  }

  /// A DUT URI may name a region of three packets.
  private boolean memoryHolds(int bytes) throws TestException {
    return memory().register().bytes() >= bytes;
  }

  private void exchange(List<PacketOut> message, int index, int psn) throws TestException {
    transportTxPacket(message.get(index), Psn.add(psn, index));
    int msn = index == PACKETS - 1 ? DutResponder.LEAD + 1 : DutResponder.LEAD;
    responder.verifyResponsePacket(RC_ACK, Psn.add(psn, index), msn);
  }

  private void before(RequestKind kind) throws TestException {
    step("9");
    int psn = responder.lead(RequestKind.WRITE, DutResponder.LEAD);
    MemoryRegion region = target(kind, 2, cc().pmtu());
    for (int msn = DutResponder.LEAD; msn < DutResponder.LEAD + 2; msn++) {
      step("9");
      transportTxPacket(responder.request(kind), Psn.next(psn));
      responder.verifyNak(PSN_SEQUENCE_ERROR, psn, msn);
      step("10");
      transportTxPacket(responder.request(kind), psn);
      responder.verifyResponse(kind, psn, msn + 1);
      psn = DutResponder.after(psn, kind);
    }
    step("11");
    switch (kind) {
      case SEND -> work().verifyReceived(2);
      case WRITE -> memory().verify(region, 0, pattern(cc().pmtu()));
      case CMPSWAP -> memory().verifyNumber(region, 0, DutResponder.NUMBER);
      case FETCHADD -> memory().verifyNumber(region, 0, 2 * DutResponder.NUMBER);
      case READ -> memory().verify(region, 0, new byte[cc().pmtu()]);
    }
  }

  private void ends(RequestKind kind) throws TestException {
    step("12");
    int psn = responder.lead(RequestKind.WRITE, DutResponder.LEAD);
    byte[] data = pattern(2 * cc().pmtu());
    MemoryRegion region = target(kind, 2, data.length);
    List<PacketOut> message = responder.message(kind, region, data);
    int last = Psn.next(psn);
    int other = Psn.next(last);
    transportTxPacket(message.getLast(), last);
    responder.verifyNak(PSN_SEQUENCE_ERROR, psn, DutResponder.LEAD);
    transportTxPacket(message.getFirst(), psn);
    responder.verifyResponsePacket(RC_ACK, psn, DutResponder.LEAD);
    transportTxPacket(responder.request(kind), other);
    responder.verifyNak(PSN_SEQUENCE_ERROR, last, DutResponder.LEAD);
    step("13");
    transportTxPacket(message.getLast(), last);
    responder.verifyResponsePacket(RC_ACK, last, DutResponder.LEAD + 1);
    transportTxPacket(responder.request(kind), other);
    responder.verifyResponse(kind, other, DutResponder.LEAD + 2);
    step("14");
    if (kind == RequestKind.SEND) {
      work().verifyReceived(2);
    }
    memory().verify(region, 0, data);
  }

  private void invalidKey() throws TestException {
    step("15");
    int psn = responder.lead(RequestKind.WRITE, DutResponder.LEAD);
    MemoryRegion region = memory().register();
    PacketOut invalid =
        PacketOut.write(region, pattern(Long.BYTES)).set(Reth.R_KEY, ~region.rkey());
    transportTxPacket(invalid, Psn.next(psn));
    responder.verifyNak(PSN_SEQUENCE_ERROR, psn, DutResponder.LEAD);
    step("16");
    transportTxPacket(responder.request(RequestKind.WRITE), psn);
    responder.verifyResponse(RequestKind.WRITE, psn, DutResponder.LEAD + 1);
  }
}
