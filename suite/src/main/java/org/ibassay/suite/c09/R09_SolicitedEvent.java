package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_SEND_LAST_INV;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY_INV;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.DeviceAttributes.Option;
import org.ibassay.link.upper.RcSettings.Retries;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Ieth;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;

/// # A message with SE 1 raises a solicited event on a reliable connection; one with SE 0 does not
///
/// - Section: 11.4.2.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-solicited-event#01, ia-r09-solicited-event#02, ia-r09-solicited-event#03,
///   ia-r09-solicited-event#04, ia-r09-solicited-event#05
///
/// An event is requested for the next solicited completion. A message with SE 0 completes its
/// receive and raises no event; one whose last packet has SE 1 raises one event, and the next one
/// none, because an event must be requested again. A packet with SE 1 that is not executed raises
/// none. A receive that completes in error raises an event, whatever SE.
///
/// ## Notes
///
/// - This test is the suite's own. U09_SolicitedEvent covers datagrams, W09_SolicitedEvent an
///   unreliable connection.
/// - The messages are those that complete a receive: SENDs, SENDs and RDMA WRITEs with immediate
///   data, and SENDs with Invalidate if the DUT's host declares memory windows. SE of other packets
///   is 0, because a requester sets it in a message's last packet only.
///
/// ## Initialization
///
/// - I1: OpenRcChannel(CC), with Minimum RNR NAK Timer 14 (1.28 ms).
///
/// ## Procedure
///
/// - 1: For each kind of message, of one packet and of three: open a connection; register memory,
///   post receives, and request a solicited event.
/// - 2: Send a message with SE 0; when its receive has completed, verify that no event was raised.
///   [ia-r09-solicited-event#01]
/// - 3: Send a message with SE 1 in its last packet; when its receive has completed, verify that
///   one event was raised. [ia-r09-solicited-event#02]
/// - 4: Send another one; when its receive has completed, verify that no event was raised.
///   [ia-r09-solicited-event#03]
/// - 5: Request a solicited event. Send the last packet again, with the same PSN; receive its ACK;
///   verify that no event was raised. [ia-r09-solicited-event#04]
/// - 6: Open a connection without receives, and request a solicited event. Send a SEND with SE 1;
///   receive an RNR NAK; verify that no event was raised. [ia-r09-solicited-event#04]
/// - 7: Post a receive, wait as long as the RNR NAK specifies, and send the SEND again; when its
///   receive has completed, verify that one event was raised. [ia-r09-solicited-event#02]
/// - 8: Open a connection, post a receive that is too small, and request a solicited event. Send a
///   SEND with SE 0; when the receive has completed in error, verify that one event was raised.
///   [ia-r09-solicited-event#05]
@Td(
    dut = DutKind.CA,
    needs = {Ability.RECEIVES, Ability.EVENTS},
    effect = Effect.READS,
    parameters = START_PSN)
public final class R09_SolicitedEvent extends TransportTest {
  private static final int SHORT = 64;
  private static final int MESSAGES = 3;
  private static final int IMMEDIATE = 0x81A2_C3E4;
  private static final Syndrome.RnrNak RNR_NAK = new Syndrome.RnrNak(14);

  private final DutResponder responder = new DutResponder(tt());

  private int psn;
  private int msn;

  /// A kind of message.
  private enum Ending {
    SEND("SEND"),
    SEND_IMMEDIATE("SEND with Immediate"),
    WRITE_IMMEDIATE("RDMA WRITE with Immediate"),
    SEND_INVALIDATE("SEND with Invalidate");

    private final String text;

