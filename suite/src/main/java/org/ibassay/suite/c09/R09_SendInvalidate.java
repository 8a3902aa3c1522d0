package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DutWindow.OPEN;
import static org.ibassay.suite.c09.DutWindow.REGION;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_SEND_FIRST;
import static org.ibassay.wire.packet.OpCode.RC_SEND_LAST_INV;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY_INV;
import static org.ibassay.wire.packet.Syndrome.Nak.PSN_SEQUENCE_ERROR;
import static org.ibassay.wire.packet.Syndrome.Nak.REMOTE_ACCESS_ERROR;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.DeviceAttributes.Option;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Ieth;
import org.ibassay.wire.packet.Syndrome;

/// # SEND with Invalidate invalidates the R_Key that it names, and no other
///
/// - Section: 9.4.1.1.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: memory windows
/// - Assertions: ia-r09-send-invalidate#01, ia-r09-send-invalidate#02, ia-r09-send-invalidate#03,
///   ia-r09-send-invalidate#04, ia-r09-send-invalidate#05, ia-r09-send-invalidate#06
///
/// A SEND with Invalidate of one packet, and one of two, names the R_Key of a bound type 2 memory
/// window. The message is received as usual, the receive reports the R_Key, and later requests with
/// that R_Key are answered with a NAK; another window stays bound. A type 1 window, a memory
/// region, and an R_Key that was never issued cannot be invalidated. A SEND with Invalidate that is
/// not executed invalidates nothing.
///
/// ## Notes
///
/// - This test is the suite's own. The DUT's host declares whether the DUT supports memory windows,
///   and with them SEND with Invalidate.
/// - How the requester learns of an R_Key that cannot be invalidated is not tested, because the
///   SEND itself is valid. The receive has to report the error.
/// - An RDMA WRITE with the PSN of a SEND that got an RNR NAK, and a SEND with the PSN of an
///   earlier one, are unusual requests. A responder cannot distinguish them from valid ones.
///
/// ## Procedure
///
/// - 1: For SENDs of one packet and of two, for each START_PSN: open a connection, bind two type 2
///   windows, and post receives. Send an RDMA WRITE with the R_Key of each; receive the ACK of
///   each. [ia-r09-send-invalidate#01]
/// - 2: Send the SEND with Invalidate for the first R_Key; receive the ACK of each packet: PSN,
///   MSN. [ia-r09-send-invalidate#01]
/// - 3: Verify that a receive completes with success, and that its memory holds the message.
///   [ia-r09-send-invalidate#01]
/// - 4: Verify that the receive reports the R_Key. [ia-r09-send-invalidate#02]
/// - 5: Send an RDMA WRITE with the second R_Key; receive its ACK. [ia-r09-send-invalidate#03]
/// - 6: Send a SEND without Invalidate; verify that its receive reports none.
///   [ia-r09-send-invalidate#02]
/// - 7: Send an RDMA WRITE with the first R_Key; receive a remote access error NAK: PSN, MSN.
///   [ia-r09-send-invalidate#04]
/// - 8: For each R_Key that cannot be invalidated: open a connection, register memory, post a
///   receive, and send a SEND with Invalidate for it.
/// - 9: Verify that the receive does not complete with success, and that the QP is in the error
///   state. [ia-r09-send-invalidate#05]
/// - 10: If the R_Key exists, send an RDMA WRITE with it on another connection; receive its ACK.
///   [ia-r09-send-invalidate#03]
/// - 11: Close the connections.
/// - 12: For a SEND with Invalidate of one packet that is not executed: because a packet before it
///   is missing, because no receive is posted, or because a SEND without Invalidate with its PSN
///   was executed before: open a connection and bind a type 2 window. Post receives, except for the
///   second of these. Send an RDMA WRITE with the R_Key; receive its ACK. For the last of these,
///   send the SEND without Invalidate; receive its ACK. [ia-r09-send-invalidate#01]
/// - 13: Send the SEND with Invalidate for this R_Key. Receive a PSN sequence error NAK with the
///   PSN and MSN expected; or an RNR NAK with its PSN; or an ACK with its PSN.
///   [ia-r09-send-invalidate#06]
/// - 14: Send an RDMA WRITE with the R_Key, with the next PSN that the DUT expects; receive its
///   ACK. [ia-r09-send-invalidate#06]
@Td(
    dut = DutKind.CA,
    needs = {Ability.WRITES, Ability.MEMORY, Ability.RENEWAL, Ability.EXTENDED},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_SendInvalidate extends TransportTest {
  private static final int RECEIVES = 2;
  private static final int TAIL = 12;

  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    step("1");
    if (!dut().attributes().serves(Option.WINDOWS)) {
      leaveOutRest("neither the DUT nor its agent declares memory windows");
      return log().allPassed();
    }
    carryOutCase("one packet", () -> procedure(TAIL));
    carryOutCase("two packets", () -> procedure(cc().pmtu() + TAIL));
    carryOutOnce("after a missing packet", this::afterGap);
    carryOutOnce("without a receive", this::withoutReceive);
    carryOutOnce("duplicate", this::duplicate);
    carryOutOnce("window of type 1", () -> refused(true));
    carryOutOnce("region", () -> refused(false));
    carryOutOnce("never issued", () -> nobodys());
    return log().allPassed();
  }

  private DutWindow bound(int type, long id) throws TestException {
    DutWindow window = new DutWindow(tt(), type, REGION);
    window.bind(id, window.part(OPEN));
    return window;
  }

  private List<PacketOut> send(byte[] data, int rkey) {
    long named = Integer.toUnsignedLong(rkey);
    return data.length <= cc().pmtu()
        ? List.of(PacketOut.of(RC_SEND_ONLY_INV).ackReq().set(Ieth.R_KEY, named).payload(data))
        : List.of(
            PacketOut.of(RC_SEND_FIRST).ackReq().payload(cc().part(data, 0)),
            PacketOut.of(RC_SEND_LAST_INV)
                .ackReq()
                .set(Ieth.R_KEY, named)
                .payload(cc().part(data, 1)));
  }

  private void write(DutWindow window, int index, int msn) throws TestException {
    transportTxPacket(window.write(window.rkey(), 0), cc().psn(index));
    responder.verifyResponsePacket(RC_ACK, cc().psn(index), msn);
  }

  private void procedure(int bytes) throws TestException {
    step("1");
    DutWindow window = bound(2, 0);
    DutWindow other = bound(2, 1);
    MemoryRegion received = work().postReceives(RECEIVES, bytes);
    write(window, 0, 1);
    write(other, 1, 2);
    step("2");
    byte[] data = pattern(bytes);
    List<PacketOut> send = send(data, window.rkey());
    responder.sendMessage(send, cc().psn(2), 2);
    int next = 2 + send.size();
    step("3");
    List<Completion> completions = work().pollReceives(1);
    work().verifyEnded(completions, List.of(DutWork.Ended.well(0)));
    memory().verify(received, 0, data);
    step("4");
    memory().windows().verifyInvalidated(completions, window.rkey());
    step("5");
    write(other, next, 4);
    step("6");
    responder.sendMessage(responder.send(pattern(TAIL)), cc().psn(next + 1L), 4);
    memory().windows().verifyInvalidated(work().pollReceives(1), null);
    step("7");
    transportTxPacket(window.write(window.rkey(), 0), cc().psn(next + 2L));
    responder.verifyNak(REMOTE_ACCESS_ERROR, cc().psn(next + 2L), 5);
  }

  private void afterGap() throws TestException {
    DutWindow window = boundAndWritten();
    work().postReceives(RECEIVES, TAIL);
    step("13");
    transportTxPacket(send(pattern(TAIL), window.rkey()).getFirst(), cc().psn(2));
    responder.verifyNak(PSN_SEQUENCE_ERROR, cc().psn(1), 1);
    step("14");
    write(window, 1, 2);
  }

  private void withoutReceive() throws TestException {
    DutWindow window = boundAndWritten();
    step("13");
    transportTxPacket(send(pattern(TAIL), window.rkey()).getFirst(), cc().psn(1));
    PacketIn packetIn = packets().receive(RC_ACK, cc().psn(1), "an RNR NAK");
    verify(
        packetIn,
        packetIn.syndrome() instanceof Syndrome.RnrNak,
        () -> "an RNR NAK",
        packetIn::toString);
    checks().verifyPsn(packetIn, cc().psn(1));
    step("14");
    write(window, 1, 2);
  }

  private void duplicate() throws TestException {
    DutWindow window = boundAndWritten();
    work().postReceives(RECEIVES, TAIL);
    responder.sendMessage(responder.send(pattern(TAIL)), cc().psn(1), 1);
    step("13");
    transportTxPacket(send(pattern(TAIL), window.rkey()).getFirst(), cc().psn(1));
    responder.verifyAcknowledgedAgain(cc().psn(1), cc().psn(1));
    step("14");
    write(window, 2, 3);
  }

  private DutWindow boundAndWritten() throws TestException {
    step("12");
    DutWindow window = bound(2, 0);
    write(window, 0, 1);
    return window;
  }

  private void refused(boolean isWindow) throws TestException {
    step("8");
    DutWindow window = new DutWindow(tt(), 1, REGION);
    if (isWindow) {
      window.bind(0, window.part(OPEN));
    }
    int rkey = isWindow ? window.rkey() : window.region().rkey();
    sendNaming(rkey);
    step("10");
    connection().turnTo(connection().openAnother());
    transportTxPacket(window.write(rkey, 0), cc().psn(0));
    responder.verifyResponsePacket(RC_ACK, cc().psn(0), 1);
    step("11");
  }

  private void nobodys() throws TestException {
    step("8");
    sendNaming(~memory().register().rkey());
  }

  private void sendNaming(int rkey) throws TestException {
    work().postReceives(1, TAIL);
    transportTxPacket(send(pattern(TAIL), rkey).getFirst(), cc().psn(0));
    packets().anyWithinSilence(cc().psn(0));
    step("9");
    List<Completion> ended = work().pollReceives(1);
    checks()
        .verify(
            ended.stream().noneMatch(one -> one.status() == Status.SUCCESS),
            () -> "no receive completed with success",
            () -> DutWork.shown(ended));
    work().verifyState(State.ERR);
  }
}
