package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Syndrome.Nak;

/// # A receive that is too small completes in error, and later receives are flushed
///
/// - Section: 9.9.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-receive-too-small#01, ia-r09-receive-too-small#02,
///   ia-r09-receive-too-small#03
///
/// The tester sends a SEND that is longer than the posted receive. The DUT answers with a NAK and
/// completes the receive in error. The next receive is flushed.
///
/// ## Notes
///
/// - Ours. Any error status of the receive is accepted: the verbs specify IBV_WC_LOC_LEN_ERR, Linux
///   reports IBV_WC_LOC_QP_OP_ERR. Any NAK code is accepted, too.
///
/// ## Procedure
///
/// - 1: Register memory; post two receives of PMTU - 4 bytes.
/// - 2: Send a SEND Only of PMTU.
/// - 3: Receive a NAK with its PSN and MSN 0. [ia-r09-receive-too-small#01]
/// - 4: Poll the DUT's receive queue; verify that the first receive completed first, and in error.
///   [ia-r09-receive-too-small#01]
/// - 5: Verify that the second completed after it with IBV_WC_WR_FLUSH_ERR.
///   [ia-r09-receive-too-small#02]
/// - 6: Verify that the memory of the second receive is unchanged. [ia-r09-receive-too-small#03]
/// - 7: Close the connection.
@Td(dut = DutKind.CA, needs = Ability.RECEIVES, effect = Effect.READS, parameters = START_PSN)
public final class R09_ReceiveTooSmall extends TransportTest {
  private static final int MISSING = 4;

  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    repeatForStartPsns(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    MemoryRegion receives = work().postReceives(2, cc().pmtu() - MISSING);
    step("2");
    transportTxPacket(responder.request(RequestKind.SEND), cc().startPsn());
    step("3");
    PacketIn packetIn = packets().receive(RC_ACK, cc().startPsn(), "a NAK");
    checks().verifyPsn(packetIn, cc().startPsn());
    if (verify(packetIn, packetIn.syndrome() instanceof Nak, () -> "a NAK", packetIn::toString)) {
      checks().verifyMsn(packetIn, 0);
    }
    List<Completion> ended = work().pollReceives(2);
    int afterFirst = Math.min(1, ended.size());
    step("4");
    verify(
        0,
        afterFirst == 1
            && ended.getFirst().id() == 0
            && ended.getFirst().status() != Status.SUCCESS,
        () -> "receive 0 completed in error",
        () -> ended.isEmpty() ? "none" : ended.getFirst().toString());
    step("5");
    work().verifyEnded(ended.subList(afterFirst, ended.size()), List.of(Ended.flushed(1)));
    step("6");
    memory().verify(receives, cc().pmtu() - MISSING, new byte[cc().pmtu() - MISSING]);
    step("7");
  }
}
