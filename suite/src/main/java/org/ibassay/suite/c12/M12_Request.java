package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.START_PSN;

import java.util.List;
import org.ibassay.link.upper.RcSettings.Reads;
import org.ibassay.suite.CmIn;
import org.ibassay.suite.DutCall;
import org.ibassay.suite.DutCallTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.IpCmHeader;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.sa.Gid;

/// # REQ carries the parameters that RDMA CM defines
///
/// - Section: 12.6.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-request#01, ia-cm-request#02, ia-cm-request#03, ia-cm-request#04,
///   ia-cm-request#05, ia-cm-request#06, ia-cm-request#07, ia-cm-request#08, ia-cm-request#09,
///   ia-cm-request#10, ia-cm-request#11
///
/// The DUT requests two connections from the tester. Each REQ names the service, the ports, and the
/// QP, carries the parameters that the application requested, and is sent from QP1 to QP1 as an
/// unreliable datagram.
///
/// ## Notes
///
/// - This test is the suite's own. The upper tester has the DUT connect, through RDMA CM, to a port
///   of the tester.
/// - ServiceID and the IP CM header, with which PrivateData starts, follow the annex on the IP CM
///   service. LIDs, packet rate, flow label, and hop limit are not tested, because they have no
///   meaning, or a different one, with RoCE.
/// - Path Packet Payload MTU is at most that of the port.
///
/// ## Procedure
///
/// - 1: Have the DUT request a connection with counts that differ from each other; verify that REQ
///   is received. [ia-cm-request#01]
/// - 2: Verify the MAD header, and that reserved bits are 0. [ia-cm-request#02]
/// - 3: Verify ServiceID 0x0000000001060000 + port. [ia-cm-request#03]
/// - 4: Verify the IP CM header: MajV 0, MinV 0, IPV, SourceIP, and DestinationIP, and that
///   reserved bits are 0. [ia-cm-request#04]
/// - 5: Verify that Local Communication ID is not 0, that Local QPN is the application's QP, and
///   that Local CA GUID is the DUT's. [ia-cm-request#05]
/// - 6: Verify Transport Service Type 0 (RC), Extended Transport Type 0, SRQ 0, the default
///   Partition Key, and that Path Packet Payload MTU is a legal value. [ia-cm-request#06]
/// - 7: Verify that Responder Resources, Initiator Depth, Retry Count, and RNR Retry Count are
///   those that the application requested. [ia-cm-request#07]
/// - 8: Verify that the GIDs of the primary path are those of the two ports, and that there is no
///   alternate path. [ia-cm-request#08]
/// - 9: Verify DETH:Q_Key 0x80010000 and DETH:SrcQP 1. [ia-cm-request#09]
/// - 10: Verify BTH:AckReq 0, because datagrams are not acknowledged. [ia-cm-request#10]
/// - 11: Have the DUT request a second connection; verify that Local Communication ID, Local QPN,
///   and TransactionID differ. [ia-cm-request#11]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class M12_Request extends DutCallTest {
  private static final Reads READS = new Reads(3, 2);
  private static final int RETRIES = 5;
  private static final int RNR_RETRIES = 6;
  private static final int FULL = 0xFFFF;
  private static final int LIMITED = 0x7FFF;
  private static final int SMALLEST_MTU = 128;

  @Override
  public boolean execute() throws TestException {
    carryOut(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    DutCall call = calls().fromDut(READS, RETRIES, RNR_RETRIES);
    step("1");
    CmIn req = call.receiveRequest();
    step("2");
    checks().verifyHeader(req);
    checks().verifyReserved(req, ConnectRequest.ATTRIBUTE);
    step("3");
    checks().verify(req, ConnectRequest.SERVICE_ID, call.serviceId());
    step("4");
    verifyIpHeader(call, req);
    step("5");
    checks().verify(req, req.get(CmMessage.LOCAL_ID) != 0, "Local Communication ID not 0");
    checks().verify(req, ConnectRequest.LOCAL_QPN, call.qp().qpn());
    checks().verify(req, ConnectRequest.LOCAL_CA_GUID, dut().attributes().identity().nodeGuid());
    step("6");
    verifyService(req);
    step("7");
    checks().verify(req, ConnectRequest.RESPONDER_RESOURCES, call.settings().reads().peers());
    checks().verify(req, ConnectRequest.INITIATOR_DEPTH, call.settings().reads().own());
    checks().verify(req, ConnectRequest.RETRY_COUNT, RETRIES);
    checks().verify(req, ConnectRequest.RNR_RETRY_COUNT, RNR_RETRIES);
    step("8");
    verifyPaths(call, req);
    step("9");
    checks().verify(req, Header.DETH, Deth.Q_KEY, Integer.toUnsignedLong(Gmp.Q_KEY));
    checks().verify(req, Header.DETH, Deth.SRC_QP, Gmp.QP);
    step("10");
    checks().verify(req, Header.BTH, Bth.A, 0);
    step("11");
    verifySecond(req, calls().fromDut().receiveRequest());
  }

  private void verifyIpHeader(DutCall call, CmIn req) {
    Gid own = IpCmHeader.plain(call.qp().address().gid());
    checks().verifyIpHeader(req, IpCmHeader.MAJ_V, 0);
    checks().verifyIpHeader(req, IpCmHeader.MIN_V, 0);
    checks().verifyIpHeader(req, IpCmHeader.IPV, own.prefix() == 0 ? 4 : 6);
    checks().verifyIpHeader(req, IpCmHeader.SOURCE_IP, own);
    checks()
        .verifyIpHeader(
            req, IpCmHeader.DESTINATION_IP, IpCmHeader.plain(call.settings().peer().gid()));
    checks()
        .verify(
            req,
            IpCmHeader.hasZeroReserved(req.message().from(ConnectRequest.PRIVATE_DATA)),
            "reserved bits of the IP CM header 0");
  }

  private void verifyService(CmIn req) throws TestException {
    checks().verify(req, ConnectRequest.TRANSPORT_SERVICE_TYPE, 0);
    checks().verify(req, ConnectRequest.EXTENDED_TRANSPORT_TYPE, 0);
    checks().verify(req, ConnectRequest.SRQ, 0);
    boolean isLimited = req.get(ConnectRequest.PARTITION_KEY) == LIMITED;
    checks().verify(req, ConnectRequest.PARTITION_KEY, isLimited ? LIMITED : FULL);
    int most = Integer.numberOfTrailingZeros(dut().attributes().activeMtu() / SMALLEST_MTU);
    checks().verifyWithin(req, ConnectRequest.PATH_PACKET_PAYLOAD_MTU, 1, most);
  }

  private void verifyPaths(DutCall call, CmIn req) {
    checks().verifyGid(req, ConnectRequest.primary("Local Port GID"), call.qp().address().gid());
    checks()
        .verifyGid(req, ConnectRequest.primary("Remote Port GID"), call.settings().peer().gid());
    checks().verify(req, ConnectRequest.alternate("Local Port LID"), 0);
    checks().verifyGid(req, ConnectRequest.alternate("Local Port GID"), new Gid(0, 0));
  }

  private void verifySecond(CmIn first, CmIn second) {
    for (Field field : List.of(CmMessage.LOCAL_ID, ConnectRequest.LOCAL_QPN)) {
      checks().verify(second, second.get(field) != first.get(field), "another " + field.name());
    }
    checks()
        .verify(
            second,
            second.message().header(MadHeader.TRANSACTION_ID)
                != first.message().header(MadHeader.TRANSACTION_ID),
            "another TransactionID");
  }
}
