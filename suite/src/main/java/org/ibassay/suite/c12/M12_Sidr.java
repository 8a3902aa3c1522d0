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
import org.ibassay.wire.cm.ServiceIdResReq;
import org.ibassay.wire.cm.ServiceIdResReqResp;

/// # SIDR_REQ for a ServiceID that is not offered is answered with status 1
///
/// - Section: 12.11.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-sidr#01, ia-cm-sidr#02, ia-cm-sidr#03, ia-cm-sidr#04, ia-cm-sidr#05
///
/// The tester sends SIDR_REQ twice, with a ServiceID that is not offered and different RequestIDs.
/// The DUT answers each with one SIDR_REP, status 1 (ServiceID not supported).
///
/// ## Notes
///
/// - This test is the suite's own. No service needs to be offered.
///
/// ## Procedure
///
/// - 1: Twice: send SIDR_REQ; verify that SIDR_REP is received, with Status 1. [ia-cm-sidr#01]
/// - 2: Verify RequestID and ServiceID as sent. [ia-cm-sidr#02]
/// - 3: Verify the MAD header, TransactionID of SIDR_REQ, and that reserved bits are 0.
///   [ia-cm-sidr#03]
/// - 4: Verify that Additional Information Length is at most 72. [ia-cm-sidr#04]
/// - 5: Verify that nothing else is received. [ia-cm-sidr#05]
@Td(dut = DutKind.CA, effect = Effect.READS, parameters = START_PSN)
public final class M12_Sidr extends CmTest {
  @Override
  protected boolean needsService() {
    return false;
  }

  private static final int NOT_SUPPORTED = 1;
  private static final int MOST_INFORMATION = 72;

  @Override
  public boolean execute() throws TestException {
    carryOut("request", 1, this::procedure);
    carryOut("request", 2, this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    CmCall call = calls().toNobody();
    CmMessage sidrReq = call.sidrReq();
    step("1");
    call.send(sidrReq);
    CmIn sidrRep = call.receive(ServiceIdResReqResp.ATTRIBUTE);
    checks().verify(sidrRep, ServiceIdResReqResp.STATUS, NOT_SUPPORTED);
    step("2");
    checks()
        .verify(sidrRep, ServiceIdResReqResp.REQUEST_ID, sidrReq.get(ServiceIdResReq.REQUEST_ID));
    checks()
        .verify(sidrRep, ServiceIdResReqResp.SERVICE_ID, sidrReq.get(ServiceIdResReq.SERVICE_ID));
    step("3");
    checks().verifyAnswer(sidrRep, sidrReq);
    checks().verifyReserved(sidrRep, ServiceIdResReqResp.ATTRIBUTE);
    step("4");
    checks()
        .verifyWithin(
            sidrRep, ServiceIdResReqResp.ADDITIONAL_INFORMATION_LENGTH, 0, MOST_INFORMATION);
    step("5");
    call.verifySilence(dut().silenceNanos());
  }
}
