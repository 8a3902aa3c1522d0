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

/// # REP accepts a connection, and its QP is ready to receive
///
/// - Section: 12.6.8
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-reply#01, ia-cm-reply#02, ia-cm-reply#03, ia-cm-reply#04, ia-cm-reply#05,
///   ia-cm-reply#06, ia-cm-reply#07, ia-cm-reply#08
///
/// The tester requests two connections from the service. The DUT accepts each with a REP whose
/// fields are valid, and after RTU its QP accepts packets that begin with the Starting PSN of REP.
///
/// ## Notes
///
/// - This test is the suite's own. The packet is an RDMA WRITE without payload, which needs no
///   memory of the DUT.
/// - An MRA before REP extends the time to wait for REP, but is otherwise ignored.
///
/// ## Procedure
///
/// - 1: Send REQ; verify that REP is received. [ia-cm-reply#01]
/// - 2: Verify that Remote Communication ID is the tester's, the MAD header, TransactionID of REQ,
///   and that reserved bits are 0. [ia-cm-reply#02]
/// - 3: Verify that Local QPN is in the range of connected QPs: from 2 to 0xFFFFFE.
///   [ia-cm-reply#03]
/// - 4: Verify that Responder Resources is at most the Initiator Depth of REQ, and Initiator Depth
///   at most its Responder Resources. [ia-cm-reply#04]
/// - 5: Send RTU; repeat steps 1 to 4 for a second connection; verify that Local Communication ID
///   and Local QPN differ. [ia-cm-reply#05]
/// - 6: Send no packet; verify that REP is not received again: RTU alone is sufficient.
///   [ia-cm-reply#07]
/// - 7: Send an RDMA WRITE without payload on each, with the Starting PSN of REP; verify that it is
///   acknowledged, with MSN 1. [ia-cm-reply#06]
/// - 8: Verify that Local CA GUID is not 0 and equal in both REPs. [ia-cm-reply#08]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class M12_Reply extends CmTest {
  private static final int LEAST_QPN = 2;
  private static final int MOST_QPN = 0xFF_FFFE;

  /// 1.07 s.
  private static final int TIMEOUT = 18;

  @Override
  public boolean execute() throws TestException {
    carryOut(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    CmCall one = calls().toService();
    CmCall other = calls().toService();
    CmIn first = accepted(one);
    CmIn second = accepted(other);
    step("5");
    checks()
        .verify(
            second,
            first.get(CmMessage.LOCAL_ID) != second.get(CmMessage.LOCAL_ID),
            "a Local Communication ID other than that of the first connection");
    checks()
        .verify(
            second,
            first.get(ConnectReply.LOCAL_QPN) != second.get(ConnectReply.LOCAL_QPN),
            "a Local QPN other than that of the first connection");
    step("6");
    one.verifySilence(2 * CmCall.nanos(TIMEOUT));
    other.verifySilence(dut().silenceNanos());
    step("7");
    one.verifyServes();
    other.verifyServes();
    step("8");
    long guid = first.get(ConnectReply.LOCAL_CA_GUID);
    checks().verify(first, guid != 0, "Local CA GUID not 0");
    checks().verify(second, ConnectReply.LOCAL_CA_GUID, guid);
  }

  private CmIn accepted(CmCall call) throws TestException {
    CmMessage req = call.request().set(ConnectRequest.LOCAL_CM_RESPONSE_TIMEOUT, TIMEOUT);
    step("1");
    CmIn rep = call.establish();
    step("2");
    checks().verify(rep, CmMessage.REMOTE_ID, call.localId());
    checks().verifyAnswer(rep, req);
    checks().verifyReserved(rep, ConnectReply.ATTRIBUTE);
    step("3");
    checks().verifyWithin(rep, ConnectReply.LOCAL_QPN, LEAST_QPN, MOST_QPN);
    step("4");
    checks()
        .verifyWithin(
            rep, ConnectReply.RESPONDER_RESOURCES, 0, req.get(ConnectRequest.INITIATOR_DEPTH));
    checks()
        .verifyWithin(
            rep, ConnectReply.INITIATOR_DEPTH, 0, req.get(ConnectRequest.RESPONDER_RESOURCES));
    return rep;
  }
}
