package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.PROFILE;
import static org.ibassay.suite.Parameter.START_PSN;

import java.util.List;
import org.ibassay.link.upper.ConnectionStatus;
import org.ibassay.link.upper.ConnectionStatus.State;
import org.ibassay.suite.CmIn;
import org.ibassay.suite.DutCall;
import org.ibassay.suite.DutCallTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.ReadyToUse;

/// # REJ in response to REQ ends the attempt, and its reason is reported
///
/// - Section: 12.6.7
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - PROFILE=short leaves out: on a real device that retransmits after more than a second, the
///   later part of the time in which it must be silent
/// - Assertions: ia-cm-rejected-request#01, ia-cm-rejected-request#02, ia-cm-rejected-request#03,
///   ia-cm-rejected-request#04
///
/// The tester rejects REQ with several reasons, one per attempt. The DUT abandons the attempt,
/// reports the reason to its application, no longer sends REQ, and accepts no REP for it. A REJ
/// that follows MRA has the same effect.
///
/// ## Notes
///
/// - This test is the suite's own. The upper tester has the DUT connect, through RDMA CM, to a port
///   of the tester.
///
/// ## Procedure
///
/// - 1: Have the DUT request a connection; receive REQ; send REJ, Message REJected 0, REQ, with
///   Reason 8, 28, and 10, and 28 after an MRA; verify that the application is notified of that
///   reason. [ia-cm-rejected-request#01]
/// - 2: Verify that nothing is received for longer than the retransmission interval of REQ.
///   [ia-cm-rejected-request#02]
/// - 3: Send REP; verify that RTU is not received. [ia-cm-rejected-request#03]
/// - 4: Send an RDMA WRITE; verify that it is not acknowledged. [ia-cm-rejected-request#04]
@Td(
    dut = DutKind.CA,
    effect = Effect.CHANGES,
    parameters = {START_PSN, PROFILE})
public final class M12_RejectedRequest extends DutCallTest {
  /// Reasons: invalid Service ID, consumer reject, stale connection.
  private static final List<Integer> REASONS = List.of(8, 28, 10);

  private static final int AFTER_MRA = 28;

  @Override
  public boolean execute() throws TestException {
    for (int reason : REASONS) {
      carryOut("Reason", reason, () -> procedure(reason, false));
    }
    carryOut("Reason after MRA", AFTER_MRA, () -> procedure(AFTER_MRA, true));
    return log().allPassed();
  }

  private void procedure(int reason, boolean isAfterMra) throws TestException {
    DutCall call = calls().fromDut();
    step("1");
    CmIn req = call.receiveRequest();
    if (isAfterMra) {
      call.send(call.mra((int) req.get(ConnectRequest.REMOTE_CM_RESPONSE_TIMEOUT)));
    }
    call.send(call.rej().set(ConnectReject.REASON, reason));
    call.verifyReported(new ConnectionStatus(State.REJECTED, reason));
    step("2");
    call.verifySilence(call.longSilence());
    step("3");
    call.send(call.rep());
    call.verifyNever(ReadyToUse.ATTRIBUTE);
    step("4");
    call.verifyServesNoMore();
  }
}
