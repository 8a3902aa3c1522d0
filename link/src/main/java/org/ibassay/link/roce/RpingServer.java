package org.ibassay.link.roce;

import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.function.Predicate;
import org.ibassay.link.LinkException;
import org.ibassay.link.packet.GmpPort;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.packet.ReceivedPacket;
import org.ibassay.link.upper.GivenConnection.Ends;
import org.ibassay.link.upper.GivenConnection.Operation;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.IpCmHeader;
import org.ibassay.wire.cm.ReadyToUse;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.PacketWriter;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// The server of rdma-core's `rping`, up to its first message: `rping -c` on the DUT's host
/// requests a connection to the tester (chapter 12, annex A11), and sends the address, R_Key and
/// length of its buffer, 16 bytes, big-endian. The tester may write to this buffer and read it as
/// long as it sends no message, because `rping -c` waits for a SEND.
final class RpingServer implements HostConnection {
  /// Time for the user to start `rping`, and for a slow simulated host.
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  /// REP and ACK are resent when other packets are received, or none in this time.
  private static final long AGAIN_NANOS = 1_000_000_000L;

  private static final int TRIES = 8;
  private static final int FRAME_BYTES = 512;
  private static final int SMALLEST_MTU = 128;
  private static final int ACK_DELAY = 15;
  private static final int RNR_FOR_EVER = 7;

  /// The Starting PSN in a message is that of the packets sent by the recipient of the message
  /// (12.7.30).
  private static final int FIRST_PSN = 0;

  private final PacketPort port;
  private final GmpPort messages;
  private final int tcpPort;
  private final MemorySegment frame = MemorySegment.ofArray(new byte[FRAME_BYTES]);
  private int localId = 1;
  private @Nullable CmMessage request;

  RpingServer(PacketPort port, int tcpPort) {
    this.port = port;
    this.messages = new GmpPort(port);
    this.tcpPort = tcpPort;
  }

  /// Path MTU of the latest connection, in bytes, as chosen by the DUT's host.
  @Override
  public int pathMtu() {
    return SMALLEST_MTU << accepted().get(ConnectRequest.PATH_PACKET_PAYLOAD_MTU);
  }

  /// Waits for a connection request from the DUT's host, accepts it, and receives the description
  /// of the buffer.
  ///
  /// @throws LinkException if there is no request, or packets differ from those that `rping -c`
  ///   sends
  @Override
  public Ends establish() throws LinkException, InterruptedException {
    ReceivedPacket asked = messages.receive(this::isRequest, now() + PATIENCE_NANOS);
    if (asked == null) {
      throw new LinkException(
          ("no connection requested from the DUT's host at port %d within %d s; start there:"
                  + " rping -c -a TESTER -p %d -S 65535, TESTER being the address of from=")
              .formatted(tcpPort, PATIENCE_NANOS / 1_000_000_000, tcpPort));
    }
    CmMessage req = CmEstablished.message(asked);
    request = req;
    localId++;
    int qpn = port.newQpn();
    MemoryRegion buffer = region(RpingBuffer.read(advertisement(req, qpn)));
    return new Ends(
        (int) req.get(ConnectRequest.LOCAL_QPN),
        (int) req.get(ConnectRequest.STARTING_PSN),
        qpn,
        Set.of(Operation.WRITE, Operation.READ),
        buffer);
  }

  /// Disconnects, if a connection is established: this ends `rping -c`, whatever the state of its
  /// QP.
  @Override
  public void disconnect() throws LinkException, InterruptedException {
    CmMessage req = request;
    if (req == null) {
      return;
    }
    request = null;
    connection(req).disconnect(port, messages);
  }

  private CmMessage accepted() {
    CmMessage req = request;
    if (req == null) {
      throw new IllegalStateException("establish comes first");
    }
    return req;
  }

