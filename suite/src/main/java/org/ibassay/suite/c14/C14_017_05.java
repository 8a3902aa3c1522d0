package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.LEASE_PERIOD;
import static org.ibassay.suite.Parameter.LEASE_ZERO_WATCH;
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

/// # A lease period of zero never expires
///
/// - Section: 24.1.4.5.5
/// - Coverage: v1c14-017, v1c14-019, v1c14-020, v1c14-021
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X, 8X or 12X; Speed=SDR, DDR, QDR,
///   FDR, EDR or HDR
/// - DUT qualifiers: none
/// - Assertions: v1c14-021#01
///
/// With a lease period of 0, a failed M_Key check never clears the protect bits, however much time
/// passes.
///
/// ## Notes
///
/// - The whole test runs for each value of M_KEY_PROTECT_BITS.
/// - The longest lease period is 65,535 s: any counter that can expire has done so after 65,536 s.
///   In simulation the test waits that long, in virtual time; on a real link it watches for
///   LEASE_ZERO_WATCH seconds, and the result says for how long.
/// - A timer that never starts would pass, too. Therefore the test begins with a control with a
///   lease period that is not 0 (steps A1 to A4), and ends with another one (steps A6 to A9);
///   without them step 5 is inconclusive. It is also inconclusive if step 1 has left no trace in
///   M_KeyViolations.
/// - Where packets can be lost, a failure counts only if two attempts of the whole test, from
///   initialization on, fail alike; attempts that disagree are inconclusive.
///
/// ## Procedure
///
/// - A1: Control: SendMad(SubnGet(NodeInfo)) with M_Key = M_KEY_OTHER.
/// - A2: Wait for LEASE_PERIOD plus 10 % (at least 200 ms).
/// - A3: SendMad(SubnGet(PortInfo)).
/// - A4: PortInfo:M_KeyProtectBits reads 0; if not, step 5 is inconclusive. Then repeat
///   initialization with PortInfo:M_KeyLeasePeriod = 0.
/// - 1: SendMad(SubnGet(NodeInfo)) with M_Key = M_KEY_OTHER.
/// - 2: Wait long enough for the timer to expire, if it ran.
/// - 3: SendMad(SubnGet(PortInfo)) with M_Key = M_KEY_DUT.
/// - 4: SMP_DATA = ReceiveMad(SubnGetResp(PortInfo)).
/// - 5: Verify that PortInfo:M_KeyProtectBits still has the value set, 2 or 3. [v1c14-021#01]
/// - A5: SendMad(SubnGet(PortInfo)) again; verify that M_Key, M_KeyProtectBits, M_KeyLeasePeriod
///   and M_KeyViolations read the same. [ia-c14-017-05#01]
/// - A6: Second control: SendMad(SubnSet(PortInfo)) with M_KeyLeasePeriod = LEASE_PERIOD and
///   M_KeyViolations as in initialization and all other components as read;
///   SendMad(SubnGet(NodeInfo)) with M_Key = M_KEY_OTHER.
/// - A7: Wait for LEASE_PERIOD plus 10 % (at least 200 ms).
/// - A8: SendMad(SubnGet(PortInfo)).
/// - A9: If step A4 has seen the timer expire, verify PortInfo:M_KeyProtectBits == 0: a period of 0
///   must not stop later ones. [ia-c14-017-05#02]
/// - 6: M_Key, M_KeyProtectBits and M_KeyViolations = 0.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    effect = Effect.CHANGES,
    lease = true,
    changes = Change.PORT_INFO,
    parameters = {
      M_KEY_DUT,
      M_KEY_OTHER,
      LEASE_PERIOD,
      M_KEY_PROTECT_BITS,
      M_KEY_VIOLATIONS,
      LEASE_ZERO_WATCH
    })
public final class C14_017_05 extends C14_017 {
  private static final Duration LONGER_THAN_ANY_LEASE = Duration.ofSeconds(65_536);

  @Override
  public boolean execute() throws TestException {
    repeatForProtectBits(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    boolean expired = isOpen(timerRunsOut("A1", "A2", "A3"));
    step("A4");
    protect(0);
    MadPacketSpec smpData = watch();
    for (int i = 0; i < port().timing().retries() && !leftTrace(smpData); i++) {
      protect(0);
      smpData = watch();
    }
    step("5");
    verifyProtectBitsKept(smpData);
    if (!expired) {
      inconclusive("the control did not observe that the timer expires");
    }
    if (!leftTrace(smpData)) {
      inconclusive("step 1 did not increment M_KeyViolations, so the timer may never have started");
    }
    step("A5");
    verifyReadsTheSame(smpData);
    step("A6");
    protectAgain(parameter(LEASE_PERIOD));
    MadPacketSpec portInfo = timerRunsOut("A6", "A7", "A8");
    step("A9");
    if (!expired || portInfo == null) {
      inconclusive("the timer was never observed running");
    } else {
      verifyData(portInfo, PortInfo.M_KEY_PROTECT_BITS, 0);
    }
    step("6");
    resetMKey();
  }

  private MadPacketSpec watch() throws TestException {
    Duration watch =
        port().isSimulated()
            ? LONGER_THAN_ANY_LEASE
            : Duration.ofSeconds(parameter(LEASE_ZERO_WATCH));
    remark(
        "watched a lease period of 0 for %,d s of 65,536 s%s"
            .formatted(watch.toSeconds(), port().isSimulated() ? " (simulated time)" : ""));
    step("1");
    sendWithOtherKey();
    step("2");
    waitFor(watch);
    step("3");
    return readPortInfo();
  }
}
