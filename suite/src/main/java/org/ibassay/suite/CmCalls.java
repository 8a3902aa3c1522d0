package org.ibassay.suite;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.packet.PacketPath;
import org.ibassay.link.upper.ConnectSettings;
import org.ibassay.link.upper.RcQp;
import org.ibassay.link.upper.RcSettings.Reads;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.IpCmHeader;
import org.ibassay.wire.sa.Gid;

/// The calls of one part of a procedure; they end with the part.
public final class CmCalls implements TestedChannel {
  /// A locally administered ServiceID that no service uses.
  static final long UNKNOWN_SERVICE = 0x021B_A55A_7000_0C4DL;

  private static final int P_KEY = 0xFFFF;
  private static final int READS = 4;
  private static final int RETRIES = 3;
  private static final int DUT_TIMEOUT = 20;
  private static final int TT_TIMEOUT = 18;
  private static final int ACK_TIMEOUT = 14;
  private static final int RATE_10_GB = 3;
  private static final int HOP_LIMIT = 64;
  private static final int PERMISSIVE_LID = 0xFFFF;
  private static final int SMALLEST_MTU = 128;
  private static final int PMTU = 1024;
  private static final int SOURCE_PORT = 0x1BA5;

  /// Ports that the DUT connects to; only the tester listens there.
  private static final int FIRST_PORT = 0x4000;

  private static final int PORT_MASK = 0x3FFF;
  private static final Gid NATIVE_TESTER = new Gid(0, 0xC000_0201L);
  private static final Gid NATIVE_DUT = new Gid(0, 0xC000_0202L);

  /// The tester's GUID differs from run to run, so that state of an earlier run on the host does
  /// not matter; its first bytes are fixed.
  private static final long GUID = 0x021B_A500_0000_0000L;

  private static final long GUID_MASK = 0xFF_FFFF_FFFFL;

  private final Steps steps;
  private final TransportDut dut;
  private final CmExchange exchange;
  private final List<CmDialog> calls = new ArrayList<>();
  private long guid;
  private boolean open;

