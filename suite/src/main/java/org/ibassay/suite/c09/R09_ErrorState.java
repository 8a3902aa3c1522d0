package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.Syndrome.Nak;

/// # Work Requests posted to a QP in the error state are flushed
///
/// - Section: 10.3.1
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-error-state#01, ia-r09-error-state#02, ia-r09-error-state#03,
///   ia-r09-error-state#04, ia-r09-error-state#05
///
/// The tester answers a SEND of the DUT with a NAK, which moves the DUT's QP to the error state. A
/// SEND and a receive that are posted afterward are flushed, and nothing is sent. An RDMA WRITE of
/// the tester is dropped. An invalid request of the tester ends the QP, too, and flushes what the
/// DUT has posted.
///
/// ## Notes
///
/// - This test is the suite's own. Software that drains a receive queue relies on this: it posts
///   one more receive in the error state and waits until it is flushed (ib_drain_rq() of Linux).
/// - Only the first START_PSN is used, because the PSN does not matter here.
///
/// ## Procedure
///
/// - 1: Register memory. The DUT posts a SEND.
/// - 2: Receive it and answer it with a remote operational error NAK; verify that it completes with
///   IBV_WC_REM_OP_ERR, and that the QP is in the error state. [ia-r09-error-state#01]
/// - 3: The DUT posts another SEND; verify that it completes with IBV_WC_WR_FLUSH_ERR.
///   [ia-r09-error-state#02]
/// - 4: Verify that it was not sent. [ia-r09-error-state#02]
/// - 5: The DUT posts a receive; verify that it completes with IBV_WC_WR_FLUSH_ERR.
///   [ia-r09-error-state#03]
/// - 6: Send an RDMA WRITE with the expected PSN; verify that no packet is received and that the
///   memory is unchanged. [ia-r09-error-state#04]
/// - 7: CloseRcChannel(CC).
/// - 8: Open a connection; register memory, and post two receives. The DUT posts a SEND; receive
///   it. Send an RDMA WRITE with an R_Key of no region; receive a remote access error NAK.
///   [ia-r09-error-state#05]
/// - 9: Verify that the SEND and both receives complete with IBV_WC_WR_FLUSH_ERR.
///   [ia-r09-error-state#05]
@Td(dut = DutKind.CA, needs = Ability.REQUESTS, effect = Effect.CHANGES, parameters = START_PSN)
public final class R09_ErrorState extends TransportTest {
  private final DutRequester requester = new DutRequester(tt());

  @Override
  public boolean execute() throws TestException {
    onceForStartPsn(this::procedure);
    carryOutOnce("invalid request", this::byRequest);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    requester.registerData();
    requester.postShortSend(1);
    step("2");
    requester.receive(RC_SEND_ONLY, cc().psn(0));
    requester.refuse(new Nak(Nak.REMOTE_OPERATIONAL_ERROR), cc().psn(0), 0);
    work().verifyEnded(work().pollSends(1), List.of(new Ended(1, Status.REM_OP_ERR)));
    work().verifyState(State.ERR);
    step("3");
    requester.postShortSend(2);
    work().verifyEnded(work().pollSends(1), List.of(Ended.flushed(2)));
    step("4");
    packets().verifySilence(cc().psn(0));
    step("5");
    work().postReceives(1, cc().pmtu());
    work().verifyEnded(work().pollReceives(1), List.of(Ended.flushed(0)));
    step("6");
    transportTxPacket(PacketOut.write(memory().buffer(), new byte[Long.BYTES]), cc().psn(0));
    packets().verifySilence(cc().psn(0));
    memory().verify(memory().buffer(), 0, pattern(Long.BYTES));
    step("7");
  }

  private void byRequest() throws TestException {
    step("8");
    work().postReceives(2, cc().pmtu());
    requester.registerData();
    requester.postShortSend(1);
    requester.receive(RC_SEND_ONLY, cc().dutStartPsn());
    PacketOut write = PacketOut.write(memory().buffer(), new byte[Long.BYTES]);
    long unknown = Integer.toUnsignedLong(~memory().buffer().rkey());
    transportTxPacket(write.set(Reth.R_KEY, unknown), cc().startPsn());
    new DutResponder(tt()).verifyNak(Nak.REMOTE_ACCESS_ERROR, cc().startPsn(), 0);
    step("9");
    work().verifyEnded(work().pollSends(1), List.of(Ended.flushed(1)));
    work().verifyEnded(work().pollReceives(2), List.of(Ended.flushed(0), Ended.flushed(1)));
  }
}
