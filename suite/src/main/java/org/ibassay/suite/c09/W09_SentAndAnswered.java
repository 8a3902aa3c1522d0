package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;

import java.util.List;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.UcTest;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;

/// # A requester on an unreliable connection ignores responses
///
/// - Section: 9.8.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-uc-sent-answered#01, ia-uc-sent-answered#02
///
/// The tester responds to messages that the DUT sends on an unreliable connection: with the ACK,
/// NAKs, and RNR NAK of a reliable connection. The DUT does not retransmit, and its QP stays
/// operational: the next message has the next PSN.
///
/// ## Notes
///
/// - This test is the suite's own. The service has no responses; every response OpCode belongs to
///   another service.
///
/// ## Procedure
///
/// - 1: For each response: open a connection; register memory and fill it; the DUT posts a SEND of
///   three packets. Receive them.
/// - 2: Send the response with the PSN of the second packet; verify that no packet is received.
///   [ia-uc-sent-answered#01]
/// - 3: Verify that the QP is in RTS; the DUT posts another SEND; receive it with the next PSN;
///   verify that both have completed with success. [ia-uc-sent-answered#02]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class W09_SentAndAnswered extends UcTest {
  private final UcSender sender = new UcSender(tt());

  private static final int RNR_TIMER = 12;

  @Override
  public boolean execute() throws TestException {
    for (Syndrome syndrome :
        List.of(
            Syndrome.Ack.WITHOUT_CREDITS,
            new Syndrome.Nak(Syndrome.Nak.PSN_SEQUENCE_ERROR),
            new Syndrome.Nak(Syndrome.Nak.REMOTE_ACCESS_ERROR),
            new Syndrome.RnrNak(RNR_TIMER))) {
      carryOut(syndrome.toString(), () -> procedure(syndrome));
    }
    return log().allPassed();
  }

  private void procedure(Syndrome syndrome) throws TestException {
    int bytes = 3 * dut().pathMtu();
    step("1");
    sender.begin(bytes);
    sender.post(RequestKind.SEND, 0, bytes);
    for (int i = 0; i < 3; i++) {
      sender.verifyPart(RequestKind.SEND, bytes, i);
    }
    step("2");
    packets()
        .send(PacketOut.of(OpCode.RC_ACK).aeth(syndrome, 1), Psn.next(connection().dutStartPsn()));
    packets().verifySilence(sender.psn());
    step("3");
    work().verifyState(State.RTS);
    sender.post(RequestKind.SEND, 1, UcReceiver.SHORT);
    sender.verifyPart(RequestKind.SEND, UcReceiver.SHORT, 0);
    sender.verifyCompleted(0, 1);
  }
}