    Ending(String text) {
      this.text = text;
    }
  }

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    openRcChannel(new Retries(0, 0, 0, RNR_NAK.timer()));
    return true;
  }

  @Override
  public boolean execute() throws TestException {
    boolean hasWindows = dut().can(Ability.EXTENDED) && dut().attributes().serves(Option.WINDOWS);
    for (Ending ending : Ending.values()) {
      if (ending != Ending.SEND_INVALIDATE || hasWindows) {
        carryOutCase(ending.text, () -> procedure(ending, SHORT));
        carryOutOnce(
            ending.text + " of three packets", () -> procedure(ending, 2 * cc().pmtu() + SHORT));
      }
    }
    carryOutOnce("without a receive", this::withoutReceive);
    carryOutOnce("receive too small", this::inError);
    return log().allPassed();
  }

  private void procedure(Ending ending, int bytes) throws TestException {
    step("1");
    psn = cc().startPsn();
    msn = 0;
    memory().register();
    work().postReceives(MESSAGES + 1, bytes);
    List<List<PacketOut>> messages = new ArrayList<>();
    for (int i = 0; i < MESSAGES; i++) {
      messages.add(packets(ending, bytes, i));
    }
    work().requestSolicitedEvent();
    step("2");
    send(messages.get(0));
    work().verifyEvents(0);
    step("3");
    send(solicited(messages.get(1)));
    work().verifyEvents(1);
    step("4");
    List<PacketOut> last = solicited(messages.get(2));
    send(last);
    work().verifyEvents(0);
    step("5");
    work().requestSolicitedEvent();
    transportTxPacket(last.getLast(), Psn.add(psn, -1));
    responder.verifyResponsePacket(RC_ACK, Psn.add(psn, -1), msn);
    work().verifyEvents(0);
  }

  private List<PacketOut> packets(Ending ending, int bytes, int index) throws TestException {
    byte[] data = pattern(bytes);
    return switch (ending) {
      case SEND -> responder.send(data);
      case SEND_IMMEDIATE ->
          responder.immediate(RequestKind.SEND, memory().buffer(), data, IMMEDIATE);
      case WRITE_IMMEDIATE ->
          responder.immediate(RequestKind.WRITE, memory().buffer(), data, IMMEDIATE);
      case SEND_INVALIDATE -> invalidating(data, index);
    };
  }

  private List<PacketOut> invalidating(byte[] data, int index) throws TestException {
    DutWindow window = new DutWindow(tt(), 2, DutWindow.REGION);
    window.bind(index, window.part(DutWindow.OPEN));
    List<PacketOut> packets = responder.send(data);
    PacketOut last =
        PacketOut.of(packets.size() == 1 ? RC_SEND_ONLY_INV : RC_SEND_LAST_INV)
            .ackReq()
            .set(Ieth.R_KEY, Integer.toUnsignedLong(window.rkey()))
            .payload(cc().part(data, packets.size() - 1));
    packets.set(packets.size() - 1, last);
    return packets;
  }

  private static List<PacketOut> solicited(List<PacketOut> packets) {
    packets.getLast().set(Bth.SE, 1);
    return packets;
  }

  /// Sends a message and waits until its receive has completed.
  private void send(List<PacketOut> packets) throws TestException {
    responder.sendMessage(packets, psn, msn);
    work().verifyEnded(work().pollReceives(1), List.of(Ended.well(msn)));
    psn = Psn.add(psn, packets.size());
    msn++;
  }

  private void withoutReceive() throws TestException {
    step("6");
    psn = cc().startPsn();
    msn = 0;
    work().requestSolicitedEvent();
    List<PacketOut> send = solicited(responder.send(pattern(SHORT)));
    transportTxPacket(send.getFirst(), psn);
    PacketIn refusal = packets().receive(RC_ACK, psn, RNR_NAK.toString());
    packets().throwIfLost(refusal);
    verify(refusal, refusal.syndrome().equals(RNR_NAK), RNR_NAK::toString, refusal::toString);
    work().verifyEvents(0);
    step("7");
    work().postReceives(1, SHORT);
    waitFor(Duration.ofNanos(RNR_NAK.nanos()));
    send(send);
    work().verifyEvents(1);
  }

  private void inError() throws TestException {
    step("8");
    work().postReceives(1, SHORT - 1);
    work().requestSolicitedEvent();
    transportTxPacket(responder.send(pattern(SHORT)).getFirst(), cc().startPsn());
    packets().anyWithinSilence(cc().startPsn());
    List<Completion> ended = work().pollReceives(1);
    checks()
        .verify(
            ended.size() == 1 && ended.getFirst().status() != Status.SUCCESS,
            () -> "one receive completed in error",
            () -> DutWork.shown(ended));
    work().verifyEvents(1);
  }
}
