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
import org.ibassay.wire.cm.ConnectReject;

/// # REQ for a service that is not offered is rejected with reason 8
///
/// - Section: 12.6.7
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-unknown-service#01, ia-cm-unknown-service#02, ia-cm-unknown-service#03,
///   ia-cm-unknown-service#04, ia-cm-unknown-service#05
///
/// The tester requests a connection with a locally administered ServiceID that is not offered. The
/// DUT answers each REQ with REJ, reason 8 (invalid ServiceID).
///
/// ## Notes
///
/// - This test is the suite's own. Neither a service nor an agent is required: any host with
///   communication management answers.
///
/// ## Procedure
///
/// - 1: Send REQ; verify that REJ is received. [ia-cm-unknown-service#01]
/// - 2: Verify Reason 8. [ia-cm-unknown-service#02]
/// - 3: Verify Message REJected 0, REQ, and that Remote Communication ID is the tester's.
///   [ia-cm-unknown-service#03]
/// - 4: Verify the MAD header, TransactionID of REQ, that reserved bits are 0, and that Reject Info
///   Length is at most 72. [ia-cm-unknown-service#04]
/// - 5: Send REQ again; verify REJ, Reason 8. [ia-cm-unknown-service#05]
@Td(dut = DutKind.CA, effect = Effect.READS, parameters = START_PSN)
public final class M12_UnknownService extends CmTest {
  @Override
  protected boolean needsService() {
    return false;
  }

  private static final int INVALID_SERVICE_ID = 8;
  private static final int MOST_INFORMATION = 72;

  @Override
  public boolean execute() throws TestException {
    carryOut(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    CmCall call = calls().toNobody();
    step("1");
    call.ask();
    CmIn rej = call.receive(ConnectReject.ATTRIBUTE);
    step("2");
    checks().verify(rej, ConnectReject.REASON, INVALID_SERVICE_ID);
    step("3");
    checks().verify(rej, ConnectReject.MESSAGE_REJECTED, 0);
    checks().verify(rej, CmMessage.REMOTE_ID, call.localId());
    step("4");
    checks().verifyAnswer(rej, call.request());
    checks().verifyReserved(rej, ConnectReject.ATTRIBUTE);
    checks().verifyWithin(rej, ConnectReject.REJECT_INFO_LENGTH, 0, MOST_INFORMATION);
    step("5");
    call.ask();
    CmIn again = call.receive(ConnectReject.ATTRIBUTE);
    checks().verify(again, ConnectReject.REASON, INVALID_SERVICE_ID);
  }
}
