package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
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
import org.ibassay.wire.packet.Syndrome.Nak;

/// # After an RNR NAK, later requests are not executed before the SEND
///
/// - Section: 9.7.5.2.8
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-rnr-order#01, ia-r09-rnr-order#02, ia-r09-rnr-order#03
///
/// The tester sends a SEND for which the DUT has no receive, and gets an RNR NAK. Receives are then
/// posted, and the DUT receives the tester's next request, as if that had been sent before the RNR
/// NAK was received. The DUT does not execute it. When both requests are retransmitted, the DUT
/// executes them in order.
///
/// ## Notes
///
/// - This test is the suite's own. The next request is a SEND, an RDMA WRITE, an RDMA READ, or an
///   atomic; atomics are omitted for a DUT without them.
/// - The DUT silently drops the next request, or answers with a NAK that has the PSN it expects.
///
/// ## Initialization
///
/// - I1: OpenRcChannel(CC), with Minimum RNR NAK Timer 14 (1.28 ms).
///
/// ## Procedure
///
/// - 1: For each kind of next request: open a connection; register memory. Send a SEND Only;
///   receive an RNR NAK with its PSN. [ia-r09-rnr-order#01]
/// - 2: Post two receives; send the next request with the PSN after the SEND's; verify that nothing
///   is received, or a PSN sequence error NAK or RNR NAK with the SEND's PSN. [ia-r09-rnr-order#02]
/// - 3: Verify that memory and receives are unchanged. [ia-r09-rnr-order#02]
/// - 4: Wait as long as the RNR NAK specifies. Send the SEND again; receive its ACK: PSN and MSN 1.
///   [ia-r09-rnr-order#03]
/// - 5: Send the next request again; receive its response: PSN and MSN 2. [ia-r09-rnr-order#03]
/// - 6: Verify that the first receive holds the SEND's data, and that one receive has completed per
///   SEND. [ia-r09-rnr-order#03]
@Td(dut = DutKind.CA, needs = Ability.RECEIVES, effect = Effect.READS, parameters = START_PSN)
public final class R09_RnrOrder extends TransportTest {
  private static final Syndrome.RnrNak RNR_NAK = new Syndrome.RnrNak(14);

  private final DutResponder responder = new DutResponder(tt());

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    openRcChannel(new Retries(0, 0, 0, RNR_NAK.timer()));
    return true;
  }

  @Override
  public boolean execute() throws TestException {
    for (RequestKind kind : RequestKind.values()) {
      if (kind.isServedBy(dut())) {
        carryOutCase("then " + kind, () -> procedure(kind));
      }
    }
    return log().allPassed();
  }

  private void procedure(RequestKind kind) throws TestException {
    step("1");
    int psn = cc().startPsn();
    MemoryRegion region = memory().register();
    byte[] before = new byte[cc().pmtu()];
    Arrays.fill(before, (byte) 0x5A);
    memory().fill(region, before);
    PacketOut send = responder.request(RequestKind.SEND);
    PacketOut next = responder.request(kind);
    transportTxPacket(send, psn);
    PacketIn refusal = packets().receive(RC_ACK, psn, RNR_NAK.toString());
    verify(refusal, refusal.syndrome().equals(RNR_NAK), RNR_NAK::toString, refusal::toString);
    checks().verifyPsn(refusal, psn);
    step("2");
    MemoryRegion receives = work().postReceives(2, cc().pmtu());
    transportTxPacket(next, Psn.next(psn));
    verifyNotExecuted(psn);
    step("3");
    memory().verify(region, 0, before);
    memory().verify(receives, 0, new byte[2 * cc().pmtu()]);
    step("4");
    waitFor(Duration.ofNanos(RNR_NAK.nanos()));
    transportTxPacket(send, psn);
    responder.verifyResponse(RequestKind.SEND, psn, 1);
    step("5");
    transportTxPacket(next, Psn.next(psn));
    responder.verifyResponse(kind, Psn.next(psn), 2);
    step("6");
    work().verifyReceived(kind == RequestKind.SEND ? 2 : 1);
    memory().verify(receives, 0, pattern(cc().pmtu()));
  }

  private void verifyNotExecuted(int psn) throws TestException {
    PacketIn any = packets().anyWithinSilence(psn);
    boolean isNak =
        any != null
            && any.psn() == psn
            && List.of(new Nak(Nak.PSN_SEQUENCE_ERROR), RNR_NAK).contains(any.syndrome());
    verify(
        any == null ? 0 : any.frame(),
        any == null || isNak,
        () -> "nothing, or a NAK with PSN " + psn,
        () -> String.valueOf(any));
  }
}
