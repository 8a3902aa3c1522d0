package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.RcSettings.Retries;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.Syndrome;
import org.jspecify.annotations.Nullable;

/// # Immediate data on a reliable connection is reported with the receive that it completes
///
/// - Section: 9.7.4.1.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-immediate#01, ia-r09-immediate#02, ia-r09-immediate#03, ia-r09-immediate#04
///
/// The tester sends SENDs and RDMA WRITEs in turn, with and without immediate data, of zero length,
/// one packet, and three packets. Each message with immediate data completes one receive, in order,
/// with its length and its immediate data. A SEND without immediate data completes a receive that
/// reports none, and an RDMA WRITE without immediate data completes no receive. A duplicate
/// consumes no further receive and writes nothing.
///
/// ## Notes
///
/// - This test is the suite's own. W09_Immediate covers an unreliable connection.
/// - Each packet requests an acknowledge and is sent after the previous one is acknowledged.
/// - Each message has different immediate data, all four bytes of which differ; that of the last
///   two is 0, which is not the same as none.
/// - An RDMA WRITE of zero length has an invalid R_Key, which is not checked.
/// - An RDMA WRITE with immediate data consumes a receive only with its last packet; the receive
///   buffer is not written.
///
/// ## Initialization
///
/// - I1: OpenRcChannel(CC), with Minimum RNR NAK Timer 14 (1.28 ms).
///
/// ## Procedure
///
/// - 1: For each START_PSN: open a connection, register memory, and post a receive for each message
///   that consumes one.
/// - 2: Send a message; receive an ACK for each packet: its PSN, and an MSN that counts whole
///   messages. [ia-r09-immediate#01]
/// - 3: Verify that it completes the next receive with its length and its immediate data, or with
///   none. [ia-r09-immediate#02]
/// - 4: Verify that the data of a SEND is in its receive, and that of an RDMA WRITE is in the
///   memory and not in the receive. [ia-r09-immediate#03]
/// - 5: The DUT's host overwrites the memory of an RDMA WRITE with zeros. Send the last packet of
///   the message again, with the same PSN; receive its ACK; verify that the memory is unchanged.
///   [ia-r09-immediate#01, ia-r09-immediate#03]
/// - 6: After steps 2 to 5 for all messages, verify that no other receive has completed.
///   [ia-r09-immediate#02]
/// - 7: Open a connection without receives; send an RDMA WRITE of two packets with immediate data:
///   the first is acknowledged, the last is answered with an RNR NAK. On another connection, send
///   one of zero length: it is answered with an RNR NAK. [ia-r09-immediate#04]
/// - 8: Post a receive, wait as long as the RNR NAK specifies, and send the last packet again;
///   receive its ACK; verify the completion. [ia-r09-immediate#04]
/// - 9: Close the connection.
@Td(dut = DutKind.CA, needs = Ability.RECEIVES, effect = Effect.READS, parameters = START_PSN)
public final class R09_Immediate extends TransportTest {
  private static final int SHORT = 61;
  private static final int FIRST_IMMEDIATE = 0x81A2_C3E4;
  private static final int STEP = 0x1F2D_3B47;

  /// How many messages come before those with immediate data 0.
  private static final int NONZERO = 10;

  private static final Syndrome.RnrNak RNR_NAK = new Syndrome.RnrNak(14);

  private final DutResponder responder = new DutResponder(tt());

  private int psn;
  private int msn;
  private int taken;

  /// A message to send.
  ///
  /// @param packets number of packets with payload; 0 for a zero-length message
  private record Message(RequestKind kind, boolean hasImmediate, int packets) {
    boolean takesReceive() {
      return kind == RequestKind.SEND || hasImmediate;
    }

    int bytes(int pmtu) {
      return packets == 0 ? 0 : (packets - 1) * pmtu + SHORT;
    }
  }

