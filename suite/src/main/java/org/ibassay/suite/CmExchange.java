package org.ibassay.suite;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.ibassay.suite.TestException.Cause.DUT;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.link.packet.GmpPort;
import org.ibassay.link.packet.ReceivedPacket;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.PacketWriter;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// CM messages between QP1 of the tester and QP1 of the DUT, and packets of their connections.
/// Messages that belong to no call of the tester are ignored.
public final class CmExchange {
  private final Steps steps;
  private final TransportDut dut;
  private final PacketChecks checks;
  private final Set<ByteBuffer> taken = new HashSet<>();
  private @Nullable GmpPort port;
  private long sentFrame;
  private int pKey = Gmp.DEFAULT_P_KEY;

  CmExchange(Steps steps, TransportDut dut, PacketChecks checks) {
    this.steps = steps;
    this.dut = dut;
    this.checks = checks;
  }

  private GmpPort port() {
    GmpPort known = port;
    if (known == null) {
      known = new GmpPort(dut.packetPort());
      port = known;
    }
    return known;
  }

  /// Discards everything received so far.
  void discard() throws TestException {
    pKey = Gmp.DEFAULT_P_KEY;
    taken.clear();
    dut.link(_ -> port().discard());
  }

  /// Sends a message, valid or invalid.
  public void send(CmMessage message) throws TestException {
    send(message, _ -> {});
  }

  /// Sends a message in a datagram that may be invalid.
  ///
  /// @param edit sets fields of the datagram's headers
  public void send(CmMessage message, Consumer<PacketWriter> edit) throws TestException {
    pKey = Gmp.DEFAULT_P_KEY;
    transmit(message, edit);
  }

  /// Sends a message in a partition; the next messages received must be in it, too.
  public void sendIn(int partition, CmMessage message) throws TestException {
    pKey = partition;
    transmit(message, packet -> packet.set(Header.BTH, Bth.P_KEY, partition));
  }

  private void transmit(CmMessage message, Consumer<PacketWriter> edit) throws TestException {
    dut.link(packets -> {
      packets.setLabel(steps.label());
      sent(port().send(message.bytes(), edit).frame());
      return true;
    });
  }

  private void sent(long frame) {
    sentFrame = frame;
    steps.body().stimuli.sent(frame);
  }

  /// Returns the next message of a call, or null if none is received in time. Its datagram is
  /// checked like every packet.
  @Nullable CmIn next(CmDialog call, long patience) throws TestException {
    PacketIn packetIn =
        next(received -> isOf(call, received) && !isCopy(received), Gmp.QP, patience);
    if (packetIn == null) {
      return null;
    }
    checks.verifyValue(packetIn, Header.DETH, Deth.Q_KEY, Integer.toUnsignedLong(Gmp.Q_KEY));
    checks.verifyValue(packetIn, Header.DETH, Deth.SRC_QP, Gmp.QP);
    return new CmIn(packetIn, messageOf(packetIn));
  }

  /// Returns the next message of a call without any check, or null if none is received in time.
  @Nullable CmIn take(CmDialog call, long deadline) throws TestException {
    ReceivedPacket received =
        dut.<@Nullable ReceivedPacket>link(
            _ -> port().receive(packet -> isOf(call, packet), deadline));
    return received == null ? null : CmIn.of(received);
  }

  /// A duplicate from a lossy link is not attributed to the DUT: its next datagram would have
  /// another PSN.
  private boolean isCopy(ReceivedPacket received) {
    TransportPacket packet = received.packet();
    byte[] bytes = packet.segment().asSlice(packet.start(), packet.bytes()).toArray(JAVA_BYTE);
    return !dut.isLossless() && !taken.add(ByteBuffer.wrap(bytes));
  }

  private static CmMessage messageOf(PacketIn packetIn) {
    return CmMessage.read(MemorySegment.ofArray(packetIn.payload()));
  }

  /// Matches by either id, because the other id or the destination QP may be wrong.
  private static boolean isOf(CmDialog call, ReceivedPacket received) {
    return GmpPort.isAsLong(received) && call.isOwn(CmMessage.read(GmpPort.mad(received)));
  }

  private @Nullable PacketIn next(Predicate<ReceivedPacket> wanted, int qpn, long patience)
      throws TestException {
    long deadline = dut.now() + patience;
    ReceivedPacket received =
        dut.<@Nullable ReceivedPacket>link(packets -> {
          packets.setLabel(steps.label());
          return port().receive(wanted, deadline);
        });
    if (received == null) {
      return null;
    }
    PacketIn packetIn = new PacketIn(received);
    steps.body().stimuli.received(packetIn.frame(), sentFrame);
    checks.verifyAlways(packetIn, qpn, pKey, dut.packetPort().path());
    return packetIn;
  }

