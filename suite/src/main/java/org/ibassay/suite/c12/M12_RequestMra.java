package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.PROFILE;
import static org.ibassay.suite.Parameter.START_PSN;

import java.util.Objects;
import org.ibassay.suite.CmDialog;
import org.ibassay.suite.CmIn;
import org.ibassay.suite.DutCall;
import org.ibassay.suite.DutCallTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.cm.ConnectRequest;

/// # MRA delays the retransmission of REQ
///
/// - Section: 12.6.6
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - PROFILE=short leaves out: on a real device, all steps if the ServiceTimeout is more than 3 s
/// - Assertions: ia-cm-request-mra#01, ia-cm-request-mra#02, ia-cm-request-mra#03,
///   ia-cm-request-mra#04
///
/// The tester answers REQ with MRA. The DUT retransmits REQ only after the ServiceTimeout of MRA
/// has passed, and then accepts REP.
///
/// ## Notes
///
/// - This test is the suite's own. The upper tester has the DUT connect, through RDMA CM, to a port
///   of the tester.
/// - Timeouts are 4.096 us * 2^n; the tester allows for 5 % less, and for 150 ms on a real link, as
///   M12_RequestRepeated does.
/// - The ServiceTimeout is four times the timeout of REQ.
///
/// ## Procedure
///
/// - 1: Have the DUT request a connection; verify that REQ is received. [ia-cm-request-mra#01]
/// - 2: Send MRA, Message MRAed 0, REQ, with a ServiceTimeout of four times the Remote CM Response
///   Timeout; verify that nothing is received before the ServiceTimeout expires.
///   [ia-cm-request-mra#02]
/// - 3: If Max CM Retries is not 0: verify that REQ is received again after it, byte for byte.
///   [ia-cm-request-mra#03]
/// - 4: Send REP; verify that RTU is received, and that an RDMA WRITE is acknowledged.
///   [ia-cm-request-mra#04]
@Td(
    dut = DutKind.CA,
    effect = Effect.CHANGES,
    parameters = {START_PSN, PROFILE})
public final class M12_RequestMra extends DutCallTest {
  private static final int TWICE = 2;
  private static final int MOST = 31;
  private static final long LONG_NANOS = 3_000_000_000L;

  @Override
  public boolean execute() throws TestException {
    carryOut(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    DutCall call = calls().fromDut();
    step("1");
    CmIn req = call.receiveRequest();
    step("2");
    int timeout = Math.min(MOST, (int) req.get(ConnectRequest.REMOTE_CM_RESPONSE_TIMEOUT) + TWICE);
    long wait = CmDialog.nanos(timeout);
    if (wait > LONG_NANOS && !dut().isSimulated() && !isFullProfile()) {
      leaveOutRest("an MRA for %.0f s is omitted with PROFILE=short".formatted(wait / 1e9));
      return;
    }
    takeTime();
    call.send(call.mra(timeout));
    call.verifySilence(wait * 19 / 20 - dut().latenessNanos());
    step("3");
    if (req.get(ConnectRequest.MAX_CM_RETRIES) > 0) {
      CmIn again = call.next(4 * wait);
      boolean isRepeated = again != null && again.is(ConnectRequest.ATTRIBUTE);
      verify(
          again == null ? 0 : again.frame(),
          isRepeated,
          () -> "ConnectRequest again within %.1f s".formatted(4 * wait / 1e9),
          () -> again == null ? "nothing" : again.toString());
      needs(isRepeated, "the DUT has stopped sending REQ");
      checks().verifySame(Objects.requireNonNull(again), req);
    } else {
      leaveOut("Max CM Retries 0", "3", "3");
    }
    step("4");
    call.accept(call.rep());
    call.verifyServes();
  }
}
