package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.LEASE_PERIOD;
import static org.ibassay.suite.Parameter.M_KEY_DUT;
import static org.ibassay.suite.Parameter.M_KEY_OTHER;
import static org.ibassay.suite.Parameter.M_KEY_PROTECT_BITS;
import static org.ibassay.suite.Parameter.M_KEY_VIOLATIONS;

import java.time.Duration;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.PortInfo;

/// # Lease period timer counts down to zero
///
/// - Section: 24.1.4.5.1
/// - Coverage: v1c14-017, v1c14-019, v1c14-020, v1c14-021
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X, 8X or 12X; Speed=SDR, DDR, QDR,
///   FDR, EDR or HDR
/// - DUT qualifiers: none
/// - Assertions: v1c14-017#01, v1c14-020#01
///
/// A failed M_Key check starts the lease period timer. Nobody who knows the key comes forward, so
/// the timer runs out and the DUT clears its protect bits.
///
/// ## Notes
///
/// - The whole test is carried out for each value of M_KEY_PROTECT_BITS.
/// - When the request of step 1 leaves no trace in the DUT, it may have been lost: the test is
///   repeated from initialization, as often as a request is tried again. When none of them leaves a
///   trace, the checks are made all the same.
/// - The violations counter has an assertion of ours: the public page states the count beside the
///   check of the protect bits, without an id of its own.
/// - The public page would pass a timer that runs too fast: steps A2 to A5 look before its end. One
///   that counts whole seconds may end up to a second early, as the first of them may have begun
///   before.
/// - Where packets can get lost, a failure counts only when it shows in two runs of the whole test,
///   from initialization; two runs that disagree are inconclusive.
///
/// ## Procedure
///
/// - 1: SendMad(SubnGet(NodeInfo)) with M_Key = M_KEY_OTHER; the failed check starts the timer.
/// - 2: Wait for the lease period, and 10 % of it (at least 200 ms) longer.
/// - A1: Ours: Verify that step 1 was not answered. [ia-c14-017-01#01]
/// - 3: SendMad(SubnGet(PortInfo)).
/// - 4: SMP_DATA = ReceiveMad(SubnGetResp(PortInfo)).
/// - 5: Verify PortInfo:M_KeyProtectBits == 0. [v1c14-017#01, v1c14-020#01]
///   - 5.1: Verify PortInfo:M_KeyViolations is one more than M_KEY_VIOLATIONS. [ia-c14-017-01#02]
/// - A2: Ours: initialization is carried out again, with PortInfo:M_KeyLeasePeriod of at least 5 s.
/// - A3: SendMad(SubnGet(NodeInfo)) with M_Key = M_KEY_OTHER; the failed check starts the timer.
/// - A4: Wait until the lease period is over but for 1 s and 10 % of it.
/// - A5: SendMad(SubnGet(PortInfo)) with M_Key = M_KEY_DUT; verify that PortInfo:M_KeyProtectBits
///   is what was set, 2 or 3. [ia-c14-017-01#03]
/// - 6: M_Key, M_KeyProtectBits and M_KeyViolations = 0.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    effect = Effect.CHANGES,
    lease = true,
    changes = Change.PORT_INFO,
    parameters = {M_KEY_DUT, M_KEY_OTHER, LEASE_PERIOD, M_KEY_PROTECT_BITS, M_KEY_VIOLATIONS})
public final class C14_017_01 extends C14_017 {
  private static final long LEAST_LEASE_TO_LOOK_INTO = 5;

  @Override
  public boolean execute() throws TestException {
    repeatForProtectBits(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    MadPacketSpec smpData = expire();
    for (int i = 0; i < port().timing().retries() && !leftTrace(smpData); i++) {
      protect(parameter(LEASE_PERIOD));
      smpData = expire();
    }
    step("5");
    verifyData(smpData, PortInfo.M_KEY_PROTECT_BITS, 0);
    step("5.1");
    verifyData(smpData, PortInfo.M_KEY_VIOLATIONS, parameter(M_KEY_VIOLATIONS) + 1);
    verifyNotOverEarly();
    step("6");
    resetMKey();
  }

  private void verifyNotOverEarly() throws TestException {
    long lease = Math.max(parameter(LEASE_PERIOD), LEAST_LEASE_TO_LOOK_INTO);
    Duration early = Duration.ofMillis(lease * 900 - 1000);
    for (int tries = 0; tries <= port().timing().retries(); tries++) {
      step("A2");
      protect(lease);
      step("A3");
      long started = now();
      sendWithOtherKey();
      step("A4");
      waitUntil(started + early.toNanos());
      step("A5");
      MadPacketSpec portInfo = readPortInfo();
      if (now() - started > Duration.ofSeconds(lease - 1).toNanos()) {
        inconclusive("the DUT was read too late to be sure that the lease was not over");
        return;
      }
      if (leftTrace(portInfo)) {
        verifyProtectBitsKept(portInfo);
        return;
      }
    }
    inconclusive("step A3 left no trace in M_KeyViolations, so the timer may never have run");
  }

  private MadPacketSpec expire() throws TestException {
    step("1");
    sendWithOtherKey();
    step("2");
    waitFor(leasePeriod().plus(margin()));
    step("A1");
    verifySilence();
    step("3");
    return readPortInfo();
  }
}
