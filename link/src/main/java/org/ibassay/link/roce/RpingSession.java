package org.ibassay.link.roce;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.link.LinkException;
import org.ibassay.link.packet.GmpPort;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.packet.ReceivedPacket;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ReadyToUse;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.PacketWriter;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// A connection to `rping -s`: messages to it, and responses to the DUT's requests. Packets that
/// are not part of such an exchange remain in the port.
final class RpingSession {
  private static final long AGAIN_NANOS = 1_000_000_000L;
  private static final long PATIENCE_NANOS = 5_000_000_000L;
  private static final int TRIES = 8;
  private static final int FRAME_BYTES = 5120;
  private static final OpCode[] WRITES = {
    OpCode.RC_RDMA_WRITE_ONLY,
    OpCode.RC_RDMA_WRITE_FIRST,
    OpCode.RC_RDMA_WRITE_MIDDLE,
    OpCode.RC_RDMA_WRITE_LAST
  };

  private final PacketPort port;
  private final GmpPort messages;
  private final CmMessage reply;
  private final RcSettings settings;
  private final MemorySegment frame = MemorySegment.ofArray(new byte[FRAME_BYTES]);
  private int psn;
  private int dutPsn;
  private int executed;

  private RpingSession(PacketPort port, GmpPort messages, CmMessage reply, RcSettings settings) {
    this.port = port;
    this.messages = messages;
    this.reply = reply;
    this.settings = settings;
    this.psn = (int) reply.get(ConnectReply.STARTING_PSN);
    this.dutPsn = settings.sendPsn();
  }

  static RpingSession connect(
      PacketPort port, GmpPort messages, CmInitiator initiator, RcSettings settings)
      throws LinkException, InterruptedException {
    messages.discard();
    RpingSession session = new RpingSession(port, messages, initiator.accepted(settings), settings);
    session.sendReadyToUse();
    return session;
  }

  private void sendReadyToUse() throws LinkException {
    messages.send(CmInitiator.established(reply).message(ReadyToUse.ATTRIBUTE).bytes());
  }

  /// The DUT's QP.
  int dutQpn() {
    return (int) reply.get(ConnectReply.LOCAL_QPN);
  }

  /// PSN of the DUT's first request that was not answered here.
  int dutPsn() {
    return dutPsn;
  }

  /// Whether one of the tester's messages had this PSN.
  boolean hasSent(int messagePsn) {
    int first = (int) reply.get(ConnectReply.STARTING_PSN);
    return !Psn.isBefore(messagePsn, first) && Psn.isBefore(messagePsn, psn);
  }

  void disconnect() throws LinkException, InterruptedException {
    CmInitiator.established(reply).disconnect(port, messages);
  }

  // --- the tester's messages

  /// Sends a message until the DUT acknowledges it, or sends the request that follows.
  void send(byte[] message) throws LinkException, InterruptedException {
    for (int i = 0; i < TRIES; i++) {
      PacketWriter writer = begin(OpCode.RC_SEND_ONLY, psn).set(Header.BTH, Bth.A, 1);
      port.send(frame, writer.payload(MemorySegment.ofArray(message), 0, message.length).end());
      if (isTaken()) {
        psn = Psn.next(psn);
        return;
      }
    }
    throw new LinkException(
        "the DUT does not acknowledge a SEND of %d bytes".formatted(message.length));
  }

  /// The acknowledge may be received after the DUT's next request.
  private boolean isTaken() throws LinkException, InterruptedException {
    List<ReceivedPacket> others = new ArrayList<>();
    boolean isHeard = false;
    long deadline = now() + AGAIN_NANOS;
    try {
      ReceivedPacket next = port.receive(deadline);
      while (next != null) {
        if (isAcknowledge(next.packet())) {
          return true;
        }
        if (CmInitiator.isSame(next, reply)) {
          sendReadyToUse();
        } else {
          others.add(next);
        }
        if (isFor(next.packet()) && !isResponse(next.packet())) {
          isHeard = true;
          deadline = Math.min(deadline, now() + CmEstablished.SETTLED_NANOS);
        }
        next = port.receive(deadline);
      }
      return isHeard;
    } finally {
      port.putBack(others);
    }
  }

  private boolean isFor(TransportPacket packet) {
    return packet.has(Header.BTH) && packet.get(Header.BTH, Bth.DEST_QP) == settings.peerQpn();
  }

  private static boolean isResponse(TransportPacket packet) {
    return packet.opCode().stream().anyMatch(opCode -> opCode.operation().isResponse());
  }

