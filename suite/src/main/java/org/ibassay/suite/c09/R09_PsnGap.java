package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.Syndrome.Nak.PSN_SEQUENCE_ERROR;

import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Psn;

/// # A PSN gap is NAKed once; later requests are not executed
///
/// - Section: 9.7.4.1.1
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-psn-gap#01, ia-r09-psn-gap#02, ia-r09-psn-gap#03, ia-r09-psn-gap#04
///
/// The tester skips a PSN. The DUT responds with one PSN sequence error NAK, which has the PSN that
/// it expects. It silently drops further packets after the gap, executes none of them, and
/// continues once the gap is filled. In the meantime, it still acknowledges a duplicate.
///
/// ## Notes
///
/// - This test is the suite's own.
/// - A duplicate does not end a gap, and a gap does not delay the answer to a duplicate.
/// - For each START_PSN, there are two connections: on one, the very first PSN is skipped; on the
///   other, some RDMA WRITEs precede the gap. If START_PSN is close to the highest PSN, the skipped
///   PSN is 0xFFFFFF and the packet after the gap has PSN 0.
///
/// ## Procedure
///
/// - 1: Open a connection, with or without valid WRITEs and their ACKs, and register memory.
/// - 2: Send an RDMA WRITE with the PSN after the expected one.
/// - 3: Receive one PSN sequence error NAK with the expected PSN, and an MSN that counts the
///   requests before it. [ia-r09-psn-gap#01]
/// - 4: After valid WRITEs: send the last one again; receive its ACK: PSN and MSN. Send the WRITE
///   after the gap again; verify that no packet is received. [ia-r09-psn-gap#02, ia-r09-psn-gap#04]
/// - 5: Verify that the memory is unchanged. [ia-r09-psn-gap#03]
/// - 6: Send the WRITE with the expected PSN.
/// - 7: Receive its ACK: PSN, and an MSN that counts one more; verify that the data is in memory.
///   [ia-r09-psn-gap#03]
/// - 8: Close the connection.
/// - 9: For READ and each atomic: open a connection; register memory. Send the request; receive its
///   response. Send an RDMA WRITE with the PSN after the expected one; receive a PSN sequence error
///   NAK, as in step 3. [ia-r09-psn-gap#01]
/// - 10: Send the request again; receive its response again: OpCode and PSN. Send the WRITE after
///   the gap again; verify that no packet is received. [ia-r09-psn-gap#02, ia-r09-psn-gap#04]
/// - 11: Send the WRITE with the expected PSN; receive its ACK: PSN and MSN 2. [ia-r09-psn-gap#03]
@Td(dut = DutKind.CA, needs = Ability.WRITES, effect = Effect.READS, parameters = START_PSN)
public final class R09_PsnGap extends TransportTest {
  private static final int NEAR = 16;

  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    carryOutCase("first", () -> procedure(0));
    carryOutCase("in the middle", () -> procedure(before()));
    for (RequestKind kind : RequestKind.values()) {
      if (!kind.mayBeCoalesced() && kind.isServedBy(dut())) {
        carryOutOnce("after " + kind, () -> after(kind));
      }
    }
    return log().allPassed();
  }

  /// Returns the number of WRITEs before the gap: up to the highest PSN, if that is near.
  private int before() {
    int last = Psn.MAX - cc().startPsn();
    return last > 0 && last < NEAR ? last : DutResponder.LEAD;
  }

  private void procedure(int before) throws TestException {
    step("1");
    int psn = responder.lead(RequestKind.WRITE, before);
    MemoryRegion earlier = before == 0 ? null : memory().buffer();
    MemoryRegion region = memory().register();
    step("2");
    transportTxPacket(responder.request(RequestKind.WRITE), Psn.next(psn));
    step("3");
    responder.verifyNak(PSN_SEQUENCE_ERROR, psn, before);
    step("4");
    if (earlier != null) {
      int last = Psn.add(psn, -1);
      transportTxPacket(PacketOut.write(earlier, new byte[Long.BYTES]), last);
      responder.verifyResponse(RequestKind.WRITE, last, before);
    }
    transportTxPacket(responder.request(RequestKind.WRITE), Psn.next(psn));
    packets().verifySilence(psn);
    step("5");
    memory().verify(region, 0, new byte[cc().pmtu()]);
    step("6");
    transportTxPacket(responder.request(RequestKind.WRITE), psn);
    step("7");
    responder.verifyResponse(RequestKind.WRITE, psn, before + 1);
    memory().verify(region, 0, pattern(cc().pmtu()));
    step("8");
  }

  private void after(RequestKind earlier) throws TestException {
    step("9");
    memory().register();
    int first = cc().startPsn();
    transportTxPacket(responder.request(earlier), first);
    responder.verifyResponse(earlier, first, 1);
    int psn = DutResponder.after(first, earlier);
    PacketOut write = responder.request(RequestKind.WRITE);
    transportTxPacket(write, Psn.next(psn));
    responder.verifyNak(PSN_SEQUENCE_ERROR, psn, 1);
    step("10");
    transportTxPacket(responder.request(earlier), first);
    responder.receiveResponse(earlier, first);
    transportTxPacket(write, Psn.next(psn));
    packets().verifySilence(psn);
    step("11");
    transportTxPacket(write, psn);
    responder.verifyResponse(RequestKind.WRITE, psn, 2);
  }
}
