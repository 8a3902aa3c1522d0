package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.LEASE_PERIOD;
import static org.ibassay.suite.Parameter.M_KEY_DUT;
import static org.ibassay.suite.Parameter.M_KEY_OTHER;
import static org.ibassay.suite.Parameter.M_KEY_PROTECT_BITS;
import static org.ibassay.suite.Parameter.M_KEY_VIOLATIONS;
import static org.ibassay.wire.attribute.Attribute.NODE_DESCRIPTION;
import static org.ibassay.wire.attribute.Attribute.P_KEY_TABLE;

import java.time.Duration;
import java.util.List;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;

/// # Every request starts or stops the lease period timer by its M_Key
///
/// - Section: 14.2.4.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r14-lease-requests#01, ia-r14-lease-requests#02
///
/// C14_017_01 and C14_017_03 start the timer with a SubnGet(NodeInfo) that has a wrong M_Key and
/// stop it with one that has the right M_Key. This test does so with other requests.
///
/// ## Notes
///
/// - Ours. The requests are SubnSet(PortInfo) and SubnSet(P_KeyTable) with the values just read,
///   SubnGet(NodeDescription), and SubnTrapRepress(Notice), whose M_Key is checked, too
///   (C14_016_Set).
/// - On a real link, the test runs only for the first value of M_KEY_PROTECT_BITS.
/// - Where packets can be lost, a failure counts only if two attempts of the whole test, from
///   initialization on, fail alike; attempts that disagree are inconclusive.
///
/// ## Procedure
///
/// - 1: SubnGet(PortInfo) and SubnGet(P_KeyTable) with M_Key = M_KEY_DUT.
/// - 2: For each of the requests: SubnSet(PortInfo) with M_KeyProtectBits, M_KeyLeasePeriod and
///   M_KeyViolations as in initialization. Send the request with M_Key = M_KEY_OTHER; its failed
///   check starts the timer.
/// - 3: Wait for the lease period plus 10 % (at least 200 ms).
/// - 4: SubnGet(PortInfo) with M_Key = M_KEY_DUT; verify PortInfo:M_KeyProtectBits == 0.
///   [ia-r14-lease-requests#01]
/// - 5: For each of the requests: SubnSet(PortInfo) as in step 2. SendMad(SubnGet(NodeInfo)) with
///   M_Key = M_KEY_OTHER.
/// - 6: Wait for half the lease period. Send the request with M_Key = M_KEY_DUT; its check succeeds
///   and stops the timer.
/// - 7: Wait for half the lease period plus 10 % of the period (at least 200 ms).
/// - 8: SubnGet(PortInfo) with M_Key = M_KEY_DUT; verify that PortInfo:M_KeyProtectBits still has
///   the value set, 2 or 3. [ia-r14-lease-requests#02]
/// - 9: M_Key, M_KeyProtectBits and M_KeyViolations = 0.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    effect = Effect.CHANGES,
    lease = true,
    changes = {Change.PORT_INFO, Change.P_KEY_TABLE},
    parameters = {M_KEY_DUT, M_KEY_OTHER, LEASE_PERIOD, M_KEY_PROTECT_BITS, M_KEY_VIOLATIONS})
public final class R14_LeaseRequests extends C14_017 {
  private List<MadPacketSpec> requests = List.of();

  @Override
  public boolean execute() throws TestException {
    repeatForProtectBits(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    if (!isTimeFor(parameters(M_KEY_PROTECT_BITS).getFirst())) {
      return;
    }
    step("1");
    MadPacketSpec portInfo = protection().setOf(readPortInfo());
    sendMad(subnGet(P_KEY_TABLE).mKey(parameter(M_KEY_DUT)));
    requests =
        List.of(
            portInfo.setData(PortInfo.M_KEY, parameter(M_KEY_DUT)),
            subnSet(P_KEY_TABLE).dataOf(receiveMadOk()),
            subnGet(NODE_DESCRIPTION),
            C14_016_Base.trapRepress());
    for (int i = 0; i < requests.size(); i++) {
      int number = i;
      part(() -> at("request", number, () -> verifyStarts(requests.get(number))));
    }
    for (int i = 0; i < requests.size(); i++) {
      int number = i;
      part(() -> at("request", number, () -> verifyStops(requests.get(number))));
    }
    step("9");
    resetMKey();
  }

  /// Steps 2 to 4.
  private void verifyStarts(MadPacketSpec request) throws TestException {
    for (int tries = 0; tries <= port().timing().retries(); tries++) {
      step("2");
      protectAgain(parameter(LEASE_PERIOD));
      sendMadOnce(request.copy().mKey(parameter(M_KEY_OTHER)));
      receiveMadIfAny();
      step("3");
      waitFor(leasePeriod().plus(margin()));
      step("4");
      MadPacketSpec read = readPortInfo();
      if (leftTrace(read)) {
        verifyData(read, PortInfo.M_KEY_PROTECT_BITS, 0);
        return;
      }
    }
    inconclusive("step 2 did not increment M_KeyViolations, so the timer may never have run");
  }

  /// Steps 5 to 8.
  private void verifyStops(MadPacketSpec request) throws TestException {
    Duration half = leasePeriod().dividedBy(2);
    step("5");
    protectAgain(parameter(LEASE_PERIOD));
    long started = now();
    sendWithOtherKey();
    step("6");
    waitFor(half);
    sendWithRightKey(request.copy().mKey(parameter(M_KEY_DUT)));
    boolean isInTime = now() - started < leasePeriod().minus(margin()).toNanos();
    step("7");
    waitFor(half.plus(margin()));
    step("8");
    MadPacketSpec read = readPortInfo();
    if (isInTime) {
      verifyProtectBitsKept(read);
    } else {
      inconclusive("the right key was sent too late to be sure that the timer was still running");
    }
  }

  /// A SubnTrapRepress has no response that would confirm that it was received.
  private void sendWithRightKey(MadPacketSpec request) throws TestException {
    if (request.header(MadHeader.METHOD) != Method.TRAP_REPRESS) {
      sendMad(request);
      receiveMad();
      return;
    }
    int times = port().isLossless() ? 1 : 1 + port().timing().retries();
    for (int i = 0; i < times; i++) {
      sendMadOnce(request);
    }
    receiveMadIfAny();
  }
}
