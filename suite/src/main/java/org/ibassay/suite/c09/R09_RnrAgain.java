package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.Syndrome.Nak.PSN_SEQUENCE_ERROR;

import java.time.Duration;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.RcSettings.Retries;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;

/// # Every attempt without a receive gets an RNR NAK, and none affects later requests
///
/// - Section: 9.7.5.2.8
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-rnr-again#01, ia-r09-rnr-again#02, ia-r09-rnr-again#03
///
/// A SEND, and an RDMA WRITE with immediate data, gets an RNR NAK, and another one when it is
/// retransmitted before a receive is posted. Once a receive is posted, it is executed. A PSN gap
/// after that is reported as on any connection, and the next SEND without a receive gets an RNR NAK
/// again.
///
/// ## Notes
///
/// - This test is the suite's own. R09_RnrNak has one RNR NAK, on a new connection.
///
/// ## Initialization
///
/// - I1: OpenRcChannel(CC), with Minimum RNR NAK Timer 14 (1.28 ms).
///
/// ## Procedure
///
/// - 1: For SEND and RDMA WRITE with immediate data: open a connection, send three valid RDMA
///   WRITEs, and receive the ACK of each; register memory.
/// - 2: Send the request; receive an RNR NAK with timer code 14, the request's PSN, and an MSN that
///   counts the requests before it. [ia-r09-rnr-again#01]
/// - 3: Wait as long as the RNR NAK specifies, and send the request again; receive another RNR NAK,
///   as in step 2. [ia-r09-rnr-again#01]
/// - 4: Post a receive, wait, and send the request again; receive its ACK: PSN and MSN; verify that
///   one receive completes and that the data was received. [ia-r09-rnr-again#02]
/// - 5: Send an RDMA WRITE with the PSN after the expected one; receive a PSN sequence error NAK
///   with the expected PSN and the current MSN. [ia-r09-rnr-again#03]
/// - 6: Send it with the expected PSN; receive its ACK: PSN and MSN. [ia-r09-rnr-again#03]
/// - 7: Repeat steps 2 and 4 with the next PSN.
@Td(dut = DutKind.CA, needs = Ability.RECEIVES, effect = Effect.READS, parameters = START_PSN)
public final class R09_RnrAgain extends TransportTest {
  private static final Syndrome.RnrNak RNR_NAK = new Syndrome.RnrNak(14);
  private static final int BYTES = 24;
  private static final int IMMEDIATE = 0x11223344;

  private final DutResponder responder = new DutResponder(tt());

  private int psn;
  private int msn;

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    openRcChannel(new Retries(0, 0, 0, RNR_NAK.timer()));
    return true;
  }

  @Override
  public boolean execute() throws TestException {
    carryOutCase("SEND", () -> procedure(RequestKind.SEND));
    carryOutCase("WRITE with immediate data", () -> procedure(RequestKind.WRITE));
    return log().allPassed();
  }

  private void procedure(RequestKind kind) throws TestException {
    step("1");
    psn = responder.lead(RequestKind.WRITE, DutResponder.LEAD);
    msn = DutResponder.LEAD;
    MemoryRegion region = memory().register();
    PacketOut request =
        kind == RequestKind.SEND
            ? responder.send(pattern(BYTES)).getFirst()
            : responder.immediate(kind, region, pattern(BYTES), IMMEDIATE).getFirst();
    step("2");
    refused(request);
    step("3");
    pause();
    refused(request);
    accepted(kind, request, region);
    step("5");
    PacketOut write = responder.request(RequestKind.WRITE);
    transportTxPacket(write, Psn.next(psn));
    responder.verifyNak(PSN_SEQUENCE_ERROR, psn, msn);
    step("6");
    transportTxPacket(write, psn);
    responder.verifyResponse(RequestKind.WRITE, psn, ++msn);
    psn = Psn.next(psn);
    step("2");
    refused(request);
    accepted(kind, request, region);
    step("7");
  }

  private void refused(PacketOut request) throws TestException {
    transportTxPacket(request, psn);
    PacketIn packetIn = packets().receive(RC_ACK, psn, RNR_NAK.toString());
    boolean isRnrNak =
        verify(
            packetIn, packetIn.syndrome().equals(RNR_NAK), RNR_NAK::toString, packetIn::toString);
    checks().verifyPsn(packetIn, psn);
    if (isRnrNak) {
      checks().verifyMsn(packetIn, msn);
    }
  }

  private void accepted(RequestKind kind, PacketOut request, MemoryRegion region)
      throws TestException {
    step("4");
    MemoryRegion receive = work().postReceives(1, BYTES);
    pause();
    transportTxPacket(request, psn);
    responder.verifyResponse(kind, psn, ++msn);
    work().verifyReceived(1);
    memory().verify(kind == RequestKind.SEND ? receive : region, 0, pattern(BYTES));
    psn = Psn.next(psn);
  }

  private void pause() throws TestException {
    waitFor(Duration.ofNanos(RNR_NAK.nanos()));
  }
}
