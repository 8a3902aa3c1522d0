package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DatagramSender.SHORT;
import static org.ibassay.wire.packet.OpCode.UD_SEND_ONLY;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.Datagram;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.suite.DatagramPair;
import org.ibassay.suite.DatagramTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MessageData;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;

/// # A local error of a datagram stops the send queue, but not the receive queue
///
/// - Section: 10.3.1.6
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-ud-send-queue-error#01, ia-ud-send-queue-error#02, ia-ud-send-queue-error#03,
///   ia-ud-send-queue-error#04, ia-ud-send-queue-error#05
///
/// The DUT posts a datagram from memory in another protection domain. The datagram completes with
/// an error and is not sent, and the QP enters the state SQE. While the QP is in SQE, datagrams
/// that are posted are flushed, and datagrams that are received complete receives. The QP sends
/// again after it has been modified to RTS.
///
/// ## Notes
///
/// - This test is the suite's own. It needs version 5 of the agent's protocol.
/// - The PSN of the last datagram is not verified: it is not specified whether a datagram that was
///   not sent has a PSN.
///
/// ## Procedure
///
/// - 1: Open the QPs, post a receive, and register memory in another protection domain. The DUT
///   posts a datagram from this memory. Verify that it completes with IBV_WC_LOC_PROT_ERR, and that
///   no packet is sent. [ia-ud-send-queue-error#01]
/// - 2: Verify that the QP is in the state SQE. [ia-ud-send-queue-error#02]
/// - 3: The DUT posts a datagram from memory that it may read. Verify that it completes with
///   IBV_WC_WR_FLUSH_ERR, and that no packet is sent. [ia-ud-send-queue-error#03]
/// - 4: Send a datagram; verify that it completes the receive. [ia-ud-send-queue-error#04]
/// - 5: Modify the QP to RTS; verify that this succeeds. The DUT posts a datagram; receive it, and
///   verify its payload and that it completes with success. [ia-ud-send-queue-error#05]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class U09_SendQueueError extends DatagramTest {
  private final DatagramSender sender = new DatagramSender(tt());
  private final DatagramReceiver receiver = new DatagramReceiver(tt());

  @Override
  public boolean execute() throws TestException {
    step("1");
    if (!dut().can(Ability.EXTENDED)) {
      leaveOutRest(Ability.EXTENDED.lack());
      return log().allPassed();
    }
    carryOut("local protection error", this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    receiver.postReceives(1, SHORT);
    MemoryRegion elsewhere = memory().registerElsewhere(AccessRights.ALL);
    sender.registerData(SHORT);
    int psn = pair().dutStartPsn();
    sender.post(from(elsewhere));
    work().verifyEnded(work().pollSends(1), List.of(new Ended(1, Status.LOC_PROT_ERR)));
    packets().verifySilence(psn);
    step("2");
    work().verifyState(State.SQE);
    step("3");
    sender.post(sender.datagram(2, SHORT));
    work().verifyEnded(work().pollSends(1), List.of(Ended.flushed(2)));
    packets().verifySilence(psn);
    step("4");
    receiver.send(receiver.datagram());
    receiver.verifyCompleted(0, SHORT);
    step("5");
    if (memory().windows().verifyResumes(pair().qp(), State.SQE)) {
      sender.post(sender.datagram(3, SHORT));
      checks().verifyPayload(packets().receive(UD_SEND_ONLY, psn), MessageData.pattern(SHORT));
      sender.verifyCompleted(3);
    }
  }

  private Datagram from(MemoryRegion region) {
    return new Datagram(
        1,
        region.slice(0, SHORT),
        pair().toTester(),
        pair().ttQpn(),
        DatagramPair.TT_Q_KEY,
        null,
        false);
  }
}
