package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.LEASE_PERIOD;
import static org.ibassay.suite.Parameter.M_KEY_DUT;
import static org.ibassay.suite.Parameter.M_KEY_OTHER;
import static org.ibassay.suite.Parameter.M_KEY_PROTECT_BITS;
import static org.ibassay.suite.Parameter.M_KEY_VIOLATIONS;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.P_KEY_TABLE;

import java.util.List;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Part;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;

/// # A lease begins only where the M_Key is needed, and is that of one port
///
/// - Section: 14.2.4.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r14-lease-scope#01, ia-r14-lease-scope#02, ia-r14-lease-scope#03
///
/// While M_KeyProtectBits is 1, a SubnGet with a wrong M_Key does not fail its check and starts no
/// lease period timer; a SubnSet with a wrong M_Key does. On a channel adapter or router, the timer
/// of a port neither stops nor ends with that of another port, whose M_KeyProtectBits are its own.
///
/// ## Notes
///
/// - This test is the suite's own. Linux's qib and hfi1 start no timer for a Get with a wrong M_Key
///   while M_KeyProtectBits is 1. Whether such a Get stops a timer is open.
/// - Steps 5 to 8 need a second port that a tester port reaches.
/// - On a real link, the test runs only for the first value of M_KEY_PROTECT_BITS.
/// - Where packets can be lost, a failure counts only if two attempts of the whole test, from
///   initialization on, fail alike; attempts that disagree are inconclusive.
///
/// ## Procedure
///
/// - 1: SubnGet(NodeInfo) and SubnGet(P_KeyTable) with M_Key = M_KEY_DUT.
/// - 2: SubnSet(PortInfo) with M_KeyProtectBits = 1, and M_KeyLeasePeriod and M_KeyViolations as in
///   initialization. SubnGet(NodeInfo) and SubnGet(PortInfo) with M_Key = M_KEY_OTHER, which get a
///   response.
/// - 3: Wait for the lease period plus 10 % (at least 200 ms). SubnGet(PortInfo) with M_Key =
///   M_KEY_DUT; verify PortInfo:M_KeyProtectBits == 1. [ia-r14-lease-scope#01]
/// - 4: SubnSet(PortInfo) as in step 2. SubnSet(P_KeyTable) as read in step 1, with M_Key =
///   M_KEY_OTHER. Wait for the lease period plus 10 % (at least 200 ms). SubnGet(PortInfo) with
///   M_Key = M_KEY_DUT; verify PortInfo:M_KeyProtectBits == 0. [ia-r14-lease-scope#02]
/// - 5: On a channel adapter or router, if tester ports reach several ports: SubnSet(PortInfo)
///   through the first port, with M_KeyProtectBits, M_KeyLeasePeriod and M_KeyViolations as in
///   initialization. Through each other port: SubnSet(PortInfo) with M_Key = M_KEY_OTHER,
///   M_KeyProtectBits = 1 and M_KeyLeasePeriod = 0.
/// - 6: Through the first port: SubnGet(NodeInfo) with M_KEY_OTHER; verify that there is no
///   response. Half the lease period later, through each other port: SubnGet(NodeInfo) with
///   M_KEY_OTHER, its own key, and with M_KEY_DUT; verify that the latter gets a response, as its
///   M_KeyProtectBits is 1. [ia-r14-lease-scope#03]
/// - 7: When the lease period plus 10 % (at least 200 ms) is over: through the first port,
///   SubnGet(PortInfo) with M_KEY_DUT; verify PortInfo:M_KeyProtectBits == 0.
///   [ia-r14-lease-scope#03]
/// - 8: Through each other port: SubnGet(PortInfo) with M_KEY_OTHER; verify
///   PortInfo:M_KeyProtectBits == 1. [ia-r14-lease-scope#03]
/// - 9: On each port: M_Key, M_KeyProtectBits and M_KeyViolations = 0.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    effect = Effect.CHANGES,
    lease = true,
    changes = {Change.PORT_INFO, Change.P_KEY_TABLE},
    parameters = {M_KEY_DUT, M_KEY_OTHER, LEASE_PERIOD, M_KEY_PROTECT_BITS, M_KEY_VIOLATIONS})
public final class R14_LeaseScope extends C14_017 {
  private boolean hasOthers;

  /// Number of the DUT port that the first tester port reaches.
  private int first;

