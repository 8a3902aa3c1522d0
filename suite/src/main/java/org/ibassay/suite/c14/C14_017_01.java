package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.LEASE_PERIOD;
import static org.ibassay.suite.Parameter.M_KEY_DUT;
import static org.ibassay.suite.Parameter.M_KEY_OTHER;
import static org.ibassay.suite.Parameter.M_KEY_PROTECT_BITS;
import static org.ibassay.suite.Parameter.M_KEY_VIOLATIONS;

import java.time.Duration;
import java.util.List;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.PortInfo;

/// # The lease period timer counts down to zero
///
/// - Section: 24.1.4.5.1
/// - Coverage: v1c14-017, v1c14-019, v1c14-020, v1c14-021
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X, 8X or 12X; Speed=SDR, DDR, QDR,
///   FDR, EDR or HDR
/// - DUT qualifiers: none
/// - Assertions: v1c14-017#01, v1c14-020#01
///
/// A failed M_Key check starts the lease period timer. No requester with the right key follows, so
/// the timer expires and the DUT clears its protect bits.
///
/// ## Notes
///
/// - The whole test runs for each value of M_KEY_PROTECT_BITS.
/// - If the request of step 1 leaves no trace in the DUT, it may have been lost: the test is
///   repeated from initialization, as often as a request is retried. If no repetition leaves a
///   trace, the checks are made anyway.
/// - The assertion on the violation counter is this suite's own: the public page has that check
///   next to the check of the protect bits, without an id of its own.
/// - The public page would pass a timer that runs only once, that a later violation stops or
///   restarts, that runs too fast, or whose expiry clears more than the protect bits. Steps A2 to
///   A14 check for these.
/// - A timer that counts whole seconds may end up to a second early, because its first second may
///   have begun before; 5 % are allowed for the DUT's clock.
/// - Step A15 proves nothing new: it measures the lease to distinguish one fault from another. The
///   measurement is a binary search over up to twelve leases, four on a real link.
/// - On a real link, steps A8 to A11 are run only for the first value of M_KEY_PROTECT_BITS, and
///   steps A12 to A14 only for the last; step A13 then does not wait until the lease is nearly
///   over, but until a lease of only the low byte of the period would be.
/// - Where packets can be lost, a failure counts only if two attempts of the whole test, from
///   initialization on, fail alike; attempts that disagree are inconclusive.
///
/// ## Procedure
///
/// - 1: SendMad(SubnGet(NodeInfo)) with M_Key = M_KEY_OTHER; the failed check starts the timer.
/// - 2: Wait for the lease period plus 10 % (at least 200 ms).
/// - A1: Verify that step 1 gets no response. [ia-c14-017-01#01]
/// - 3: SendMad(SubnGet(PortInfo)).
/// - 4: SMP_DATA = ReceiveMad(SubnGetResp(PortInfo)).
/// - 5: Verify PortInfo:M_KeyProtectBits == 0. [v1c14-017#01, v1c14-020#01]
///   - 5.1: Verify PortInfo:M_KeyViolations is one more than M_KEY_VIOLATIONS. [ia-c14-017-01#02]
/// - A2: Verify that the other read-write components of PortInfo, including M_Key and
///   M_KeyLeasePeriod, are as before step 1. [ia-c14-017-01#04]
/// - A3: SendMad(SubnGet(PortInfo)) again; verify that M_Key, M_KeyProtectBits, M_KeyLeasePeriod
///   and M_KeyViolations read the same. [ia-c14-017-01#05]
/// - A4: A second lease: SendMad(SubnSet(PortInfo)) with M_KeyProtectBits and M_KeyViolations as in
///   initialization and all other components as read; SendMad(SubnGet(NodeInfo)) with M_Key =
///   M_KEY_OTHER.
/// - A5: Half a lease period later: SendMad(SubnGet(NodeInfo)) with M_Key = M_KEY_OTHER. It must
///   neither stop nor restart the timer.
/// - A6: Wait until the lease period of step A4 plus 10 % (at least 200 ms) has passed.
/// - A7: SendMad(SubnGet(PortInfo)); verify PortInfo:M_KeyProtectBits == 0. [ia-c14-017-01#06]
/// - A8: Repeat initialization with PortInfo:M_KeyLeasePeriod of at least 6 s.
/// - A9: SendMad(SubnGet(NodeInfo)) with M_Key = M_KEY_OTHER; the failed check starts the timer.
/// - A10: Wait until 1 s plus 5 % of the lease period remain.
/// - A11: SendMad(SubnGet(PortInfo)) with M_Key = M_KEY_DUT; verify that PortInfo:M_KeyProtectBits
///   still has the value set, 2 or 3. [ia-c14-017-01#03]
/// - A12: Repeat initialization with PortInfo:M_KeyLeasePeriod = 256 + the low byte of
///   LEASE_PERIOD; SendMad(SubnGet(NodeInfo)) with M_Key = M_KEY_OTHER.
/// - A13: Wait until 1 s plus 5 % of the lease period remain.
/// - A14: SendMad(SubnGet(PortInfo)) with M_Key = M_KEY_DUT; verify that PortInfo:M_KeyProtectBits
///   still has the value set, 2 or 3. [ia-c14-017-01#07]
/// - A15: For the first value of M_KEY_PROTECT_BITS, if a check of the protect bits failed: repeat
///   steps A4 to A7 with other times, without step A5 if step A7 did not fail; verify that the bits
///   are cleared when the lease period is over.
/// - 6: M_Key, M_KeyProtectBits and M_KeyViolations = 0.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    effect = Effect.CHANGES,
    lease = true,
    changes = Change.PORT_INFO,
    parameters = {M_KEY_DUT, M_KEY_OTHER, LEASE_PERIOD, M_KEY_PROTECT_BITS, M_KEY_VIOLATIONS})
