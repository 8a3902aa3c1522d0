package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.TestException.Cause.DUT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.suite.DutWork;
import org.ibassay.suite.MessageData;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTester;
import org.ibassay.suite.UcConnection;
import org.ibassay.wire.packet.ImmDt;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;
import org.jspecify.annotations.Nullable;

/// The DUT as the responder of an unreliable connection: makes valid messages, sends them, and
/// verifies what the DUT does with them. Each packet has AckReq 1, to which the DUT must not
/// respond.
final class UcReceiver {
  /// Immediate data of messages.
  static final int IMMEDIATE = 0x80A5_5A01;

  /// Payload length, in bytes, for checks in which the length does not matter.
  static final int SHORT = 64;

  private static final MessageOpCodes SENDS_IMM = MessageOpCodes.UC_SENDS.withImmediate();
  private static final MessageOpCodes WRITES_IMM = MessageOpCodes.UC_WRITES.withImmediate();

  private final TransportTester<UcConnection> tt;
  private final DutWork work;
  private final UnaryOperator<PacketOut> way;
  private @Nullable MemoryRegion region;
  private int room;
  private byte filler;
  private int sent;
  private int completed;

  UcReceiver(TransportTester<UcConnection> tt) {
    this(tt, tt.work(), packet -> packet);
  }

  /// @param work of the QP that receives
  /// @param way sends a packet to that QP
  UcReceiver(TransportTester<UcConnection> tt, DutWork work, UnaryOperator<PacketOut> way) {
    this.tt = tt;
    this.work = work;
    this.way = way;
  }

  /// Posts receives on a new connection, on which nothing was sent yet; their ids count from 0.
  void begin(int receives, int bytes) throws TestException {
    sent = 0;
    completed = 0;
    if (receives > 0) {
      post(receives, bytes);
    }
  }

  /// Fills the memory of the receives, so that bytes stored in addition are seen.
  void fill(int value) throws TestException {
    MemoryRegion posted = Objects.requireNonNull(region);
    filler = (byte) value;
    tt.memory().fill(posted, filled((int) posted.bytes()));
  }

  private byte[] filled(int bytes) {
    byte[] fill = new byte[bytes];
    Arrays.fill(fill, filler);
    return fill;
  }

  /// Posts receives on a connection that has none; their ids count from 0.
  void post(int receives, int bytes) throws TestException {
    room = bytes;
    filler = 0;
    region = work.postReceives(receives, bytes);
  }

  // --- messages

  /// Returns the packets of a message.
  ///
  /// @param to target region of an RDMA WRITE
  List<PacketOut> message(RequestKind kind, MemoryRegion to, byte[] data) throws TestException {
    return kind == RequestKind.SEND
        ? packets(MessageOpCodes.UC_SENDS, null, data)
        : packets(MessageOpCodes.UC_WRITES, to, data);
  }

  /// Returns the packets of a message that ends with immediate data.
  ///
  /// @param to target region of an RDMA WRITE
  List<PacketOut> immediate(RequestKind kind, MemoryRegion to, byte[] data) throws TestException {
    List<PacketOut> packets =
        kind == RequestKind.SEND ? packets(SENDS_IMM, null, data) : packets(WRITES_IMM, to, data);
    packets.getLast().set(ImmDt.IMM_DT, Integer.toUnsignedLong(IMMEDIATE));
    return packets;
  }