  @Override
  public boolean execute() throws TestException {
    step("1");
    boolean isSwitch =
        read(subnGet(NODE_INFO)).data(NodeInfo.NODE_TYPE) == DutKind.SWITCH.nodeType();
    hasOthers = !isSwitch && reachedPorts() > 1;
    if (!hasOthers) {
      leaveOut("no second port with an M_Key of its own is reached", "5", "8");
    }
    repeatForProtectBits(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    if (!isTimeFor(parameters(M_KEY_PROTECT_BITS).getFirst())) {
      return;
    }
    step("1");
    MadPacketSpec keys = subnSet(P_KEY_TABLE).dataOf(read(subnGet(P_KEY_TABLE)));
    part(this::verifyNotStarted);
    part(() -> verifyStartedAtLevel1(keys));
    if (hasOthers) {
      part(this::verifyOwnLease);
    }
    step("9");
    resetMKey();
  }

  private MadPacketSpec read(MadPacketSpec request) throws TestException {
    sendMad(request.mKey(parameter(M_KEY_DUT)));
    return receiveMadOk();
  }

  /// Steps 2 and 3.
  private void verifyNotStarted() throws TestException {
    step("2");
    protectAgain(parameter(LEASE_PERIOD), 1);
    for (Attribute attribute : List.of(NODE_INFO, PORT_INFO)) {
      sendMad(subnGet(attribute).mKey(parameter(M_KEY_OTHER)));
      receiveMadIfAny();
    }
    step("3");
    waitFor(leasePeriod().plus(margin()));
    verifyData(readPortInfo(), PortInfo.M_KEY_PROTECT_BITS, 1);
  }

  /// Step 4.
  private void verifyStartedAtLevel1(MadPacketSpec keys) throws TestException {
    for (int tries = 0; tries <= port().timing().retries(); tries++) {
      step("4");
      protectAgain(parameter(LEASE_PERIOD), 1);
      sendMadOnce(keys.copy().mKey(parameter(M_KEY_OTHER)));
      receiveMadIfAny();
      waitFor(leasePeriod().plus(margin()));
      MadPacketSpec read = readPortInfo();
      if (leftTrace(read)) {
        verifyData(read, PortInfo.M_KEY_PROTECT_BITS, 0);
        return;
      }
    }
    inconclusive("no request of step 4 incremented M_KeyViolations");
  }

  /// Steps 5 to 8.
  private void verifyOwnLease() throws TestException {
    long other = parameter(M_KEY_OTHER);
    throughFirst(() -> {
      step("5");
      protectAgain(parameter(LEASE_PERIOD));
    });
    throughOthers(() -> {
      step("5");
      new MKeyProtection(mads(), port(), 0).change("5", other, 1);
    });
    long started = now();
    throughFirst(() -> {
      step("6");
      sendWithOtherKey();
      verifySilence();
    });
    waitUntil(started + leasePeriod().dividedBy(2).toNanos());
    throughOthers(() -> {
      step("6");
      sendMad(subnGet(NODE_INFO).mKey(other));
      receiveMadOk();
      MadPacketSpec get = subnGet(NODE_INFO).mKey(parameter(M_KEY_DUT));
      sendMad(get);
      otherProtection().verifyAnswered(get, mads().toDut());
    });
    waitUntil(started + leasePeriod().plus(margin()).toNanos());
    throughFirst(() -> {
      step("7");
      MadPacketSpec read = readPortInfo();
      if (leftTrace(read)) {
        verifyData(read, PortInfo.M_KEY_PROTECT_BITS, 0);
      } else {
        inconclusive("step 6 did not increment M_KeyViolations");
      }
    });
    throughOthers(() -> {
      step("8");
      verifyData(otherProtection().read(), PortInfo.M_KEY_PROTECT_BITS, 1);
    });
    throughOthers(() -> {
      step("9");
      otherProtection().remove();
    });
  }

  private MKeyProtection otherProtection() {
    return new MKeyProtection(mads(), port(), parameter(M_KEY_OTHER));
  }

  private void throughFirst(Part body) throws TestException {
    repeatForPorts(port -> {
      first = first == 0 ? port : first;
      if (port == first) {
        part(body);
      }
    });
  }

  private void throughOthers(Part body) throws TestException {
    repeatForPorts(port -> {
      if (port != first) {
        part(body);
      }
    });
  }
}
