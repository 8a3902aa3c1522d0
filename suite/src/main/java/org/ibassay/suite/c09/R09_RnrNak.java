package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;

import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.RcSettings.Retries;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Syndrome;

/// # A SEND without a posted receive gets an RNR NAK, and is accepted once a receive is posted
///
/// - Section: 9.7.5.2.8
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-rnr-nak#01, ia-r09-rnr-nak#02
///
/// The tester sends a SEND for which the DUT has no receive. The DUT answers with an RNR NAK that
/// has the SEND's PSN and the timer configured for its QP. When a receive has been posted, the same
/// SEND is executed.
///
/// ## Notes
///
/// - This test is the suite's own.
/// - The MSN of the RNR NAK counts no request; that of the ACK counts one.
///
/// ## Initialization
///
/// - I1: OpenRcChannel(CC), with Minimum RNR NAK Timer 14 (1.28 ms).
///
/// ## Procedure
///
/// - 1: Post no receive.
/// - 2: Send a SEND Only.
/// - 3: Receive an RNR NAK with timer code 14, the SEND's PSN, and MSN 0. [ia-r09-rnr-nak#01]
/// - 4: Post a receive, and send the SEND again.
/// - 5: Receive its ACK: PSN and MSN 1; verify that one receive completes with the SEND's data.
///   [ia-r09-rnr-nak#02]
/// - 6: Close the connection.
@Td(dut = DutKind.CA, needs = Ability.RECEIVES, effect = Effect.READS, parameters = START_PSN)
public final class R09_RnrNak extends TransportTest {
  private static final Syndrome RNR_NAK = new Syndrome.RnrNak(14);

  private final DutResponder responder = new DutResponder(tt());

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    openRcChannel(new Retries(0, 0, 0, 14));
    return true;
  }

  @Override
  public boolean execute() throws TestException {
    repeatForStartPsns(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    int psn = cc().startPsn();
    step("2");
    transportTxPacket(responder.request(RequestKind.SEND), psn);
    step("3");
    PacketIn packetIn = packets().receive(RC_ACK, psn, RNR_NAK.toString());
    boolean isRnrNak =
        verify(
            packetIn, packetIn.syndrome().equals(RNR_NAK), RNR_NAK::toString, packetIn::toString);
    checks().verifyPsn(packetIn, psn);
    if (isRnrNak) {
      checks().verifyMsn(packetIn, 0);
    }
    step("4");
    MemoryRegion receives = work().postReceives(1, cc().pmtu());
    transportTxPacket(responder.request(RequestKind.SEND), psn);
    step("5");
    responder.verifyResponse(RequestKind.SEND, psn, 1);
    work().verifySucceeded(work().pollReceives(1), 1);
    memory().verify(receives, 0, pattern(cc().pmtu()));
    step("6");
  }
}
