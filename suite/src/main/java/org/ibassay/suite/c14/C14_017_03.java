package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.LEASE_PERIOD;
import static org.ibassay.suite.Parameter.M_KEY_DUT;
import static org.ibassay.suite.Parameter.M_KEY_OTHER;
import static org.ibassay.suite.Parameter.M_KEY_PROTECT_BITS;
import static org.ibassay.suite.Parameter.M_KEY_VIOLATIONS;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;

import java.time.Duration;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.PortInfo;

/// # The lease period timer stops when an M_Key check succeeds
///
/// - Section: 24.1.4.5.3
/// - Coverage: v1c14-017, v1c14-019, v1c14-020, v1c14-021
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X, 8X or 12X; Speed=SDR, DDR, QDR,
///   FDR, EDR or HDR
/// - DUT qualifiers: none
/// - Assertions: v1c14-019#01
///
/// A failed M_Key check starts the lease period timer; half a period later a request with the right
/// key stops it. After another half period the protect bits must still be set.
///
/// ## Notes
///
/// - The section number of the public page itself is not known; its place among its siblings makes
///   it the third.
/// - The whole test runs for each value of M_KEY_PROTECT_BITS.
/// - A timer that never starts would keep the protect bits, too. Therefore step 7 counts only if
///   step 1 has left its trace in M_KeyViolations and the following control (steps A1 to A4) has
///   seen the timer expire. The control sets nothing: a timer that the right key stops permanently
///   fails it.
/// - On a real link, steps A6 to A9 are run only for the first value of M_KEY_PROTECT_BITS.
/// - Where packets can be lost, a failure counts only if two attempts of the whole test, from
///   initialization on, fail alike; attempts that disagree are inconclusive.
///
/// ## Procedure
///
/// - 1: SendMad(SubnGet(NodeInfo)) with M_Key = M_KEY_OTHER; the failed check starts the timer.
/// - 2: Wait for half the lease period; this wait must not end late.
/// - 3: SendMad(SubnGet(NodeInfo)) with M_Key = M_KEY_DUT; the check succeeds and stops the timer.
/// - 4: ReceiveMad().
/// - 5: Wait for half the lease period plus 10 % of the period (at least 200 ms).
/// - 6: SendMad(SubnGet(PortInfo)) with M_Key = M_KEY_DUT.
/// - 7: SMP_DATA = ReceiveMad(SubnGetResp(PortInfo)); verify that PortInfo:M_KeyProtectBits still
///   has the value set, 2 or 3. [v1c14-019#01]
/// - A5: SendMad(SubnGet(PortInfo)) again; verify that M_Key, M_KeyProtectBits, M_KeyLeasePeriod
///   and M_KeyViolations read the same. [ia-c14-017-03#01]
/// - A1: Control: SendMad(SubnGet(NodeInfo)) with M_Key = M_KEY_OTHER; the failed check starts the
///   timer again.
/// - A2: Wait for the lease period plus 10 % (at least 200 ms).
/// - A3: SendMad(SubnGet(PortInfo)).
/// - A4: Verify PortInfo:M_KeyProtectBits == 0; if not, step 7 is inconclusive. [ia-c14-017-03#02]
/// - A6: SendMad(SubnSet(PortInfo)) with M_KeyProtectBits as in initialization and an
///   M_KeyLeasePeriod of at least 6 s and all other components as read; SendMad(SubnGet(NodeInfo))
///   with M_Key = M_KEY_OTHER.
/// - A7: Two thirds of the lease period later: SendMad(SubnGet(NodeInfo)) with M_Key = M_KEY_DUT,
///   then with M_KEY_OTHER: a whole lease begins, not the rest of the previous one.
/// - A8: Wait until 1 s plus 5 % of the lease period remain of that lease.
/// - A9: SendMad(SubnGet(PortInfo)) with M_Key = M_KEY_DUT; verify that PortInfo:M_KeyProtectBits
///   still has the value set, 2 or 3. [ia-c14-017-03#03]
/// - 8: M_Key, M_KeyProtectBits and M_KeyViolations = 0.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    effect = Effect.CHANGES,
    lease = true,
    changes = Change.PORT_INFO,
    parameters = {M_KEY_DUT, M_KEY_OTHER, LEASE_PERIOD, M_KEY_PROTECT_BITS, M_KEY_VIOLATIONS})