  /// Ends a part in which an expected message is missing. On a lossless link, it was not sent.
  TestException missing(String what) {
    Body body = steps.body();
    String within = "within %.1f s".formatted(dut.answerNanos() / 1e9);
    steps.checks().judged(body.step, 0, sentFrame);
    long sent = steps.checks().proof(sentFrame);
    CheckLog.Failure missing =
        new CheckLog.Failure(body.step, body.place, what + " " + within, "nothing", 0, sent, null);
    body.missing = missing;
    if (dut.isLossless()) {
      body.log.fail(missing);
    }
    return new TestException(
        DUT, "step %s: expected %s %s, nothing was received".formatted(body.step, what, within));
  }

  // --- packets of a connection

  /// Sends an RDMA WRITE without payload, which needs no memory (9.7.3), and verifies that the ACK
  /// counts it in its MSN.
  ///
  /// @param count number of messages sent on the connection, including this one
  /// @return whether it was
  boolean verifyAcknowledged(CmDialog call, int psn, int count) throws TestException {
    write(call, psn);
    PacketIn packetIn = packet(call, psn, dut.answerNanos());
    if (packetIn == null) {
      throw missing("an acknowledge of PSN %d".formatted(psn));
    }
    boolean isAck = packetIn.is(OpCode.RC_ACK) && packetIn.syndrome() instanceof Syndrome.Ack;
    return checks.verify(
        packetIn,
        isAck && packetIn.psn() == psn && packetIn.get(Header.AETH, Aeth.MSN) == count,
        () -> "ACK, PSN %d, MSN %d".formatted(psn, count),
        packetIn::toString);
  }

  /// Sends an RDMA WRITE without payload, and verifies that it is not acknowledged.
  boolean verifyUnacknowledged(CmDialog call, int psn) throws TestException {
    write(call, psn);
    PacketIn packetIn = packet(call, psn, dut.silenceNanos());
    return steps
        .checks()
        .verify(
            packetIn == null ? 0 : packetIn.frame(),
            packetIn == null || !packetIn.is(OpCode.RC_ACK),
            () -> "no acknowledge within %.1f s".formatted(dut.silenceNanos() / 1e9),
            () -> Objects.requireNonNull(packetIn).toString());
  }

  /// Sends a packet, and verifies that a NAK is received.
  boolean verifyRefused(CmDialog call, PacketOut packetOut, int psn, Syndrome.Nak nak)
      throws TestException {
    send(call, packetOut, psn);
    PacketIn packetIn = packet(call, psn, dut.answerNanos());
    if (packetIn == null) {
      throw missing("%s, PSN %d".formatted(nak, psn));
    }
    return checks.verify(
        packetIn,
        packetIn.is(OpCode.RC_ACK) && packetIn.syndrome().equals(nak),
        nak::toString,
        packetIn::toString);
  }

  private void write(CmDialog call, int psn) throws TestException {
    send(call, PacketOut.of(OpCode.RC_RDMA_WRITE_ONLY).ackReq(), psn);
  }

  /// Sends a packet of a connection.
  void send(CmDialog call, PacketOut packetOut, int psn) throws TestException {
    dut.link(packets -> {
      packets.setLabel(steps.label());
      MemorySegment bytes = packetOut.bytes(packets.path().envelope(), call.dutQpn(), psn);
      sent(packets.send(bytes, (int) bytes.byteSize()).frame());
      return true;
    });
  }

  /// Returns the next packet of a connection that matches, or null if none is received in time.
  @Nullable PacketIn nextPacket(CmDialog call, Predicate<PacketIn> wanted, long patience)
      throws TestException {
    return next(
        received -> {
          PacketIn packetIn = new PacketIn(received);
          return isOf(call, packetIn) && wanted.test(packetIn);
        },
        call.qpn(),
        patience);
  }

  private @Nullable PacketIn packet(CmDialog call, int psn, long patience) throws TestException {
    return next(received -> isOf(call, psn, new PacketIn(received)), call.qpn(), patience);
  }

  private static boolean isOf(CmDialog call, PacketIn packetIn) {
    return packetIn.has(Header.BTH)
        && packetIn.get(Header.BTH, Bth.DEST_QP) == call.qpn()
        && !packetIn.isForeignTo(call.qpn());
  }

  /// An earlier acknowledge may be received again at any time (9.7.7.2).
  private static boolean isOf(CmDialog call, int psn, PacketIn packetIn) {
    return isOf(call, packetIn)
        && !(packetIn.is(OpCode.RC_ACK) && Psn.isBefore(packetIn.psn(), psn));
  }
}