  private List<PacketOut> packets(MessageOpCodes opCodes, @Nullable MemoryRegion to, byte[] data)
      throws TestException {
    int mtu = tt.dut().pathMtu();
    int count = MessageData.packets(data.length, mtu);
    List<PacketOut> packets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      OpCode opCode = opCodes.of(i, count);
      PacketOut packet = PacketOut.of(opCode).ackReq().payload(MessageData.part(data, i, mtu));
      if (to != null && i == 0) {
        packet.set(Reth.VA, to.address()).set(Reth.R_KEY, to.rkey()).set(Reth.DMA_LEN, data.length);
      }
      packets.add(packet);
    }
    return packets;
  }

  /// Returns a short SEND.
  PacketOut send() {
    return tt.channel().message(pattern(SHORT)).ackReq();
  }

  /// Sends packets with the next PSNs.
  void send(List<PacketOut> packets) throws TestException {
    for (PacketOut packet : packets) {
      send(packet);
    }
  }

  /// Sends a packet with the next PSN.
  void send(PacketOut packet) throws TestException {
    tt.packets().send(way.apply(packet), psn());
    sent++;
  }

  /// Skips PSNs, as if packets had been lost.
  void skip(int count) {
    sent += count;
  }

  /// Reuses the PSN of the last packet for the next one.
  void repeatPsn() {
    sent--;
  }

  private int psn() {
    return Psn.add(tt.channel().startPsn(), sent);
  }

  // --- checks

  /// Returns the id of the next receive, whatever completed the ones before it.
  long next() {
    return completed;
  }

  /// Verifies that one receive completes, with success and the whole length.
  ///
  /// @param id of the receive
  /// @param bytes of the message
  /// @throws TestException if none does: later checks would be meaningless
  Completion verifyCompleted(long id, int bytes) throws TestException {
    List<Completion> ended = pollOne(id, bytes);
    if (ended.isEmpty()) {
      throw new TestException(DUT, "a message did not complete a receive");
    }
    return ended.getFirst();
  }

  /// Verifies that one receive per length completes, in order, with success.
  ///
  /// @param bytes lengths of the messages
  /// @return whether they did
  boolean verifyInOrder(List<Integer> bytes) throws TestException {
    List<Completion> ended = poll(bytes.size());
    boolean isRight = ended.size() == bytes.size();
    for (int i = 0; isRight && i < bytes.size(); i++) {
      isRight = isLike(ended.get(i), new Completion(i, Status.SUCCESS, 0, bytes.get(i)));
    }
    return tt.checks()
        .verify(
            isRight,
            () -> "%d completions, in order, of %s bytes".formatted(bytes.size(), bytes),
            ended::toString);
  }

  /// Polls for one completion.
  private List<Completion> pollOne(long id, int bytes) throws TestException {
    List<Completion> ended = poll(1);
    Completion expected = new Completion(id, Status.SUCCESS, 0, bytes);
    tt.checks()
        .verify(
            ended.size() == 1 && isLike(ended.getFirst(), expected),
            () -> "one completion: " + expected,
            () -> ended.isEmpty() ? "no completion" : ended.toString());
    return ended;
  }

  private List<Completion> poll(int count) throws TestException {
    List<Completion> ended = work.pollReceives(count);
    completed += ended.size();
    return ended;
  }

  private static boolean isLike(Completion actual, Completion expected) {
    return actual.id() == expected.id()
        && actual.status() == expected.status()
        && actual.bytes() == expected.bytes();
  }

  /// Verifies that the completion reports the immediate data that was sent.
  void verifyImmediate(Completion completion) {
    Integer immediate = completion.received().immediate();
    tt.checks()
        .verify(
            Integer.valueOf(IMMEDIATE).equals(immediate),
            () -> "immediate data 0x%08X".formatted(IMMEDIATE),
            () -> immediate == null ? "none" : "0x%08X".formatted(immediate));
  }

  /// Verifies that a completion reports no immediate data.
  void verifyNoImmediate(Completion completion) {
    Integer immediate = completion.received().immediate();
    tt.checks()
        .verify(
            immediate == null,
            () -> "no immediate data",
            () -> "immediate data 0x%08X".formatted(immediate));
  }

  /// Verifies that a receive holds a message, and after it what it held before.
  void verifyReceived(long id, byte[] data) throws TestException {
    byte[] expected = filled(room);
    System.arraycopy(data, 0, expected, 0, data.length);
    tt.memory().verify(Objects.requireNonNull(region), id * room, expected);
  }

  /// Verifies that no packet is received.
  void verifySilence() throws TestException {
    tt.packets().verifySilence(tt.channel().dutStartPsn());
  }

  /// Verifies that no packet is received and that no receive completes with success.
  void verifyDropped() throws TestException {
    verifySilence();
    List<Completion> ended = poll(0);
    tt.checks()
        .verify(
            ended.stream().noneMatch(completion -> completion.status() == Status.SUCCESS),
            () -> "no receive completed with success",
            ended::toString);
  }

  /// Verifies that no packet is received and that no receive completes with success, except for a
  /// message of one length.
  ///
  /// @return what completed
  List<Completion> verifyNoneBut(int bytes) throws TestException {
    verifySilence();
    List<Completion> ended = poll(0);
    tt.checks()
        .verify(
            ended.stream().allMatch(one -> one.status() != Status.SUCCESS || one.bytes() == bytes),
            () -> "no receive completed with success except one of %d bytes".formatted(bytes),
            ended::toString);
    return ended;
  }

  /// Verifies that no packet is received and that nothing completes.
  void verifyNothing() throws TestException {
    verifySilence();
    work.verifyNone(poll(0));
  }

  /// Verifies that a short SEND with the next PSN completes the next receive with its data.
  void verifyTakes() throws TestException {
    send(send());
    long id = next();
    if (!pollOne(id, SHORT).isEmpty()) { // what a message dropped before has left may follow
      tt.memory().verify(Objects.requireNonNull(region), id * room, pattern(SHORT));
    }
  }

  /// Verifies that the QP is in RTS and that a valid SEND completes the next receive.
  void verifyServes() throws TestException {
    if (work.verifyState(State.RTS)) {
      verifyTakes();
    }
  }
}