public final class C14_017_03 extends C14_017 {
  /// Long enough for the remaining third to end before a whole lease may.
  private static final long LEAST_LEASE_TO_LOOK_INTO = 6;

  /// Whether the right key was sent before the timer could expire.
  private boolean isInTime;

  @Override
  public boolean execute() throws TestException {
    repeatForProtectBits(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    MadPacketSpec smpData = interrupt();
    for (int i = 0; i < port().timing().retries() && !(isInTime && leftTrace(smpData)); i++) {
      protect(parameter(LEASE_PERIOD));
      smpData = interrupt();
    }
    step("7");
    if (isInTime) {
      verifyProtectBitsKept(smpData);
    } else {
      inconclusive("the right key was sent too late to be sure that the timer was still running");
    }
    if (!leftTrace(smpData)) {
      inconclusive("step 1 did not increment M_KeyViolations, so the timer may never have run");
    }
    step("A5");
    verifyReadsTheSame(smpData);
    MadPacketSpec portInfo = timerRunsOut("A1", "A2", "A3");
    step("A4");
    if (portInfo == null) {
      inconclusive("step A1 did not increment M_KeyViolations, so the timer may never have run");
    } else {
      verifyData(portInfo, PortInfo.M_KEY_PROTECT_BITS, 0);
    }
    if (!isOpen(portInfo)) {
      step("7");
      inconclusive("the control did not observe that the timer expires");
    }
    if (isTimeFor(parameters(M_KEY_PROTECT_BITS).getFirst())) {
      verifyWholeAgain();
    }
    step("8");
    resetMKey();
  }

  /// Steps A6 to A9.
  private void verifyWholeAgain() throws TestException {
    long lease = Math.max(parameter(LEASE_PERIOD), LEAST_LEASE_TO_LOOK_INTO);
    for (int tries = 0; tries <= port().timing().retries(); tries++) {
      step("A6");
      protectAgain(lease);
      long first = now();
      sendWithOtherKey();
      step("A7");
      waitUntil(first + Duration.ofSeconds(lease).toNanos() / 3 * 2);
      sendMad(subnGet(NODE_INFO).mKey(parameter(M_KEY_DUT)));
      receiveMad();
      long second = now();
      sendWithOtherKey();
      step("A8");
      waitUntil(second + soonestEnd(lease).toNanos());
      step("A9");
      MadPacketSpec portInfo = readPortInfo();
      if (now() - second > Duration.ofSeconds(lease - 1).toNanos()) {
        inconclusive("the DUT was read too late to exclude that the lease had expired");
        return;
      }
      boolean refusedTwice =
          portInfo.data(PortInfo.M_KEY_VIOLATIONS) >= parameter(M_KEY_VIOLATIONS) + 2;
      if (refusedTwice || isOpen(portInfo)) {
        verifyProtectBitsKept(portInfo);
        return;
      }
    }
    inconclusive("steps A6 and A7 did not increment M_KeyViolations twice");
  }

  private MadPacketSpec interrupt() throws TestException {
    Duration half = leasePeriod().dividedBy(2);
    step("1");
    long started = now();
    sendWithOtherKey();
    step("2");
    waitFor(half);
    step("3");
    sendMad(subnGet(NODE_INFO).mKey(parameter(M_KEY_DUT)));
    step("4");
    receiveMad();
    isInTime = now() - started < leasePeriod().minus(margin()).toNanos();
    step("5");
    waitFor(half.plus(margin()));
    step("6");
    return readPortInfo();
  }
}
