package org.ibassay.device.cm;

import java.util.List;
import org.ibassay.device.rc.ChannelAdapter;
import org.ibassay.device.rc.GsiPeer;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.IpCmHeader;

/// A service of reliable connections to which peers can connect: decides how a REQ is answered.
final class PassiveSide {
  private static final int FIRST_ID = 0x5A00_0001;
  private static final int ID_STEP = 0x0100_0003;
  private static final int FIRST_PSN = 0x5A_17F0;
  private static final int PSN_STEP = 0x03_0007;
  private static final int PSN_MASK = 0xFF_FFFF;
  private static final int MTU_UNIT = 128;
  private static final int DEPTH = 64;
  private static final int RNR_TIMER = 12;
  private static final int ACK_DELAY = 15;
  private static final int RELIABLE_CONNECTION = 0;

  private final Variant variant;
  private final ChannelAdapter adapter;
  private final CmSeams seams;
  private int asked;

  PassiveSide(Variant variant, ChannelAdapter adapter, CmSeams seams) {
    this.variant = variant;
    this.adapter = adapter;
    this.seams = seams;
  }

  /// Returns the reason for rejecting a REQ that is not for a stale connection.
  ///
  /// @return 0 to accept it
  int reason(CmMessage request) {
    if (request.get(ConnectRequest.SERVICE_ID) != service()) {
      return CmAnswers.INVALID_SERVICE_ID;
    }
    if (request.get(ConnectRequest.TRANSPORT_SERVICE_TYPE) != RELIABLE_CONNECTION) {
      return CmAnswers.INVALID_TRANSPORT_TYPE;
    }
    return CmAnswers.hasRightHeader(request) ? 0 : CmAnswers.CONSUMER;
  }

  private long service() {
    int port = variant.number(SimParameter.CM_PORT);
    return port == 0 ? 0 : IpCmHeader.TCP_SERVICE + port;
  }

  /// Opens a QP for a REQ.
  ///
  /// @return REP
  CmMessage accept(CmMessage request, GsiPeer from) {
    RcSettings right = settings(request, from);
    int qpn = adapter.accept(seams.settings.part().apply(right));
    CmMessage reply = reply(request, right, qpn);
    asked++;
    return reply;
  }

  private RcSettings settings(CmMessage request, GsiPeer from) {
    int mtu = MTU_UNIT << request.get(ConnectRequest.PATH_PACKET_PAYLOAD_MTU);
    return RcSettings.to(from.address(), (int) request.get(ConnectRequest.LOCAL_QPN))
        .withPathMtu(Math.min(mtu, adapter.mtu()))
        .withPsns((int) request.get(ConnectRequest.STARTING_PSN), psn())
        .withReads(
            new RcSettings.Reads(
                mostOf(request.get(ConnectRequest.RESPONDER_RESOURCES)),
                mostOf(request.get(ConnectRequest.INITIATOR_DEPTH))))
        .withRetries(
            new RcSettings.Retries(
                (int) request.get(ConnectRequest.primary("Local ACK Timeout")),
                (int) request.get(ConnectRequest.RETRY_COUNT),
                (int) request.get(ConnectRequest.RNR_RETRY_COUNT),
                RNR_TIMER))
        .withDepth(DEPTH);
  }

  private int psn() {
    return (FIRST_PSN + asked * PSN_STEP) & PSN_MASK;
  }

  private int mostOf(long offered) {
    return (int) Math.min(offered, adapter.maxReads());
  }

  private CmMessage reply(CmMessage request, RcSettings settings, int qpn) {
    return CmAnswers.of(ConnectReply.ATTRIBUTE, request)
        .set(CmMessage.LOCAL_ID, FIRST_ID + asked * ID_STEP)
        .set(ConnectReply.LOCAL_QPN, qpn)
        .set(ConnectReply.STARTING_PSN, settings.receivePsn())
        .set(ConnectReply.RESPONDER_RESOURCES, settings.reads().peers())
        .set(ConnectReply.INITIATOR_DEPTH, settings.reads().own())
        .set(ConnectReply.TARGET_ACK_DELAY, ACK_DELAY)
        .set(ConnectReply.RNR_RETRY_COUNT, settings.retries().rnrCount())
        .set(ConnectReply.LOCAL_CA_GUID, adapter.guid());
  }

  static List<PassiveConnection> among(List<CmConnection> connections) {
    return connections.stream()
        .filter(PassiveConnection.class::isInstance)
        .map(PassiveConnection.class::cast)
        .toList();
  }
}
