package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.TestException.Cause.DUT;
import static org.ibassay.wire.packet.OpCode.UD_SEND_ONLY;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.suite.DatagramPair;
import org.ibassay.suite.DutWork;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTester;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.jspecify.annotations.Nullable;

/// The DUT as a receiver of datagrams: posts receives with room for the GRH, makes valid datagrams,
/// and verifies what the DUT does with them.
final class DatagramReceiver {
  /// Space reserved for the GRH before the payload, in bytes.
  static final int GRH_BYTES = 40;

  /// Payload length, in bytes, for checks in which the length does not matter.
  static final int SHORT = 64;

  private static final int FIRST_PSN = 0x00_1BA5;

  private final TransportTester<DatagramPair> tt;
  private final DutWork work;
  private @Nullable MemoryRegion region;
  private int room;
  private byte filler;
  private int psn = FIRST_PSN;
  private int completed;

  DatagramReceiver(TransportTester<DatagramPair> tt) {
    this(tt, tt.work());
  }

  /// @param work of the QP that receives
  DatagramReceiver(TransportTester<DatagramPair> tt, DutWork work) {
    this.tt = tt;
    this.work = work;
  }

  /// Posts receives with room for the GRH and a payload; their ids count from 0.
  void postReceives(int count, int payload) throws TestException {
    room = GRH_BYTES + payload;
    filler = 0;
    completed = 0;
    region = work.postReceives(count, room);
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

  /// Verifies that a receive holds what it held before, also where the GRH belongs.
  void verifyUntouched(long id) throws TestException {
    tt.memory().verify(Objects.requireNonNull(region), id * room, filled(room));
  }

  /// Returns a short valid datagram.
  PacketOut datagram() {
    return datagram(pattern(SHORT));
  }

  /// Returns a valid datagram.
  PacketOut datagram(byte[] payload) {
    return tt.channel().datagram(UD_SEND_ONLY, payload);
  }

  /// Returns a short valid datagram, with immediate data or without.
  PacketOut datagram(OpCode opCode) {
    return tt.channel().datagram(opCode, pattern(SHORT));
  }

  /// Sends a datagram with the next PSN.
  void send(PacketOut packetOut) throws TestException {
    psn = Psn.next(psn);
    tt.packets().send(packetOut, psn);
  }

  // --- checks

  /// Verifies that one receive completes, with success and the whole length.
  ///
  /// @param id of the receive
  /// @param payload of the datagram, in bytes
  /// @throws TestException if none does: later checks would be meaningless
  Completion verifyCompleted(long id, int payload) throws TestException {
    List<Completion> ended = poll(1);
    Completion expected = new Completion(id, Status.SUCCESS, 0, (long) GRH_BYTES + payload);
    tt.checks()
        .verify(
            ended.size() == 1 && isLike(ended.getFirst(), expected),
            () -> "one completion: " + expected,
            () -> ended.isEmpty() ? "no completion" : ended.toString());
    if (ended.isEmpty()) {
      throw new TestException(DUT, "a datagram did not complete a receive");
    }
    return ended.getFirst();
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

  /// Verifies that a receive holds the payload after the 40 bytes of the GRH, and after it what it
  /// held before.
  void verifyPayload(long id, byte[] payload) throws TestException {
    byte[] expected = filled(room - GRH_BYTES);
    System.arraycopy(payload, 0, expected, 0, payload.length);
    tt.memory().verify(Objects.requireNonNull(region), id * room + GRH_BYTES, expected);
  }

  /// Returns the 40 bytes of a receive before the payload.
  byte[] area(long id) throws TestException {
    return tt.memory().read(Objects.requireNonNull(region), id * room, GRH_BYTES);
  }

  /// Verifies that no packet is received.
  void verifySilence() throws TestException {
    tt.packets().verifySilence(psn);
  }

  /// Verifies that no packet is received and that no receive completes with success.
  ///
  /// @return what completed
  List<Completion> verifyDropped() throws TestException {
    verifySilence();
    List<Completion> ended = poll(0);
    tt.checks()
        .verify(
            ended.stream().noneMatch(completion -> completion.status() == Status.SUCCESS),
            () -> "no receive completed with success",
            ended::toString);
    return ended;
  }

  /// Returns the id of the next receive, whatever completed the ones before it.
  long next() {
    return completed;
  }

  /// Verifies that a short datagram completes a receive with its payload.
  ///
  /// @param id of the receive
  void verifyDelivered(long id) throws TestException {
    verifyCompleted(id, SHORT);
    verifyPayload(id, pattern(SHORT));
  }

  /// Verifies that no packet is received, and that nothing completes.
  void verifyNothing() throws TestException {
    work.verifyNone(verifyDropped());
  }

  /// Verifies that the QP is in RTS and that a valid datagram completes the next receive.
  ///
  /// @return whether the QP is in RTS; if not, no datagram was sent
  boolean verifyServes() throws TestException {
    boolean ready = work.verifyState(State.RTS);
    if (ready) {
      send(datagram());
      verifyDelivered(next());
    }
    return ready;
  }
}