  CmCalls(Steps steps, TransportDut dut, CmExchange exchange) {
    this.steps = steps;
    this.dut = dut;
    this.exchange = exchange;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  /// The DUT's own timeout determines when it retransmits REP.
  @Override
  public boolean isSendingAgain() {
    return true;
  }

  @Override
  public void open() {
    open = true;
  }

  @Override
  public void close() throws TestException {
    abandon();
  }

  @Override
  public void abandon() throws TestException {
    open = false;
    for (CmDialog call : calls) {
      call.hangUp();
    }
    calls.clear();
    exchange.discard();
  }

  /// Starts a call to the service that the DUT offers.
  public CmCall toService() throws TestException {
    return to(steps.context().dut().service().orElseThrow());
  }

  /// Starts a call to a service that is not offered.
  public CmCall toNobody() throws TestException {
    return to(UNKNOWN_SERVICE);
  }

  /// Starts a call from the DUT with the parameters that its application may choose.
  ///
  /// @param reads maximum numbers of outstanding READs and atomics: the DUT's and the tester's
  public DutCall fromDut(Reads reads, int retryCount, int rnrCount) throws TestException {
    PacketPath path = dut.packetPort().path();
    int qpn = newQpn();
    Reads most = dut.attributes().limits().reads();
    ConnectSettings settings =
        new ConnectSettings(
            path.tester(),
            path.gidIndex(),
            FIRST_PORT | (qpn & PORT_MASK),
            new Reads(Math.min(reads.own(), most.own()), Math.min(reads.peers(), most.peers())),
            retryCount,
            rnrCount,
            DutWork.DEPTH);
    CmMessage reply =
        CmMessage.of(ConnectReply.ATTRIBUTE, 0)
            .set(CmMessage.LOCAL_ID, idOf(qpn))
            .set(ConnectReply.LOCAL_QPN, qpn)
            .set(ConnectReply.STARTING_PSN, startPsn())
            .set(ConnectReply.LOCAL_CA_GUID, guid);
    RcQp qp = dut.upper(upper -> upper.connect(settings));
    DutCall call = new DutCall(steps, dut, exchange, settings, reply, qp);
    calls.add(call);
    return call;
  }

  /// Starts a call from the DUT.
  public DutCall fromDut() throws TestException {
    return fromDut(new Reads(READS, READS), RETRIES, RETRIES);
  }

  private int newQpn() throws TestException {
    if (guid == 0) {
      guid = GUID | (dut.now() & GUID_MASK);
    }
    return dut.packetPort().newQpn();
  }

  private long idOf(int qpn) {
    return ((guid << Byte.SIZE) ^ qpn) & 0xFFFF_FFFFL;
  }

  private long startPsn() {
    return steps.context().parameters().values(Parameter.START_PSN).getFirst();
  }

  private CmCall to(long serviceId) throws TestException {
    int qpn = newQpn();
    long id = idOf(qpn);
    CmMessage request =
        CmMessage.of(ConnectRequest.ATTRIBUTE, (guid << Short.SIZE) ^ qpn)
            .set(CmMessage.LOCAL_ID, id)
            .set(ConnectRequest.SERVICE_ID, serviceId)
            .set(ConnectRequest.LOCAL_CA_GUID, guid)
            .set(ConnectRequest.LOCAL_QPN, qpn)
            .set(ConnectRequest.RESPONDER_RESOURCES, READS)
            .set(ConnectRequest.INITIATOR_DEPTH, READS)
            .set(ConnectRequest.REMOTE_CM_RESPONSE_TIMEOUT, DUT_TIMEOUT)
            .set(ConnectRequest.STARTING_PSN, startPsn())
            .set(ConnectRequest.LOCAL_CM_RESPONSE_TIMEOUT, TT_TIMEOUT)
            .set(ConnectRequest.RETRY_COUNT, RETRIES)
            .set(ConnectRequest.PARTITION_KEY, P_KEY)
            .set(ConnectRequest.PATH_PACKET_PAYLOAD_MTU, mtuCode())
            .set(ConnectRequest.RNR_RETRY_COUNT, RETRIES)
            .set(ConnectRequest.MAX_CM_RETRIES, RETRIES);
    setPath(request, dut.packetPort().path());
    CmCall call = new CmCall(steps, dut, exchange, request);
    calls.add(call);
    return call;
  }

  private int mtuCode() throws TestException {
    int mtu =
        Math.min(PMTU, dut.packetPort().path().mtu() == 0 ? PMTU : dut.packetPort().path().mtu());
    return Integer.numberOfTrailingZeros(mtu / SMALLEST_MTU);
  }

  /// Sets the path fields as Linux does; with RoCE, LIDs have no meaning.
  private static void setPath(CmMessage request, PacketPath path) {
    boolean isNative = path.envelope().framing().isNative();
    request
        .set(
            ConnectRequest.primary("Local Port LID"),
            isNative ? path.tester().lid() : PERMISSIVE_LID)
        .set(
            ConnectRequest.primary("Remote Port LID"), isNative ? path.dut().lid() : PERMISSIVE_LID)
        .set(ConnectRequest.primary("Local Port GID"), path.tester().gid())
        .set(ConnectRequest.primary("Remote Port GID"), path.dut().gid())
        .set(ConnectRequest.primary("Packet Rate"), RATE_10_GB)
        .set(ConnectRequest.primary("Hop Limit"), isNative ? 0 : HOP_LIMIT)
        .set(ConnectRequest.primary("Subnet Local"), isNative ? 1 : 0)
        .set(ConnectRequest.primary("Local ACK Timeout"), ACK_TIMEOUT);
    IpCmHeader.write(
        request.from(ConnectRequest.PRIVATE_DATA),
        SOURCE_PORT,
        isNative ? NATIVE_TESTER : path.tester().gid(),
        isNative ? NATIVE_DUT : path.dut().gid());
  }
}
