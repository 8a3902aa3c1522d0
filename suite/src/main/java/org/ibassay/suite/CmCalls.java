package org.ibassay.suite;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.packet.PacketPath;
import org.ibassay.wire.Field;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.IpCmHeader;
import org.ibassay.wire.sa.Gid;

/// The calls of a part of a procedure, which end with it.
public final class CmCalls implements TestedChannel {
  /// A ServiceID of those that the local system gives out, and that nobody has.
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
  private static final long IPV4_MASK = 0xFFFF_FFFFL;
  private static final Gid NATIVE_TESTER = new Gid(0, 0xC000_0201L);
  private static final Gid NATIVE_DUT = new Gid(0, 0xC000_0202L);

  /// The tester's GUID differs from run to run, so that what a host remembers of an earlier run
  /// does not count; its first bytes do not.
  private static final long GUID = 0x021B_A500_0000_0000L;

  private static final long GUID_MASK = 0xFF_FFFF_FFFFL;

  private final Steps steps;
  private final TransportDut dut;
  private final CmExchange exchange;
  private final List<CmCall> calls = new ArrayList<>();
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

  /// REP is sent again by the DUT's own time.
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
    for (CmCall call : calls) {
      call.hangUp();
    }
    calls.clear();
    exchange.discard();
  }

  /// A call to the service that the DUT offers.
  public CmCall toService() throws TestException {
    return to(steps.context().dut().service().orElseThrow());
  }

  /// A call to a service that nobody offers.
  public CmCall toNobody() throws TestException {
    return to(UNKNOWN_SERVICE);
  }

  private CmCall to(long serviceId) throws TestException {
    if (guid == 0) {
      guid = GUID | (dut.now() & GUID_MASK);
    }
    int qpn = dut.packetPort().newQpn();
    long id = ((guid << Byte.SIZE) ^ qpn) & 0xFFFF_FFFFL;
    CmMessage request =
        CmMessage.of(ConnectRequest.ATTRIBUTE, (guid << Short.SIZE) ^ qpn)
            .set(CmMessage.LOCAL_ID, id)
            .set(ConnectRequest.SERVICE_ID, serviceId)
            .set(ConnectRequest.LOCAL_CA_GUID, guid)
            .set(ConnectRequest.LOCAL_QPN, qpn)
            .set(ConnectRequest.RESPONDER_RESOURCES, READS)
            .set(ConnectRequest.INITIATOR_DEPTH, READS)
            .set(ConnectRequest.REMOTE_CM_RESPONSE_TIMEOUT, DUT_TIMEOUT)
            .set(
                ConnectRequest.STARTING_PSN,
                steps.context().parameters().values(Parameter.START_PSN).getFirst())
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

  /// The path as Linux fills it in: with RoCE, LIDs have no meaning.
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
    setIpHeader(
        request,
        isNative ? NATIVE_TESTER : path.tester().gid(),
        isNative ? NATIVE_DUT : path.dut().gid());
  }

  private static void setIpHeader(CmMessage request, Gid tester, Gid dut) {
    boolean isIpv4 = tester.prefix() == 0;
    setIp(request, IpCmHeader.SOURCE_IP, isIpv4 ? plain(tester) : tester);
    setIp(request, IpCmHeader.DESTINATION_IP, isIpv4 ? plain(dut) : dut);
    IpCmHeader.IPV.set(request.from(ConnectRequest.PRIVATE_DATA), 0, isIpv4 ? 4 : 6);
    IpCmHeader.SOURCE_PORT.set(request.from(ConnectRequest.PRIVATE_DATA), 0, SOURCE_PORT);
  }

  private static void setIp(CmMessage request, Field field, Gid address) {
    address.set(field, request.from(ConnectRequest.PRIVATE_DATA), 0);
  }

  private static Gid plain(Gid mapped) {
    return new Gid(0, mapped.guid() & IPV4_MASK);
  }
}
