package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.PROFILE;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.Reading.CM_NO_REP;

import java.time.Duration;
import org.ibassay.link.upper.ConnectionStatus.State;
import org.ibassay.suite.CmIn;
import org.ibassay.suite.CmRepetitions;
import org.ibassay.suite.DutCall;
import org.ibassay.suite.DutCallTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.cm.ConnectReject;

/// # REQ is retransmitted until it is answered, up to Max CM Retries times
///
/// - Section: 12.9.8
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - PROFILE=short leaves out: on a real device, all retransmissions but the first one, and that
///   one if it takes more than 5 s
/// - Assertions: ia-cm-request-repeated#01, ia-cm-request-repeated#02, ia-cm-request-repeated#03,
///   ia-cm-request-repeated#04, ia-cm-request-repeated#05, ia-cm-request-repeated#06
///
/// The tester does not answer REQ. The DUT retransmits it each time that its response timeout
/// expires, Max CM Retries times, and then notifies its application.
///
/// ## Notes
///
/// - This test is the suite's own. The upper tester has the DUT connect, through RDMA CM, to a port
///   of the tester.
/// - The DUT waits for Remote CM Response Timeout, 4.096 us * 2^n, plus the round-trip time: at
///   most four times that timeout plus half a second. As with REP, the tester allows for 5 % less,
///   and for 150 ms on a real link (reading `cm-early-timers`).
/// - rdma_cm of Linux gives up after 98 s.
/// - When it gives up, the DUT sends REJ, reason 4 (timeout), or nothing (reading `cm-no-rep`).
///
/// ## Procedure
///
/// - 1: Have the DUT request a connection; verify that REQ is received. [ia-cm-request-repeated#01]
/// - 2: Send nothing; verify that REQ is received again, Max CM Retries times, each within the time
///   that a DUT may wait. [ia-cm-request-repeated#02]
/// - 3: Verify that none is received before Remote CM Response Timeout expires.
///   [ia-cm-request-repeated#03]
/// - 4: Verify that each is identical to the first, byte for byte, including TransactionID.
///   [ia-cm-request-repeated#04]
/// - 5: Verify that nothing else is received, except one REJ with Reason 4.
///   [ia-cm-request-repeated#05]
/// - 6: Verify that the application is notified that there was no answer.
///   [ia-cm-request-repeated#06]
@Td(
    dut = DutKind.CA,
    effect = Effect.CHANGES,
    parameters = {START_PSN, PROFILE})
public final class M12_RequestRepeated extends DutCallTest {
  private static final int TIMEOUT = 4;
  private static final Duration SHORT = Duration.ofSeconds(5);

  @Override
  public boolean execute() throws TestException {
    carryOut(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    DutCall call = calls().fromDut();
    step("1");
    CmRepetitions reqs = new CmRepetitions(call, call.receiveRequest());
    step("2");
    if (reqs.isLong(SHORT)) {
      leaveOutRest(
          "retransmissions that take %s are omitted with PROFILE=short".formatted(reqs.time()));
      return;
    }
    takeTime();
    reqs.receive();
    if (reqs.areAllowed()) {
      step("3");
      reqs.verifyTimes();
    } else {
      leaveOut("Max CM Retries 0", "3", "3");
    }
    step("4");
    reqs.verifySame();
    if (!reqs.isWhole()) {
      leaveOut(
          "retransmissions that take %s are omitted with PROFILE=short".formatted(reqs.time()),
          "5",
          "6");
      return;
    }
    step("5");
    CmIn end = call.next(reqs.patience());
    boolean isRight =
        end == null
            || (end.is(ConnectReject.ATTRIBUTE) && end.get(ConnectReject.REASON) == TIMEOUT);
    long frame = end == null ? 0 : end.frame();
    if (isRight) {
      reading(frame, CM_NO_REP, end == null ? "silence" : "reason-4");
    }
    verify(
        frame,
        isRight,
        () -> "no further message, or one REJ with Reason 4",
        () -> String.valueOf(end));
    call.verifySilence(dut().silenceNanos());
    step("6");
    call.verifyReported(State.UNREACHABLE);
  }
}