  private boolean isAcknowledge(TransportPacket packet) {
    return isFor(packet)
        && packet.is(OpCode.RC_ACK)
        && packet.get(Header.BTH, Bth.PSN) == psn
        && Syndrome.of((int) packet.get(Header.AETH, Aeth.SYNDROME)) instanceof Syndrome.Ack;
  }

  // --- the DUT's requests

  /// Receives a packet of a request that is not part of a test.
  ///
  /// @param expected one of these
  TransportPacket receive(OpCode... expected) throws LinkException, InterruptedException {
    ReceivedPacket received =
        take(packet -> Stream.of(expected).anyMatch(packet::is), now() + PATIENCE_NANOS);
    if (received == null) {
      throw new LinkException(
          "no %s received in response to a message of rping's protocol".formatted(expected[0]));
    }
    return received.packet();
  }

  /// Responds to a READ.
  void respond(TransportPacket request, byte[] data) throws LinkException {
    executed++;
    int mtu = settings.pathMtu();
    int count = Math.ceilDiv(data.length, mtu);
    MemorySegment all = MemorySegment.ofArray(data);
    for (int i = 0; i < count; i++) {
      int length = Math.min(mtu, data.length - i * mtu);
      port.send(
          frame,
          response(part(i, count), Psn.add(psnOf(request), i))
              .payload(all, (long) i * mtu, length)
              .end());
    }
    dutPsn = Psn.add(psnOf(request), count);
  }

  private static OpCode part(int index, int count) {
    boolean isLast = index == count - 1;
    if (index == 0) {
      return isLast ? OpCode.RC_RDMA_READ_RESP_ONLY : OpCode.RC_RDMA_READ_RESP_FIRST;
    }
    return isLast ? OpCode.RC_RDMA_READ_RESP_LAST : OpCode.RC_RDMA_READ_RESP_MIDDLE;
  }

  /// Receives rping's message after a READ that is not part of a test, and acknowledges it.
  void receiveMessage() throws LinkException, InterruptedException {
    acknowledge(receive(OpCode.RC_SEND_ONLY));
  }

  /// Whether rping's message has been received; acknowledges it.
  boolean hasMessage() throws LinkException, InterruptedException {
    ReceivedPacket received = take(packet -> packet.is(OpCode.RC_SEND_ONLY), now());
    if (received != null) {
      acknowledge(received.packet());
    }
    return received != null;
  }

  /// Receives an RDMA WRITE that is not part of a test, and acknowledges it.
  ///
  /// @return its data
  byte[] receiveWrite() throws LinkException, InterruptedException {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    TransportPacket part;
    do {
      part = receive(WRITES);
      data.writeBytes(part.payload().toArray(JAVA_BYTE));
    } while (!part.is(OpCode.RC_RDMA_WRITE_ONLY) && !part.is(OpCode.RC_RDMA_WRITE_LAST));
    acknowledge(part);
    return data.toByteArray();
  }

  private void acknowledge(TransportPacket message) throws LinkException {
    executed++;
    port.send(frame, response(OpCode.RC_ACK, psnOf(message)).end());
    dutPsn = Psn.next(psnOf(message));
  }

  /// Takes a packet for the tester's QP out of those received.
  private @Nullable ReceivedPacket take(Predicate<TransportPacket> wanted, long deadline)
      throws LinkException, InterruptedException {
    List<ReceivedPacket> others = new ArrayList<>();
    try {
      ReceivedPacket next = port.receive(deadline);
      while (next != null && !(isFor(next.packet()) && wanted.test(next.packet()))) {
        others.add(next);
        next = port.receive(deadline);
      }
      return next;
    } finally {
      port.putBack(others);
    }
  }

  private long now() {
    return port.clock().nanos();
  }

  private static int psnOf(TransportPacket packet) {
    return (int) packet.get(Header.BTH, Bth.PSN);
  }

  private PacketWriter response(OpCode opCode, int responsePsn) {
    PacketWriter writer = begin(opCode, responsePsn);
    return opCode.headers().contains(Header.AETH)
        ? writer
            .set(Header.AETH, Aeth.SYNDROME, Syndrome.Ack.WITHOUT_CREDITS.value())
            .set(Header.AETH, Aeth.MSN, executed)
        : writer;
  }

  private PacketWriter begin(OpCode opCode, int packetPsn) {
    return new PacketWriter(frame)
        .begin(port.path().envelope(), opCode, 0)
        .set(Header.BTH, Bth.P_KEY, Gmp.DEFAULT_P_KEY)
        .set(Header.BTH, Bth.DEST_QP, dutQpn())
        .set(Header.BTH, Bth.PSN, packetPsn);
  }
}
