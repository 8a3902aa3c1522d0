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
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
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
/// The tester sends a SEND that is longer than the posted receive: by 4 bytes, by one, or by more
/// than a packet. The DUT answers the packet that exceeds it with a NAK and completes the receive
/// in error. The next receive is flushed.
///
/// ## Notes
///
/// - This test is the suite's own. Any error status of the receive is accepted: the verbs specify
///   IBV_WC_LOC_LEN_ERR, Linux reports IBV_WC_LOC_QP_OP_ERR. Any NAK code is accepted, too.
/// - Pad bytes are not part of a message: a receive of 253 bytes is too small for 254 bytes,
///   although the payload and pad of both fill 256.
///
/// ## Procedure
///
/// - 1: For a SEND of PMTU and receives of PMTU - 4 bytes, PMTU and PMTU - 1, 254 and 253, 253 and
///   252, 2 and 1, PMTU + 6 and PMTU + 5, three PMTU and PMTU + 5: open a connection; register
///   memory; post two receives.
/// - 2: Send the packets of the SEND up to the one that exceeds the receive; receive the ACK of
///   each before it.
/// - 3: Receive a NAK with the PSN of that packet and MSN 0. [ia-r09-receive-too-small#01]
/// - 4: Poll the DUT's receive queue; verify that the first receive completed first, and in error.
///   [ia-r09-receive-too-small#01]
/// - 5: Verify that the second completed after it with IBV_WC_WR_FLUSH_ERR.
///   [ia-r09-receive-too-small#02]
/// - 6: Verify that the memory of the second receive is unchanged. [ia-r09-receive-too-small#03]
/// - 7: Close the connection.
@Td(dut = DutKind.CA, needs = Ability.RECEIVES, effect = Effect.READS, parameters = START_PSN)
public final class R09_ReceiveTooSmall extends TransportTest {
  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    int pmtu = dut().pathMtu();
    repeatForStartPsns(() -> procedure(pmtu, pmtu - 4));
    for (int bytes : List.of(pmtu, 254, 253, 2, pmtu + 6)) {
      int room = bytes - 1;
      carryOutOnce("SEND of %d for %d".formatted(bytes, room), () -> procedure(bytes, room));
    }
    carryOutOnce("SEND of three packets", () -> procedure(3 * pmtu, pmtu + 5));
    return log().allPassed();
  }

  /// @param bytes of the SEND
  /// @param room of each receive, in bytes
  private void procedure(int bytes, int room) throws TestException {
    step("1");
    MemoryRegion receives = work().postReceives(2, room);
    step("2");
    List<PacketOut> message = responder.send(pattern(bytes));
    int last = room / cc().pmtu();
    for (int i = 0; i < last; i++) {
      transportTxPacket(message.get(i), cc().psn(i));
      responder.verifyResponsePacket(RC_ACK, cc().psn(i), 0);
    }
    transportTxPacket(message.get(last), cc().psn(last));
    step("3");
    PacketIn packetIn = packets().receive(RC_ACK, cc().psn(last), "a NAK");
    checks().verifyPsn(packetIn, cc().psn(last));
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
    memory().verify(receives, room, new byte[room]);
    step("7");
  }
}
