package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.START_PSN;

import org.ibassay.suite.CmCall;
import org.ibassay.suite.CmTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.cm.ConnectRequest;

/// # REJ in response to REP ends the connection
///
/// - Section: 12.6.7
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-rejected-reply#01, ia-cm-rejected-reply#02, ia-cm-rejected-reply#03
///
/// The tester answers REP with REJ. The DUT abandons the connection: it no longer sends REP, and
/// accepts another REQ for the same QP of the tester.
///
/// ## Notes
///
/// - This test is the suite's own.
///
/// ## Procedure
///
/// - 1: Send REQ; receive REP; send REJ, Message REJected 1, REP, Reason 28; verify that nothing is
///   received for longer than the retransmission interval of REP. [ia-cm-rejected-reply#01]
/// - 2: Send REQ with another Communication ID and the tester's QP of step 1; verify that REP is
///   received. [ia-cm-rejected-reply#02]
/// - 3: Send RTU and an RDMA WRITE; verify that it is acknowledged. [ia-cm-rejected-reply#03]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class M12_RejectedReply extends CmTest {
  /// 1.07 s.
  private static final int TIMEOUT = 18;

  @Override
  public boolean execute() throws TestException {
    carryOut(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    CmCall call = calls().toService();
    call.request().set(ConnectRequest.LOCAL_CM_RESPONSE_TIMEOUT, TIMEOUT);
    step("1");
    call.askAndReceive();
    call.send(call.rej());
    call.setOver();
    call.verifySilence(3 * CmCall.nanos(TIMEOUT));
    step("2");
    CmCall next = calls().toService();
    next.request().set(ConnectRequest.LOCAL_QPN, call.qpn());
    next.askAndReceive();
    step("3");
    next.send(next.rtu());
    next.verifyServes();
  }
}