  /// Sends REP until the SEND with the advertisement is received; acknowledges the SEND until it is
  /// no longer retransmitted.
  private MemorySegment advertisement(CmMessage req, int qpn)
      throws LinkException, InterruptedException {
    Predicate<ReceivedPacket> isFirst = received -> isPacket(received.packet(), qpn, FIRST_PSN);
    for (int i = 0; i < TRIES; i++) {
      messages.send(rep(req, qpn).bytes());
      ReceivedPacket received =
          messages.receive(isFirst.or(RpingServer::isReadyToUse), now() + AGAIN_NANOS);
      if (received != null && isReadyToUse(received)) {
        received = messages.receive(isFirst, now() + AGAIN_NANOS);
      }
      if (received != null) {
        TransportPacket first = received.packet();
        while (received != null) {
          acknowledge((int) req.get(ConnectRequest.LOCAL_QPN), FIRST_PSN);
          received = messages.receive(isFirst, now() + CmEstablished.SETTLED_NANOS);
        }
        return payload(first);
      }
    }
    throw new LinkException(
        "the DUT's host requested a connection at port %d and then sent nothing"
            .formatted(tcpPort));
  }

  private MemorySegment payload(TransportPacket first) throws LinkException {
    if (!first.is(OpCode.RC_SEND_ONLY) || first.payloadBytes() != RpingBuffer.MESSAGE_BYTES) {
      throw new LinkException(
          ("the client at port %d is not rping: expected a SEND of %d bytes,"
                  + " received OpCode 0x%02X with %d bytes")
              .formatted(
                  tcpPort,
                  RpingBuffer.MESSAGE_BYTES,
                  first.get(Header.BTH, Bth.OP_CODE),
                  first.payloadBytes()));
    }
    return first.payload();
  }

  private static MemoryRegion region(RpingBuffer buffer) {
    return new MemoryRegion(
        1, buffer.address(), Integer.toUnsignedLong(buffer.bytes()), buffer.rkey());
  }

  private void acknowledge(int qpn, int psn) throws LinkException {
    int bytes =
        new PacketWriter(frame)
            .begin(port.path().envelope(), OpCode.RC_ACK, 0)
            .set(Header.BTH, Bth.P_KEY, Gmp.DEFAULT_P_KEY)
            .set(Header.BTH, Bth.DEST_QP, qpn)
            .set(Header.BTH, Bth.PSN, psn)
            .set(Header.AETH, Aeth.SYNDROME, Syndrome.Ack.WITHOUT_CREDITS.value())
            .set(Header.AETH, Aeth.MSN, 1)
            .end();
    port.send(frame, bytes);
  }

  private CmMessage rep(CmMessage req, int qpn) {
    return connection(req)
        .message(ConnectReply.ATTRIBUTE)
        .set(ConnectReply.LOCAL_QPN, qpn)
        .set(ConnectReply.STARTING_PSN, FIRST_PSN)
        .set(ConnectReply.RESPONDER_RESOURCES, req.get(ConnectRequest.INITIATOR_DEPTH))
        .set(ConnectReply.INITIATOR_DEPTH, req.get(ConnectRequest.RESPONDER_RESOURCES))
        .set(ConnectReply.TARGET_ACK_DELAY, ACK_DELAY)
        .set(ConnectReply.RNR_RETRY_COUNT, RNR_FOR_EVER)
        .set(ConnectReply.LOCAL_CA_GUID, port.path().tester().gid().guid());
  }

  private CmEstablished connection(CmMessage req) {
    return new CmEstablished(
        req.header(MadHeader.TRANSACTION_ID),
        localId,
        req.get(CmMessage.LOCAL_ID),
        req.get(ConnectRequest.LOCAL_QPN));
  }

  private long now() {
    return port.clock().nanos();
  }

  private boolean isRequest(ReceivedPacket received) {
    return GmpPort.isGmp(received)
        && CmEstablished.message(received).is(ConnectRequest.ATTRIBUTE)
        && CmEstablished.message(received).get(ConnectRequest.SERVICE_ID)
            == IpCmHeader.TCP_SERVICE + tcpPort;
  }

  private static boolean isReadyToUse(ReceivedPacket received) {
    return GmpPort.isGmp(received) && CmEstablished.message(received).is(ReadyToUse.ATTRIBUTE);
  }

  private static boolean isPacket(TransportPacket packet, int qpn, int psn) {
    return packet.has(Header.BTH)
        && packet.get(Header.BTH, Bth.DEST_QP) == qpn
        && packet.get(Header.BTH, Bth.PSN) == psn;
  }
}