  private static final List<Message> MESSAGES =
      List.of(
          new Message(RequestKind.SEND, true, 1),
          new Message(RequestKind.SEND, false, 1),
          new Message(RequestKind.WRITE, true, 1),
          new Message(RequestKind.WRITE, false, 1),
          new Message(RequestKind.SEND, true, 3),
          new Message(RequestKind.WRITE, true, 3),
          new Message(RequestKind.WRITE, false, 2),
          new Message(RequestKind.SEND, false, 2),
          new Message(RequestKind.WRITE, true, 0),
          new Message(RequestKind.SEND, true, 0),
          new Message(RequestKind.WRITE, true, 2),
          new Message(RequestKind.SEND, true, 2));

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    openRcChannel(new Retries(0, 0, 0, RNR_NAK.timer()));
    return true;
  }

  @Override
  public boolean execute() throws TestException {
    carryOutCase("messages", this::inTurn);
    carryOutCase("without receive", () -> withoutReceive(cc().pmtu() + SHORT));
    carryOutOnce("zero length, without receive", () -> withoutReceive(0));
    return log().allPassed();
  }

  private void inTurn() throws TestException {
    step("1");
    psn = cc().startPsn();
    msn = 0;
    taken = 0;
    int room = 3 * cc().pmtu();
    MemoryRegion region = memory().register();
    int receives = (int) MESSAGES.stream().filter(Message::takesReceive).count();
    MemoryRegion received = work().postReceives(receives + 2, room);
    for (int i = 0; i < MESSAGES.size(); i++) {
      Message message = MESSAGES.get(i);
      int immediate = i < NONZERO ? FIRST_IMMEDIATE + i * STEP : 0;
      at("message", i, () -> send(message, immediate, region, received));
    }
    step("6");
    work().verifyNone(work().pollReceivesAfterSilence());
  }

  private void send(Message message, int immediate, MemoryRegion region, MemoryRegion received)
      throws TestException {
    byte[] data = dataOf(message);
    List<PacketOut> packets = packets(message, region, data, immediate);
    step("2");
    responder.sendMessage(packets, psn, msn);
    psn = Psn.add(psn, packets.size());
    msn++;
    step("3");
    if (message.takesReceive()) {
      verifyReceived(taken, data.length, message.hasImmediate() ? immediate : null);
    } else {
      work().verifyNone(work().pollReceives(0));
    }
    step("4");
    verifyData(message, data, region, received);
    taken += message.takesReceive() ? 1 : 0;
    step("5");
    byte[] zeros = new byte[3 * cc().pmtu()];
    memory().fill(region, zeros);
    transportTxPacket(packets.getLast(), Psn.add(psn, -1));
    responder.verifyResponsePacket(RC_ACK, Psn.add(psn, -1), msn);
    memory().verify(region, 0, zeros);
  }

  /// Returns data that differs in every byte from the previous message.
  private byte[] dataOf(Message message) {
    byte[] data = pattern(message.bytes(cc().pmtu()));
    for (int i = 0; i < data.length; i++) {
      data[i] ^= (byte) (msn + 1);
    }
    return data;
  }

  private List<PacketOut> packets(
      Message message, MemoryRegion region, byte[] data, int immediate) {
    List<PacketOut> packets =
        message.hasImmediate()
            ? responder.immediate(message.kind(), region, data, immediate)
            : responder.message(message.kind(), region, data);
    if (message.kind() == RequestKind.WRITE && message.packets() == 0) {
      packets.getFirst().set(Reth.R_KEY, ~region.rkey());
    }
    return packets;
  }

  private void verifyData(Message message, byte[] data, MemoryRegion region, MemoryRegion received)
      throws TestException {
    int room = 3 * cc().pmtu();
    if (message.kind() == RequestKind.SEND) {
      memory().verify(received, (long) taken * room, Arrays.copyOf(data, room));
    } else {
      memory().verify(region, 0, data);
      memory().verify(received, (long) taken * room, new byte[room]);
    }
  }

  private void verifyReceived(long id, int bytes, @Nullable Integer immediate)
      throws TestException {
    List<Completion> ended = work().pollReceives(1);
    verify(
        0,
        ended.size() == 1
            && ended.getFirst().id() == id
            && ended.getFirst().status() == Status.SUCCESS
            && ended.getFirst().bytes() == bytes
            && Objects.equals(ended.getFirst().received().immediate(), immediate),
        () ->
            "one completion: %d SUCCESS, %s, immediate data %s"
                .formatted(id, counted(bytes, "byte"), shown(immediate)),
        () ->
            DutWork.shown(ended)
                + (ended.isEmpty()
                    ? ""
                    : ", immediate data " + shown(ended.getFirst().received().immediate())));
  }

  private static String shown(@Nullable Integer immediate) {
    return immediate == null ? "none" : "0x%08X".formatted(immediate);
  }

  private void withoutReceive(int bytes) throws TestException {
    step("7");
    psn = cc().startPsn();
    MemoryRegion region = memory().register();
    byte[] data = pattern(bytes);
    List<PacketOut> packets = responder.immediate(RequestKind.WRITE, region, data, FIRST_IMMEDIATE);
    int last = Psn.add(psn, packets.size() - 1L);
    if (last != psn) {
      transportTxPacket(packets.getFirst(), psn);
      responder.verifyResponsePacket(RC_ACK, psn, 0);
    }
    transportTxPacket(packets.getLast(), last);
    PacketIn refusal = packets().receive(RC_ACK, last, RNR_NAK.toString());
    packets().throwIfLost(refusal);
    verify(refusal, refusal.syndrome().equals(RNR_NAK), RNR_NAK::toString, refusal::toString);
    checks().verifyPsn(refusal, last);
    step("8");
    work().postReceives(1, SHORT);
    waitFor(Duration.ofNanos(RNR_NAK.nanos()));
    transportTxPacket(packets.getLast(), last);
    responder.verifyResponsePacket(RC_ACK, last, 1);
    verifyReceived(0, data.length, FIRST_IMMEDIATE);
    memory().verify(region, 0, data);
    step("9");
  }
}
