package org.ibassay.link.roce;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.LinkException;
import org.ibassay.link.packet.GmpPort;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.packet.ReceivedPacket;
import org.ibassay.link.roce.RoceUri.Server;
import org.ibassay.link.upper.GivenConnection.Ends;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.RcSettings.Retries;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ReadyToUse;
import org.ibassay.wire.mad.Gmp;
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
  private static final int FRAME_BYTES = 128;

  /// The Starting PSN in a message is that of the packets sent by the recipient of the message
  /// (12.7.30).
  private static final int DUT_PSN = 0;

  private static final Retries RETRIES = new Retries(CmInitiator.LONGEST_ACK_TIMEOUT, 7, 7, 0);

  private final PacketPort port;
  private final GmpPort messages;
  private final MemorySegment frame = MemorySegment.ofArray(new byte[FRAME_BYTES]);
  private final Server server;
  private final int pathMtu;
  private final CmInitiator initiator;
  private @Nullable CmEstablished established;
  private boolean isServerWaiting;

  /// @param pathMtu in bytes
  CmClient(PacketPort port, Server server, int pathMtu) {
    this.port = port;
    this.messages = new GmpPort(port);
    this.server = server;
    this.pathMtu = pathMtu;
    this.initiator = new CmInitiator(port, messages, server.port());
  }

  @Override
  public int pathMtu() {
    return pathMtu;
  }

  @Override
  public Ends establish() throws LinkException, InterruptedException {
    RcSettings settings =
        RcSettings.to(port.path().tester(), port.newQpn())
            .withPathMtu(pathMtu)
            .withPsns(DUT_PSN, 0)
            .withRetries(RETRIES);
    return accepted(initiator.accepted(settings), settings.peerQpn());
  }

  /// Sends RTU, and resends it for each repeated REP.
  private Ends accepted(CmMessage reply, int qpn) throws LinkException, InterruptedException {
    CmEstablished connection = CmInitiator.established(reply);
    established = connection;
    ReceivedPacket again;
    do {
      messages.send(connection.message(ReadyToUse.ATTRIBUTE).bytes());
      again = messages.receive(received -> CmInitiator.isSame(received, reply), soon());
    } while (again != null);
    isServerWaiting = discardRequests(qpn);
    return new Ends(
        (int) connection.remoteQpn(),
        (int) reply.get(ConnectReply.STARTING_PSN),
        qpn,
        server.serves(),
        server.memory());
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
}
