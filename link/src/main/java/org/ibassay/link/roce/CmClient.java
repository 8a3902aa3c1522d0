package org.ibassay.link.roce;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.LinkException;
import org.ibassay.link.packet.GmpPort;
import org.ibassay.link.packet.PacketPath;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.packet.ReceivedPacket;
import org.ibassay.link.roce.RoceUri.Server;
import org.ibassay.link.upper.GivenConnection.Ends;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
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
import org.ibassay.wire.packet.Syndrome.Nak;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// Connects to a stock RDMA CM server on the DUT's host, such as `ucmatose`, which has posted its
/// receives before it accepts. The server's own requests are not acknowledged, because only the
/// DUT's responder is tested; REQ carries the longest timeout, so that they are not retransmitted.
final class CmClient implements HostConnection {
  /// Time for a server that is restarted after each connection.
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  private static final long AGAIN_NANOS = 1_000_000_000L;
  private static final int FRAME_BYTES = 128;
  private static final int SMALLEST_MTU = 128;
  private static final int READS = 4;
  private static final int RETRIES = 7;
  private static final int DUT_TIMEOUT = 20;
  private static final int TT_TIMEOUT = 18;
  private static final int LONGEST_ACK_TIMEOUT = 31;
  private static final int RATE_10_GB = 3;
  private static final int HOP_LIMIT = 64;
  private static final int PERMISSIVE_LID = 0xFFFF;
  private static final int SOURCE_PORT = 0x1BA6;

  /// The Starting PSN in a message is that of the packets sent by the recipient of the message
  /// (12.7.30).
  private static final int DUT_PSN = 0;

  /// The tester's GUID differs from run to run, so that the host does not mistake a connection for
  /// one of an earlier run.
  private static final long GUID = 0x021B_A600_0000_0000L;

  private static final long GUID_MASK = 0xFF_FFFF_FFFFL;

  private final PacketPort port;
  private final GmpPort messages;
  private final MemorySegment frame = MemorySegment.ofArray(new byte[FRAME_BYTES]);
  private final Server server;
  private final int pathMtu;
  private final long guid;
  private @Nullable CmEstablished established;
  private boolean isServerWaiting;

  /// @param pathMtu in bytes
  CmClient(PacketPort port, Server server, int pathMtu) {
    this.port = port;
    this.messages = new GmpPort(port);
    this.server = server;
    this.pathMtu = pathMtu;
    this.guid = GUID | (port.clock().nanos() & GUID_MASK);
  }

  @Override
  public int pathMtu() {
    return pathMtu;
  }

  @Override
  public Ends establish() throws LinkException, InterruptedException {
    long deadline = port.clock().nanos() + PATIENCE_NANOS;
    while (true) {
      int qpn = port.newQpn();
      CmMessage answer = answerTo(request(qpn));
      if (answer != null && answer.is(ConnectReply.ATTRIBUTE)) {
        return accepted(answer, qpn);
      }
      long now = port.clock().nanos();
      if (now >= deadline) {
        throw new LinkException(failure(answer));
      }
      messages.receive(_ -> false, Math.min(deadline, now + AGAIN_NANOS));
    }
  }

  private @Nullable CmMessage answerTo(CmMessage request)
      throws LinkException, InterruptedException {
    messages.send(request.bytes());
    ReceivedPacket answer =
        messages.receive(
            received -> isAnswer(received, request), port.clock().nanos() + AGAIN_NANOS);
    return answer == null ? null : CmEstablished.message(answer);
  }

  private static boolean isAnswer(ReceivedPacket received, CmMessage request) {
    if (!GmpPort.isGmp(received)) {
      return false;
    }
    CmMessage message = CmEstablished.message(received);
    return (message.is(ConnectReply.ATTRIBUTE) || message.is(ConnectReject.ATTRIBUTE))
        && message.get(CmMessage.REMOTE_ID) == request.get(CmMessage.LOCAL_ID);
  }

  /// Sends RTU, and resends it for each repeated REP.
  private Ends accepted(CmMessage reply, int qpn) throws LinkException, InterruptedException {
    int dutQpn = (int) reply.get(ConnectReply.LOCAL_QPN);
    CmEstablished connection =
        new CmEstablished(
            reply.header(MadHeader.TRANSACTION_ID), qpn, reply.get(CmMessage.LOCAL_ID), dutQpn);
    established = connection;
    ReceivedPacket again;
    do {
      messages.send(connection.message(ReadyToUse.ATTRIBUTE).bytes());
      again =
          messages.receive(received -> GmpPort.isGmp(received) && isSame(received, reply), soon());
    } while (again != null);
    isServerWaiting = discardRequests(qpn);
    return new Ends(
        dutQpn, (int) reply.get(ConnectReply.STARTING_PSN), qpn, server.serves(), server.memory());
  }

