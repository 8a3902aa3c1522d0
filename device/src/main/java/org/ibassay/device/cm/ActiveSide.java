package org.ibassay.device.cm;

import org.ibassay.device.rc.ChannelAdapter;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.link.upper.ConnectSettings;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.IpCmHeader;
import org.ibassay.wire.sa.Gid;

/// Connections that the DUT requests by RDMA CM: builds REQ, and applies REP.
final class ActiveSide {
  private static final int FIRST_ID = 0x6B00_0001;
  private static final int ID_STEP = 0x0100_0003;
  private static final int FIRST_PSN = 0x2B_0A10;
  private static final int PSN_STEP = 0x05_0003;
  private static final int PSN_MASK = 0xFF_FFFF;
  private static final long TRANSACTION = 0x6B00_0000_0000_0000L;

  /// 537 ms.
  private static final int CM_TIMEOUT = 17;

  private static final int ACK_TIMEOUT = 14;
  private static final int RNR_TIMER = 12;
  private static final int FIRST_PORT = 0xC100;
  private static final int HOP_LIMIT = 64;
  private static final int RATE_10_GB = 3;
  private static final int PERMISSIVE_LID = 0xFFFF;
  private static final int SMALLEST_MTU = 128;
  private static final int FULL_P_KEY = 0xFFFF;
  private static final int LIMITED_P_KEY = 0x7FFF;

  private final Variant variant;
  private final ChannelAdapter adapter;
  private final CmSeams seams;
  private int asked;

  ActiveSide(Variant variant, ChannelAdapter adapter, CmSeams seams) {
    this.variant = variant;
    this.adapter = adapter;
    this.seams = seams;
  }

  /// Returns a REQ; its QP is not open yet.
  CmMessage request(ConnectSettings settings) {
    Gid own = adapter.gidAt(settings.gidIndex());
    int id = FIRST_ID + asked * ID_STEP;
    int mtu = Integer.numberOfTrailingZeros(adapter.mtu() / SMALLEST_MTU);
    CmMessage request =
        CmMessage.of(ConnectRequest.ATTRIBUTE, TRANSACTION | Integer.toUnsignedLong(id))
            .set(CmMessage.LOCAL_ID, id)
            .set(ConnectRequest.SERVICE_ID, IpCmHeader.TCP_SERVICE + settings.port())
            .set(ConnectRequest.LOCAL_CA_GUID, adapter.guid())
            .set(ConnectRequest.LOCAL_QPN, adapter.reserveQpn())
            .set(ConnectRequest.RESPONDER_RESOURCES, settings.reads().peers())
            .set(ConnectRequest.INITIATOR_DEPTH, settings.reads().own())
            .set(ConnectRequest.REMOTE_CM_RESPONSE_TIMEOUT, CM_TIMEOUT)
            .set(ConnectRequest.STARTING_PSN, (FIRST_PSN + asked * PSN_STEP) & PSN_MASK)
            .set(ConnectRequest.LOCAL_CM_RESPONSE_TIMEOUT, CM_TIMEOUT)
            .set(ConnectRequest.RETRY_COUNT, settings.retryCount())
            .set(ConnectRequest.PARTITION_KEY, pKey())
            .set(ConnectRequest.PATH_PACKET_PAYLOAD_MTU, mtu)
            .set(ConnectRequest.RNR_RETRY_COUNT, settings.rnrCount())
            .set(ConnectRequest.MAX_CM_RETRIES, variant.number(SimParameter.CM_RETRIES))
            .set(ConnectRequest.primary("Local Port LID"), PERMISSIVE_LID)
            .set(ConnectRequest.primary("Remote Port LID"), PERMISSIVE_LID)
            .set(ConnectRequest.primary("Local Port GID"), own)
            .set(ConnectRequest.primary("Remote Port GID"), settings.peer().gid())
            .set(ConnectRequest.primary("Packet Rate"), RATE_10_GB)
            .set(ConnectRequest.primary("Hop Limit"), HOP_LIMIT)
            .set(ConnectRequest.primary("Local ACK Timeout"), ACK_TIMEOUT);
    IpCmHeader.write(
        request.from(ConnectRequest.PRIVATE_DATA), FIRST_PORT + asked, own, settings.peer().gid());
    asked++;
    return request;
  }

  private int pKey() {
    return variant.is(SimParameter.LIMITED_MEMBER) ? LIMITED_P_KEY : FULL_P_KEY;
  }

  /// Opens the QP of a connection whose REP was received.
  void open(ActiveConnection connection, CmMessage reply) {
    ConnectSettings settings = connection.settings();
    RcSettings right =
        RcSettings.to(settings.peer(), (int) reply.get(ConnectReply.LOCAL_QPN))
            .withPathMtu(adapter.mtu())
            .withPsns(
                (int) reply.get(ConnectReply.STARTING_PSN),
                (int) connection.request().get(ConnectRequest.STARTING_PSN))
            .withReads(
                new RcSettings.Reads(
                    mostOf(reply.get(ConnectReply.RESPONDER_RESOURCES), settings.reads().own()),
                    mostOf(reply.get(ConnectReply.INITIATOR_DEPTH), settings.reads().peers())))
            .withRetries(
                new RcSettings.Retries(
                    ACK_TIMEOUT,
                    settings.retryCount(),
                    (int) reply.get(ConnectReply.RNR_RETRY_COUNT),
                    RNR_TIMER))
            .withDepth(settings.depth());
    adapter.open(connection.qpn(), seams.settings.part().apply(right));
  }

  private static int mostOf(long offered, int asked) {
    return (int) Math.min(offered, asked);
  }
}
