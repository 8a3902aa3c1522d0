package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.START_PSN;

import org.ibassay.suite.CmCall;
import org.ibassay.suite.CmIn;
import org.ibassay.suite.CmTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;

/// # MRA delays the retransmission of REP
///
/// - Section: 12.6.6
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-mra#01, ia-cm-mra#02, ia-cm-mra#03, ia-cm-mra#04
///
/// The tester answers REP with MRA. The DUT retransmits REP only after the ServiceTimeout of MRA
/// has passed, and then accepts RTU. MRA does not change how often REP is retransmitted.
///
/// ## Notes
///
/// - This test is the suite's own. Timeouts are 4.096 us * 2^n; the tester allows for 5 % less, and
///   for 150 ms on a real link, as M12_LostRtu does.
///
/// ## Procedure
///
/// - 1: Send REQ; receive REP; send MRA, Message MRAed 1, REP, with a ServiceTimeout of four times
///   the Local CM Response Timeout; verify that nothing is received before the ServiceTimeout
///   expires. [ia-cm-mra#01]
/// - 2: Verify that the same REP is received after it. [ia-cm-mra#02]
/// - 3: Send RTU and an RDMA WRITE; verify that it is acknowledged, and that REP is not received
///   again. [ia-cm-mra#03]
/// - 4: Send REQ with Max CM Retries 1; receive REP; send MRA; receive the same REP; send nothing;
///   verify that REP is not received a third time. [ia-cm-mra#04]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class M12_Mra extends CmTest {
  private static final int TIMEOUT = 18;
  private static final int SERVICE_TIMEOUT = 20;
  private static final int SHORT_TIMEOUT = 16;
  private static final int SHORT_SERVICE_TIMEOUT = 17;
  private static final int WAITS = 4;
  private static final long LATE_NANOS = 500_000_000;

  @Override
  public boolean execute() throws TestException {
    takeTime();
    carryOut("RTU", 1, this::procedure);
    carryOut("no RTU", 2, this::exhausted);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    CmCall call = calls().toService();
    call.request().set(ConnectRequest.LOCAL_CM_RESPONSE_TIMEOUT, TIMEOUT);
    step("1");
    CmIn rep = call.askAndReceive();
    call.send(call.mra(SERVICE_TIMEOUT));
    call.verifySilence(CmCall.nanos(SERVICE_TIMEOUT) * 19 / 20 - dut().latenessNanos());
    step("2");
    CmIn again = call.receive(ConnectReply.ATTRIBUTE);
    checks().verifySame(again, rep);
    step("3");
    call.send(call.rtu());
    call.verifyServes();
    call.verifySilence(2 * CmCall.nanos(TIMEOUT));
  }

  private void exhausted() throws TestException {
    CmCall call = calls().toService();
    call.request()
        .set(ConnectRequest.LOCAL_CM_RESPONSE_TIMEOUT, SHORT_TIMEOUT)
        .set(ConnectRequest.MAX_CM_RETRIES, 1);
    step("4");
    CmIn rep = call.askAndReceive();
    call.send(call.mra(SHORT_SERVICE_TIMEOUT));
    checks().verifySame(call.receive(ConnectReply.ATTRIBUTE), rep);
    long wait = CmCall.nanos(SHORT_TIMEOUT) + CmCall.nanos(SHORT_SERVICE_TIMEOUT);
    call.verifyNever(ConnectReply.ATTRIBUTE, WAITS * wait + LATE_NANOS);
    call.setOver();
  }
}
