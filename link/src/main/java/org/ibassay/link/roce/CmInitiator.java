package org.ibassay.link.roce;

import org.ibassay.link.LinkException;
import org.ibassay.link.packet.GmpPort;
import org.ibassay.link.packet.PacketPath;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.packet.ReceivedPacket;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.IpCmHeader;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.jspecify.annotations.Nullable;

/// Requests connections from a stock RDMA CM server on the DUT's host. REQ determines the first PSN
/// and the retry parameters of the DUT's requests.
final class CmInitiator {
  /// 2.4 hours: in practice, the DUT never retransmits on a timer.
  static final int LONGEST_ACK_TIMEOUT = 31;

  /// Time for a server that is restarted after each connection.
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  private static final long AGAIN_NANOS = 1_000_000_000L;
  private static final int SMALLEST_MTU = 128;
  private static final int READS = 4;
  private static final int CM_RETRIES = 7;
  private static final int DUT_TIMEOUT = 20;
  private static final int TT_TIMEOUT = 18;
  private static final int RATE_10_GB = 3;
  private static final int HOP_LIMIT = 64;
  private static final int PERMISSIVE_LID = 0xFFFF;
  private static final int SOURCE_PORT = 0x1BA6;

  /// The tester's GUID differs from run to run, so that the host does not mistake a connection for
  /// one of an earlier run.
  private static final long GUID = 0x021B_A600_0000_0000L;

  private static final long GUID_MASK = 0xFF_FFFF_FFFFL;

  private final PacketPort port;
  private final GmpPort messages;
  private final int tcpPort;
  private final long guid;

  /// @param messages on the port
  /// @param tcpPort port of the server, as in the ServiceIDs of IP CM
  CmInitiator(PacketPort port, GmpPort messages, int tcpPort) {
    this.port = port;
    this.messages = messages;
    this.tcpPort = tcpPort;
    this.guid = GUID | (port.clock().nanos() & GUID_MASK);
  }

  /// Requests a connection until it is accepted. The caller then sends RTU.
  ///
  /// @param settings of the DUT's QP; its rights and its receive PSN are chosen by the DUT's host
  /// @return REP
  /// @throws LinkException if it is not accepted
  CmMessage accepted(RcSettings settings) throws LinkException, InterruptedException {
    long deadline = port.clock().nanos() + PATIENCE_NANOS;
    while (true) {
      CmMessage answer = answerTo(request(settings));
      if (answer != null && answer.is(ConnectReply.ATTRIBUTE)) {
        return answer;
      }
      long now = port.clock().nanos();
      if (now >= deadline) {
        throw new LinkException(failure(answer));
      }
      messages.receive(_ -> false, Math.min(deadline, now + AGAIN_NANOS));
    }
  }

  /// Returns the connection that a REP accepts.
  static CmEstablished established(CmMessage reply) {
    return new CmEstablished(
        reply.header(MadHeader.TRANSACTION_ID),
        reply.get(CmMessage.REMOTE_ID),
        reply.get(CmMessage.LOCAL_ID),
        reply.get(ConnectReply.LOCAL_QPN));
  }

  /// Whether a packet is a REP sent again.
  static boolean isSame(ReceivedPacket received, CmMessage reply) {
    if (!GmpPort.isGmp(received)) {
      return false;
    }
    CmMessage message = CmEstablished.message(received);
    return message.is(ConnectReply.ATTRIBUTE)
        && message.get(CmMessage.LOCAL_ID) == reply.get(CmMessage.LOCAL_ID);
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

  private String failure(@Nullable CmMessage answer) {
    return "cannot connect to port %d (cm=) of the DUT's host within %d s: "
            .formatted(tcpPort, PATIENCE_NANOS / 1_000_000_000)
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

  private CmMessage request(RcSettings settings) {
    PacketPath path = port.path();
    int ackTimeout = settings.retries().ackTimeout();
    int id = port.newQpn(); // unique as well
    CmMessage request =
        CmMessage.of(ConnectRequest.ATTRIBUTE, (guid << Short.SIZE) ^ id)
            .set(CmMessage.LOCAL_ID, id)
            .set(ConnectRequest.SERVICE_ID, IpCmHeader.TCP_SERVICE + tcpPort)
            .set(ConnectRequest.LOCAL_CA_GUID, guid)
            .set(ConnectRequest.LOCAL_QPN, settings.peerQpn())
            .set(ConnectRequest.RESPONDER_RESOURCES, READS)
            .set(ConnectRequest.INITIATOR_DEPTH, READS)
            .set(ConnectRequest.REMOTE_CM_RESPONSE_TIMEOUT, DUT_TIMEOUT)
            .set(ConnectRequest.STARTING_PSN, settings.sendPsn())
            .set(ConnectRequest.LOCAL_CM_RESPONSE_TIMEOUT, TT_TIMEOUT)
            .set(ConnectRequest.RETRY_COUNT, settings.retries().count())
            .set(ConnectRequest.PARTITION_KEY, Gmp.DEFAULT_P_KEY)
            .set(
                ConnectRequest.PATH_PACKET_PAYLOAD_MTU,
                Integer.numberOfTrailingZeros(settings.pathMtu() / SMALLEST_MTU))
            .set(ConnectRequest.RNR_RETRY_COUNT, settings.retries().rnrCount())
            .set(ConnectRequest.MAX_CM_RETRIES, CM_RETRIES)
            // With RoCE, LIDs have no meaning.
            .set(ConnectRequest.primary("Local Port LID"), PERMISSIVE_LID)
            .set(ConnectRequest.primary("Remote Port LID"), PERMISSIVE_LID)
            .set(ConnectRequest.primary("Local Port GID"), path.tester().gid())
            .set(ConnectRequest.primary("Remote Port GID"), path.dut().gid())
            .set(ConnectRequest.primary("Packet Rate"), RATE_10_GB)
            .set(ConnectRequest.primary("Hop Limit"), HOP_LIMIT)
            .set(
                ConnectRequest.primary("Local ACK Timeout"),
                ackTimeout == 0 ? LONGEST_ACK_TIMEOUT : ackTimeout);
    IpCmHeader.write(
        request.from(ConnectRequest.PRIVATE_DATA),
        SOURCE_PORT,
        path.tester().gid(),
        path.dut().gid());
    return request;
  }
}