  /// Discards the server's requests; returns whether there were any.
  private boolean discardRequests(int qpn) throws LinkException, InterruptedException {
    boolean any = false;
    while (messages.receive(received -> isFor(received.packet(), qpn), soon()) != null) {
      any = true;
    }
    return any;
  }

  private static boolean isFor(TransportPacket packet, int qpn) {
    return packet.has(Header.BTH) && packet.get(Header.BTH, Bth.DEST_QP) == qpn;
  }

  private long soon() {
    return port.clock().nanos() + CmEstablished.SETTLED_NANOS;
  }

  private static boolean isSame(ReceivedPacket received, CmMessage reply) {
    CmMessage message = CmEstablished.message(received);
    return message.is(ConnectReply.ATTRIBUTE)
        && message.get(CmMessage.LOCAL_ID) == reply.get(CmMessage.LOCAL_ID);
  }

  private String failure(@Nullable CmMessage answer) {
    return "cannot connect to port %d (cm=) of the DUT's host within %d s: "
            .formatted(server.port(), PATIENCE_NANOS / 1_000_000_000)
        + (answer == null
            ? "no response to REQ; expected REP"
            : "REQ is rejected with reason %d%s"
                .formatted(
                    answer.get(ConnectReject.REASON), meaning(answer.get(ConnectReject.REASON))));
  }

  /// Reject reasons of a host without such a server (12.6.7.2).
  private static String meaning(long reason) {
    return switch ((int) reason) {
      case 8 -> " (invalid Service ID): no server listens there";
      case 10 -> " (stale connection)";
      case 28 -> " (consumer reject): its server refuses";
      default -> "";
    };
  }

  @Override
  public void disconnect() throws LinkException, InterruptedException {
    CmEstablished connection = established;
    established = null;
    if (connection == null) {
      return;
    }
    if (isServerWaiting) {
      refuseRequest((int) connection.remoteQpn());
    }
    connection.disconnect(port, messages);
  }

  /// NAKs the server's request, so that it stops waiting for its completion: many servers check for
  /// DREQ only after that.
  private void refuseRequest(int dutQpn) throws LinkException {
    int bytes =
        new PacketWriter(frame)
            .begin(port.path().envelope(), OpCode.RC_ACK, 0)
            .set(Header.BTH, Bth.P_KEY, Gmp.DEFAULT_P_KEY)
            .set(Header.BTH, Bth.DEST_QP, dutQpn)
            .set(Header.BTH, Bth.PSN, DUT_PSN)
            .set(Header.AETH, Aeth.SYNDROME, new Nak(Nak.REMOTE_OPERATIONAL_ERROR).value())
            .end();
    port.send(frame, bytes);
  }

  private CmMessage request(int qpn) {
    PacketPath path = port.path();
    CmMessage request =
        CmMessage.of(ConnectRequest.ATTRIBUTE, (guid << Short.SIZE) ^ qpn)
            .set(CmMessage.LOCAL_ID, qpn)
            .set(ConnectRequest.SERVICE_ID, IpCmHeader.TCP_SERVICE + server.port())
            .set(ConnectRequest.LOCAL_CA_GUID, guid)
            .set(ConnectRequest.LOCAL_QPN, qpn)
            .set(ConnectRequest.RESPONDER_RESOURCES, READS)
            .set(ConnectRequest.INITIATOR_DEPTH, READS)
            .set(ConnectRequest.REMOTE_CM_RESPONSE_TIMEOUT, DUT_TIMEOUT)
            .set(ConnectRequest.STARTING_PSN, DUT_PSN)
            .set(ConnectRequest.LOCAL_CM_RESPONSE_TIMEOUT, TT_TIMEOUT)
            .set(ConnectRequest.RETRY_COUNT, RETRIES)
            .set(ConnectRequest.PARTITION_KEY, Gmp.DEFAULT_P_KEY)
            .set(
                ConnectRequest.PATH_PACKET_PAYLOAD_MTU,
                Integer.numberOfTrailingZeros(pathMtu / SMALLEST_MTU))
            .set(ConnectRequest.RNR_RETRY_COUNT, RETRIES)
            .set(ConnectRequest.MAX_CM_RETRIES, RETRIES)
            // With RoCE, LIDs have no meaning.
            .set(ConnectRequest.primary("Local Port LID"), PERMISSIVE_LID)
            .set(ConnectRequest.primary("Remote Port LID"), PERMISSIVE_LID)
            .set(ConnectRequest.primary("Local Port GID"), path.tester().gid())
            .set(ConnectRequest.primary("Remote Port GID"), path.dut().gid())
            .set(ConnectRequest.primary("Packet Rate"), RATE_10_GB)
            .set(ConnectRequest.primary("Hop Limit"), HOP_LIMIT)
            .set(ConnectRequest.primary("Local ACK Timeout"), LONGEST_ACK_TIMEOUT);
    IpCmHeader.write(
        request.from(ConnectRequest.PRIVATE_DATA),
        SOURCE_PORT,
        path.tester().gid(),
        path.dut().gid());
    return request;
  }
}