public final class C14_017_01 extends C14_017 {
  /// Long enough for three quarters of it to pass before it may end.
  private static final long LEAST_LEASE_TO_LOOK_INTO = 6;

  private static final int BYTE = 0x100;
  private static final int MOST_LEASES = 12;
  private static final int LEASES_OF_REAL_TIME = 4;

  @Override
  public boolean execute() throws TestException {
    repeatForProtectBits(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    List<Long> bits = parameters(M_KEY_PROTECT_BITS);
    boolean endsInTime = firstLease();
    boolean endsAgain = secondLease();
    boolean isLongEnough = true;
    long longer = Math.max(parameter(LEASE_PERIOD), LEAST_LEASE_TO_LOOK_INTO);
    if (isTimeFor(bits.getFirst())) {
      isLongEnough = verifyNotOver(longer, soonestEnd(longer), "A8", "A9", "A10", "A11");
    }
    if (isTimeFor(bits.getLast())) {
      long lowByte = parameter(LEASE_PERIOD) % BYTE;
      Duration look =
          port().isSimulated()
              ? soonestEnd(BYTE + lowByte)
              : Duration.ofSeconds(lowByte + 1).plus(margin());
      verifyNotOver(BYTE + lowByte, look, "A12", "A12", "A13", "A14");
    }
    if (isTimeFor(bits.getFirst()) && !(endsInTime && endsAgain && isLongEnough)) {
      measure(isLongEnough ? parameter(LEASE_PERIOD) : longer, !endsAgain && endsInTime);
    }
    step("6");
    resetMKey();
  }

  private boolean firstLease() throws TestException {
    step("1");
    MadPacketSpec before = readPortInfo();
    MadPacketSpec smpData = expire();
    for (int i = 0; i < port().timing().retries() && !leftTrace(smpData); i++) {
      protect(parameter(LEASE_PERIOD));
      smpData = expire();
    }
    step("5");
    boolean endsInTime = verifyData(smpData, PortInfo.M_KEY_PROTECT_BITS, 0);
    step("5.1");
    verifyData(smpData, PortInfo.M_KEY_VIOLATIONS, parameter(M_KEY_VIOLATIONS) + 1);
    step("A2");
    protection().verifyUnchanged(before, smpData, PortInfo.M_KEY_PROTECT_BITS);
    step("A3");
    verifyReadsTheSame(smpData);
    return endsInTime;
  }

  /// Where packets can be lost, both requests with the wrong key must leave a trace.
  private boolean secondLease() throws TestException {
    int tries = port().isLossless() ? 1 : 1 + port().timing().retries();
    MadPacketSpec portInfo = refuseTwice();
    while (--tries > 0 && !isOpen(portInfo) && !leftTwoTraces(portInfo)) {
      portInfo = refuseTwice();
    }
    return verifyData(portInfo, PortInfo.M_KEY_PROTECT_BITS, 0);
  }

  private boolean leftTwoTraces(MadPacketSpec portInfo) {
    return portInfo.data(PortInfo.M_KEY_VIOLATIONS) >= parameter(M_KEY_VIOLATIONS) + 2;
  }

  private MadPacketSpec refuseTwice() throws TestException {
    step("A4");
    protectAgain(parameter(LEASE_PERIOD));
    long started = now();
    sendWithOtherKey();
    step("A5");
    waitUntil(started + leasePeriod().dividedBy(2).toNanos());
    sendWithOtherKey();
    step("A6");
    waitUntil(started + leasePeriod().plus(margin()).toNanos());
    step("A7");
    return readPortInfo();
  }

  /// @param look time after the start of the lease at which the DUT is read
  /// @return false if the lease was over
  private boolean verifyNotOver(
      long lease, Duration look, String install, String send, String wait, String read)
      throws TestException {
    for (int tries = 0; tries <= port().timing().retries(); tries++) {
      step(install);
      protect(lease);
      step(send);
      long started = now();
      sendWithOtherKey();
      step(wait);
      waitUntil(started + look.toNanos());
      step(read);
      MadPacketSpec portInfo = readPortInfo();
      if (now() - started > Duration.ofSeconds(lease - 1).toNanos()) {
        inconclusive("the DUT was read too late to exclude that the lease had expired");
        return true;
      }
      if (leftTrace(portInfo)) {
        return verifyProtectBitsKept(portInfo);
      }
    }
    inconclusive(
        "step %s did not increment M_KeyViolations, so the timer may never have run"
            .formatted(send));
    return true;
  }

  /// Stops without a check if the DUT no longer executes a Set: that is not a check of this test.
  ///
  /// @param isRefusedTwice whether another failed check follows after half of the lease
  private void measure(long lease, boolean isRefusedTwice) throws TestException {
    step("A15");
    LeaseLength length =
        new LeaseLength(
            Duration.ofSeconds(lease), port().isSimulated() ? MOST_LEASES : LEASES_OF_REAL_TIME);
    try {
      length.find(wait -> isOver(lease, wait, isRefusedTwice));
    } catch (TestException e) {
      if (e.whose() != TestException.Cause.DUT) {
        throw e;
      }
      return;
    }
    verify(
        readPortInfo(),
        length.isWithin(soonestEnd(lease), Duration.ofSeconds(lease).plus(margin())),
        () -> "the protect bits cleared %s s after the rejected request".formatted(lease),
        length::toString);
  }

  /// Whether the lease is over after the given time. Repeated if the DUT was read late, or if a
  /// request with the wrong key left no trace.
  private boolean isOver(long lease, Duration wait, boolean isRefusedTwice) throws TestException {
    Duration half = Duration.ofSeconds(lease).dividedBy(2);
    for (int tries = 0; tries <= port().timing().retries(); tries++) {
      protectAgain(lease);
      long started = now();
      sendWithOtherKey();
      long refused = 1;
      if (isRefusedTwice && wait.compareTo(half) > 0) {
        waitUntil(started + half.toNanos());
        sendWithOtherKey();
        refused = 2;
      }
      waitUntil(started + wait.toNanos());
      MadPacketSpec portInfo = readPortInfo();
      boolean isLate = now() - started > wait.plus(margin()).toNanos();
      boolean isCounted =
          portInfo.data(PortInfo.M_KEY_VIOLATIONS) >= parameter(M_KEY_VIOLATIONS) + refused;
      if (isOpen(portInfo) ? !isLate : isCounted || port().isLossless()) {
        return isOpen(portInfo);
      }
    }
    throw new TestException(TestException.Cause.DUT, "step A15: the lease could not be observed");
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
