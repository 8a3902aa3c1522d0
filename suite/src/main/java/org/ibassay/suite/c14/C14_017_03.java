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

/// # Lease period timer is stopped by the right key
///
/// - Section: 24.1.4.5.3
/// - Coverage: v1c14-017, v1c14-019, v1c14-020, v1c14-021
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X, 8X or 12X; Speed=SDR, DDR, QDR,
///   FDR, EDR or HDR
/// - DUT qualifiers: none
/// - Assertions: v1c14-019#01
///
/// A failed M_Key check starts the lease period timer; half a period later a request with the right
/// key stops it. Another half period later the protect bits must still be there.
///
/// ## Notes
///
/// - The public page's own section number is lost; its place among its siblings makes it the third.
/// - The whole test is carried out for each value of M_KEY_PROTECT_BITS.
/// - A timer that never starts would keep the protect bits, too. So step 7 counts only when step 1
///   has left its trace in M_KeyViolations and the control at the end (steps A1 to A4) has seen the
///   timer run out.
/// - Where packets can get lost, a failure counts only when it shows in two runs of the whole test,
///   from initialization; two runs that disagree are inconclusive.
///
/// ## Procedure
///
/// - 1: SendMad(SubnGet(NodeInfo)) with M_Key = M_KEY_OTHER; the failed check starts the timer.
/// - 2: Wait for half the lease period; this wait must not end late.
/// - 3: SendMad(SubnGet(NodeInfo)) with M_Key = M_KEY_DUT; the check succeeds and stops the timer.
/// - 4: ReceiveMad().
/// - 5: Wait for half the lease period, and 10 % of it (at least 200 ms) longer.
/// - 6: SendMad(SubnGet(PortInfo)) with M_Key = M_KEY_DUT.
/// - 7: SMP_DATA = ReceiveMad(SubnGetResp(PortInfo)); verify that PortInfo:M_KeyProtectBits is what
///   was set, 2 or 3. [v1c14-019#01]
/// - A1: Ours, the control: SendMad(SubnGet(NodeInfo)) with M_Key = M_KEY_OTHER.
/// - A2: Wait for the lease period, and 10 % of it (at least 200 ms) longer.
/// - A3: SendMad(SubnGet(PortInfo)).
/// - A4: PortInfo:M_KeyProtectBits reads 0; if not, step 7 is inconclusive.
/// - 8: M_Key, M_KeyProtectBits and M_KeyViolations = 0.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    effect = Effect.CHANGES,
    lease = true,
    changes = Change.PORT_INFO,
    parameters = {M_KEY_DUT, M_KEY_OTHER, LEASE_PERIOD, M_KEY_PROTECT_BITS, M_KEY_VIOLATIONS})
public final class C14_017_03 extends C14_017 {
  /// Whether the right key was there before the timer could run out.
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
      inconclusive("the right key came too late to be sure that the timer was still running");
    }
    if (!leftTrace(smpData)) {
      inconclusive("step 1 left no trace in M_KeyViolations, so the timer may never have run");
    }
    boolean expired = timerRunsOut("A1", "A2", "A3");
    step("A4");
    if (!expired) {
      step("7");
      inconclusive("the control did not see the timer run out");
    }
    step("8");
    resetMKey();
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
