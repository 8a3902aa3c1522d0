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

/// # A repeated REQ does not open another connection
///
/// - Section: 12.9.8
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-duplicate-request#01, ia-cm-duplicate-request#02,
///   ia-cm-duplicate-request#03, ia-cm-duplicate-request#04
///
/// The tester repeats REQ before RTU and after it. Before RTU, the DUT answers with the REP that it
/// has sent, at once or when its timeout expires. After RTU, the connection continues.
///
/// ## Notes
///
/// - This test is the suite's own. After RTU, a REP already in transit is not a non-conformance.
///
/// ## Procedure
///
/// - 1: Send REQ; receive REP.
/// - 2: Send REQ three times; verify that REP is received again. [ia-cm-duplicate-request#01]
/// - 3: Verify that every message that is received is that REP, byte for byte.
///   [ia-cm-duplicate-request#02]
/// - 4: Send RTU and an RDMA WRITE; verify that it is acknowledged. Send REQ; verify that nothing
///   but that REP is received. [ia-cm-duplicate-request#03]
/// - 5: Send an RDMA WRITE; verify that it is acknowledged. [ia-cm-duplicate-request#04]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class M12_DuplicateRequest extends CmTest {
  /// 537 ms.
  private static final int TIMEOUT = 17;

  private static final int RETRIES = 15;
  private static final int DUPLICATES = 3;

  @Override
  public boolean execute() throws TestException {
    carryOut(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    CmCall call = calls().toService();
    call.request()
        .set(ConnectRequest.LOCAL_CM_RESPONSE_TIMEOUT, TIMEOUT)
        .set(ConnectRequest.MAX_CM_RETRIES, RETRIES);
    step("1");
    CmIn rep = call.askAndReceive();
    step("2");
    for (int i = 0; i < DUPLICATES; i++) {
      call.ask();
    }
    CmIn again = call.receive(ConnectReply.ATTRIBUTE);
    step("3");
    checks().verifySame(again, rep);
    // The DUT may send REJ after the last retry, so RTU has to be sent long before.
    verifyOnly(call, rep, Math.min(dut().silenceNanos(), RETRIES / 2 * CmCall.nanos(TIMEOUT)));
    step("4");
    call.send(call.rtu());
    call.verifyServes();
    call.ask();
    verifyOnly(call, rep, 2 * CmCall.nanos(TIMEOUT));
    step("5");
    call.verifyServes();
  }

  private void verifyOnly(CmCall call, CmIn rep, long nanos) throws TestException {
    long end = now() + nanos;
    for (CmIn next = call.next(nanos); next != null; next = call.next(end - now())) {
      checks().verifySame(next, rep);
    }
  }
}
