package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.Reading.CM_EARLY_TIMERS;
import static org.ibassay.suite.Reading.CM_NO_RTU;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.suite.CmCall;
import org.ibassay.suite.CmIn;
import org.ibassay.suite.CmTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;

/// # REP is retransmitted until RTU is received, as often as REQ allows
///
/// - Section: 12.9.8
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-lost-rtu#01, ia-cm-lost-rtu#02, ia-cm-lost-rtu#03, ia-cm-lost-rtu#04,
///   ia-cm-lost-rtu#05
///
/// The tester sends no RTU. The DUT retransmits REP each time that the tester's Local CM Response
/// Timeout expires, Max CM Retries times, and then gives up.
///
/// ## Notes
///
/// - This test is the suite's own. Timeouts are 4.096 us * 2^n. Because packets take time, a DUT
///   may wait up to four times the timeout plus half a second.
/// - Linux uses 2^(n - 8) ms instead, which is 4.6 % less (reading `cm-early-timers`). The tester
///   allows for 5 %, and for 150 ms on a real link.
/// - When it gives up, the DUT sends REJ, reason 4 (timeout), or nothing (reading `cm-no-rtu`).
///
/// ## Procedure
///
/// - 1: For each timeout and retry count: send REQ; verify that REP is received.
///   [ia-cm-lost-rtu#01]
/// - 2: Send nothing; verify that REP is received again Max CM Retries times, each within the time
///   that a DUT may wait. [ia-cm-lost-rtu#02]
/// - 3: Verify that no REP is received before Local CM Response Timeout expires.
///   [ia-cm-lost-rtu#03]
/// - 4: Verify that each is identical to the first, byte for byte. [ia-cm-lost-rtu#04]
/// - 5: Verify that nothing else is received, except one REJ with Reason 4. [ia-cm-lost-rtu#05]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class M12_LostRtu extends CmTest {
  private static final int TIMEOUT_REASON = 4;
  private static final long LATE_NANOS = 500_000_000;

  /// A timeout exponent and a retry count.
  private record Setting(int timeout, int retries) {}

  private static final List<Setting> SETTINGS =
      List.of(new Setting(17, 3), new Setting(18, 1), new Setting(16, 0));

  @Override
  public boolean execute() throws TestException {
    takeTime();
    for (Setting setting : SETTINGS) {
      carryOut("Max CM Retries", setting.retries, () -> procedure(setting));
    }
    return log().allPassed();
  }

  private void procedure(Setting setting) throws TestException {
    CmCall call = calls().toService();
    call.request()
        .set(ConnectRequest.LOCAL_CM_RESPONSE_TIMEOUT, setting.timeout)
        .set(ConnectRequest.MAX_CM_RETRIES, setting.retries);
    long timeout = CmCall.nanos(setting.timeout);
    step("1");
    List<CmIn> reps = new ArrayList<>(List.of(call.askAndReceive()));
    List<CmIn> others = new ArrayList<>();
    long patience = 4 * timeout + LATE_NANOS;
    int most = 2 * (2 + setting.retries); // else there may be no end
    CmIn next = call.next(patience);
    while (next != null && reps.size() + others.size() < most) {
      (next.is(ConnectReply.ATTRIBUTE) ? reps : others).add(next);
      next = call.next(patience);
    }
    step("2");
    verify(
        reps.getLast().frame(),
        reps.size() == 1 + setting.retries,
        () -> "REP %s in all".formatted(counted(1 + setting.retries, "time")),
        () -> counted(reps.size(), "time"));
    verifyTimes(reps, timeout);
    step("4");
    for (CmIn rep : reps) {
      checks().verifySame(rep, reps.getFirst());
    }
    step("5");
    verifyEnd(others);
    call.setOver();
  }

  private void verifyTimes(List<CmIn> reps, long timeout) {
    long slack = dut().latenessNanos();
    long least = Long.MAX_VALUE;
    for (int i = 1; i < reps.size(); i++) {
      CmIn rep = reps.get(i);
      long waited = rep.nanos() - reps.get(i - 1).nanos();
      least = Math.min(least, waited);
      step("3");
      verify(
          rep.frame(),
          waited >= timeout * 19 / 20 - slack,
          () -> "REP after %.3f s or more".formatted(timeout / 1e9),
          () -> "after %.3f s".formatted(waited / 1e9));
    }
    // A single one may have been delayed in transit.
    if (reps.size() > 2) {
      reading(
          reps.getLast().frame(), CM_EARLY_TIMERS, least >= timeout * 49 / 50 ? "exact" : "early");
    }
  }

  private void verifyEnd(List<CmIn> others) {
    CmIn end = others.isEmpty() ? null : others.getFirst();
    boolean isRight =
        end == null
            || (others.size() == 1
                && end.is(ConnectReject.ATTRIBUTE)
                && end.get(ConnectReject.REASON) == TIMEOUT_REASON);
    if (isRight) {
      reading(end == null ? 0 : end.frame(), CM_NO_RTU, end == null ? "silence" : "reason-4");
    }
    verify(
        end == null ? 0 : end.frame(),
        isRight,
        () -> "no further message, or one REJ with Reason 4",
        others::toString);
  }
}
