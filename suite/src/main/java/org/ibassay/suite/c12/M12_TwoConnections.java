package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.START_PSN;

import org.ibassay.suite.CmCall;
import org.ibassay.suite.CmIn;
import org.ibassay.suite.CmTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.DisconnectReply;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.packet.Psn;

/// # Connections are distinguished by Communication ID and CA GUID, and each has its own parameters
///
/// - Section: 12.9.8
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-two-connections#01, ia-cm-two-connections#02, ia-cm-two-connections#03,
///   ia-cm-two-connections#04, ia-cm-two-connections#05, ia-cm-two-connections#06,
///   ia-cm-two-connections#07
///
/// The tester requests a connection and, before it sends RTU, another one, whose REQ differs little
/// from the first: the high-order bit of the Communication ID or of the QP number, or the CA GUID
/// with the same Communication ID or the same QP. The DUT accepts both, with different
/// Communication IDs and QPs, and each QP starts with its own PSN. When one is disconnected, the
/// other continues. The second connection has a path MTU of 256 bytes, Responder Resources 1, and
/// Initiator Depth 1, whatever the first one has. An RTU for the first does not affect the
/// retransmission of REP for the second.
///
/// ## Notes
///
/// - This test is the suite's own. A Communication ID and a QP number are those of a channel
///   adapter: another adapter may use the same.
/// - The TransactionID identifies a message and its answer, not a connection: both REQs have the
///   same, and DREQ has another one.
/// - A First packet whose payload is not PMTU is an invalid request. That of step 6 has PMTU, and
///   an invalid R_Key only.
///
/// ## Procedure
///
/// - 1: For each difference: send REQ; receive REP. Send the other REQ, with another Starting PSN;
///   receive REP. [ia-cm-two-connections#01]
/// - 2: Verify that the Communication IDs and the Local QPNs of both REPs differ.
///   [ia-cm-two-connections#02]
/// - 3: Send RTU for each; send an RDMA WRITE on each; verify that it is acknowledged.
///   [ia-cm-two-connections#03]
/// - 4: Send DREQ for the first, with another TransactionID than REQ; receive DREP, with that
///   TransactionID. Verify that an RDMA WRITE on the other one is acknowledged and, unless both are
///   for the same QP of the tester, that one on the first is not. [ia-cm-two-connections#04]
/// - 5: Verify that Responder Resources and Initiator Depth of the second REP do not exceed
///   Initiator Depth and Responder Resources of its REQ. [ia-cm-two-connections#05]
/// - 6: On the other one, send the First packet of an RDMA WRITE, with the path MTU of its REQ and
///   an invalid R_Key; receive a remote access error NAK. [ia-cm-two-connections#06]
/// - 7: Send two REQs; receive both REPs; send RTU for the first only; verify that the REP of the
///   second is received again. [ia-cm-two-connections#07]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class M12_TwoConnections extends CmTest {
  private static final long HIGH_BIT = 0x8000_0000L;
  private static final int HIGH_BIT_OF_QPN = 0x80_0000;
  private static final int TIMEOUT = 16;
  private static final int FURTHER = 0x1234;
  private static final int MTU_256 = 1;
  private static final int LEAST_MTU = 256;

  private interface Difference {
    void of(CmCall one, CmMessage other);
  }

  @Override
  public boolean execute() throws TestException {
    carryOut(
        "Communication ID",
        1,
        () -> procedure((one, other) -> other.set(CmMessage.LOCAL_ID, one.localId() ^ HIGH_BIT)));
    carryOut(
        "CA GUID, one Communication ID",
        2,
        () -> procedure((one, other) -> otherGuid(other).set(CmMessage.LOCAL_ID, one.localId())));
    carryOut(
        "CA GUID, one QP",
        3,
        () -> procedure((one, other) -> otherGuid(other).set(ConnectRequest.LOCAL_QPN, one.qpn())));
    carryOut(
        "Local QPN",
        4,
        () ->
            procedure(
                (one, other) -> other.set(ConnectRequest.LOCAL_QPN, one.qpn() ^ HIGH_BIT_OF_QPN)));
    takeTime();
    carryOut("RTU of one", 5, this::timers);
    return log().allPassed();
  }

  private static CmMessage otherGuid(CmMessage request) {
    long guid = request.get(ConnectRequest.LOCAL_CA_GUID);
    return request.set(ConnectRequest.LOCAL_CA_GUID, guid ^ 1);
  }

  private void procedure(Difference difference) throws TestException {
    step("1");
    CmCall one = calls().toService();
    CmCall other = calls().toService();
    int psn = (int) one.request().get(ConnectRequest.STARTING_PSN);
    other
        .request()
        .set(ConnectRequest.STARTING_PSN, Psn.add(psn, FURTHER))
        .set(ConnectRequest.PATH_PACKET_PAYLOAD_MTU, MTU_256)
        .set(ConnectRequest.RESPONDER_RESOURCES, 1)
        .set(ConnectRequest.INITIATOR_DEPTH, 1);
    long transaction = one.request().header(MadHeader.TRANSACTION_ID);
    other.request().setHeader(MadHeader.TRANSACTION_ID, transaction);
    difference.of(one, other.request());
    CmIn first = one.askAndReceive();
    CmIn second = other.askAndReceive();
    step("2");
    verifyDifferent(first, second);
    step("3");
    one.send(one.rtu());
    other.send(other.rtu());
    one.verifyServes();
    other.verifyServes();
    step("4");
    CmMessage dreq = one.dreq().setHeader(MadHeader.TRANSACTION_ID, ~transaction);
    one.setOver();
    one.send(dreq);
    checks().verifyAnswer(one.receive(DisconnectReply.ATTRIBUTE), dreq);
    other.verifyServes();
    if (one.qpn() != other.qpn()) {
      one.verifyServesNoMore();
    }
    step("5");
    checks().verifyWithin(second, ConnectReply.RESPONDER_RESOURCES, 0, 1);
    checks().verifyWithin(second, ConnectReply.INITIATOR_DEPTH, 0, 1);
    step("6");
    other.verifyPathMtu(LEAST_MTU);
  }

  private void timers() throws TestException {
    CmCall one = calls().toService();
    CmCall other = calls().toService();
    other.request().set(ConnectRequest.LOCAL_CM_RESPONSE_TIMEOUT, TIMEOUT);
    step("7");
    one.askAndReceive();
    CmIn rep = other.askAndReceive();
    one.send(one.rtu());
    checks().verifySame(other.receive(ConnectReply.ATTRIBUTE), rep);
    other.send(other.rtu());
  }

  private void verifyDifferent(CmIn first, CmIn second) {
    checks()
        .verify(
            second,
            second.get(CmMessage.LOCAL_ID) != first.get(CmMessage.LOCAL_ID),
            "another Local Communication ID than that of the first REP");
    checks()
        .verify(
            second,
            second.get(ConnectReply.LOCAL_QPN) != first.get(ConnectReply.LOCAL_QPN),
            "another Local QPN than that of the first REP");
  }
}
