package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.LEASE_PERIOD;
import static org.ibassay.suite.Parameter.M_KEY_DUT;
import static org.ibassay.suite.Parameter.M_KEY_OTHER;
import static org.ibassay.suite.Parameter.M_KEY_PROTECT_BITS;
import static org.ibassay.suite.Parameter.M_KEY_VIOLATIONS;
import static org.ibassay.suite.TestException.Cause.DUT;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;

import java.time.Duration;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.Part;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.jspecify.annotations.Nullable;

/// # M_Key lease period timer
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
/// - I2: DUT PortInfo:M_Key = M_KEY_DUT.
/// - I3: DUT PortInfo:M_KeyProtectBits = M_KEY_PROTECT_BITS.
/// - I4: DUT PortInfo:M_KeyLeasePeriod = LEASE_PERIOD.
/// - I5: DUT PortInfo:M_KeyViolations = M_KEY_VIOLATIONS.
/// - I6: SendMad(SubnSet(PortInfo)) with I2 to I5, PortState and PortPhysicalState at "no change"
///   and all other components as read; a LID or MasterSMLID of 0, which is illegal to write,
///   becomes a valid one. If the response is lost, the DUT is read with M_KEY_DUT before the Set is
///   retried.
/// - I7: ReceiveMad(SubnGetResp(PortInfo)).
/// - I8: Verify that the status is 0. Added: if its code is not 0, verify by SubnGet(PortInfo) that
///   M_Key, M_KeyProtectBits and M_KeyLeasePeriod are unchanged; everything else is then
///   inconclusive. [ia-c14-017#02]
/// - I9: Added: Verify that the components read back as set. [ia-c14-017#01]
public abstract class C14_017 extends MadTest {
  private static final Duration LEAST_MARGIN = Duration.ofMillis(200);

  private long protectBits;

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    if (!portStatesAreUp()) {
      return false;
    }
    protectBits = parameters(M_KEY_PROTECT_BITS).getFirst();
    protect(parameter(LEASE_PERIOD));
    return true;
  }

  /// Runs a procedure for each value of M_KEY_PROTECT_BITS, each time on a freshly protected DUT.
  protected final void repeatForProtectBits(Part procedure) throws TestException {
    for (long bits : parameters(M_KEY_PROTECT_BITS)) {
      at(
          "M_KeyProtectBits",
          bits,
          () -> {
            if (bits != protectBits) {
              protectBits = bits;
              protect(parameter(LEASE_PERIOD));
            }
            procedure.run();
          });
    }
  }

  /// Steps I2 to I9.
  ///
  /// @throws TestException when the DUT does not store the M_Key; the timer cannot be tested then
  protected final void protect(long leasePeriod) throws TestException {
    step("I2");
    MadPacketSpec before = readPortInfo();
    MadPacketSpec request = protection().setOf(before);
    request.setData(PortInfo.M_KEY, parameter(M_KEY_DUT));
    step("I3");
    request.setData(PortInfo.M_KEY_PROTECT_BITS, protectBits);
    step("I4");
    request.setData(PortInfo.M_KEY_LEASE_PERIOD, leasePeriod);
    step("I5");
    request.setData(PortInfo.M_KEY_VIOLATIONS, parameter(M_KEY_VIOLATIONS));
    MadPacketSpec response = protection().install(request, "I6", "I7");
    step("I8");
    String refusal = protection().verifyRefusal(before, response);
    if (refusal != null) {
      throw new TestException(DUT, "step I8: " + refusal);
    }
    step("I9");
    verifyStored(request);
  }

  private void verifyStored(MadPacketSpec set) throws TestException {
    MadPacketSpec held = readPortInfo();
    boolean stored = true;
    for (Field field : MKeyProtection.fields()) {
      stored &= verifyData(held, field, set.data(field));
    }
    if (!stored) {
      throw new TestException(
          DUT, "step I9: the DUT answered the Set of its M_Key with status 0 but did not store it");
    }
  }

  /// Whether a check that waits takes no real time, or this is the value of M_KEY_PROTECT_BITS for
  /// which a real link runs it.
  protected final boolean isTimeFor(long atBits) {
    return port().isSimulated() || protectBits == atBits;
  }

  /// Reads PortInfo with the right key, which stops the lease period timer.
  protected final MadPacketSpec readPortInfo() throws TestException {
    return protection().read();
  }

  final MKeyProtection protection() {
    return new MKeyProtection(mads(), port(), parameter(M_KEY_DUT));
  }

  /// Sets only M_KeyProtectBits, M_KeyLeasePeriod and M_KeyViolations of a DUT that already has its
  /// M_Key.
  protected final void protectAgain(long leasePeriod) throws TestException {
    protectAgain(leasePeriod, protectBits);
  }

  /// [#protectAgain] with other M_KeyProtectBits than those of the test.
  protected final void protectAgain(long leasePeriod, long bits) throws TestException {
    MadPacketSpec set = protection().setOf(readPortInfo());
    set.setData(PortInfo.M_KEY, parameter(M_KEY_DUT));
    set.setData(PortInfo.M_KEY_PROTECT_BITS, bits);
    set.setData(PortInfo.M_KEY_LEASE_PERIOD, leasePeriod);
    set.setData(PortInfo.M_KEY_VIOLATIONS, parameter(M_KEY_VIOLATIONS));
    sendMad(set);
    receiveMadOk();
  }

  /// Sends the request whose M_Key check must fail. No response is expected.
  protected final void sendWithOtherKey() throws TestException {
    sendMadOnce(subnGet(NODE_INFO).mKey(parameter(M_KEY_OTHER)));
  }

  /// Whether the request with the other key demonstrably reached the DUT: it counted a violation or
  /// cleared the protect bits.
  protected final boolean leftTrace(MadPacketSpec portInfo) {
    return leftTrace(portInfo, parameter(M_KEY_VIOLATIONS));
  }

  /// Whether a request with the other key demonstrably reached the DUT since its count was
  /// `violations`.
  protected final boolean leftTrace(MadPacketSpec portInfo, long violations) {
    return portInfo.data(PortInfo.M_KEY_VIOLATIONS) != violations
        || portInfo.data(PortInfo.M_KEY_PROTECT_BITS) == 0;
  }

  /// The control for tests that pass when nothing happens: the other key starts the timer, nothing
  /// stops it, and the protect bits are cleared. Nothing is set beforehand, because a Set might
  /// revive a timer that has stopped working.
  ///
  /// @return PortInfo at the end; null if no request with the other key left a trace
  protected final @Nullable MadPacketSpec timerRunsOut(String send, String wait, String read)
      throws TestException {
    step(read);
    long violations = readPortInfo().data(PortInfo.M_KEY_VIOLATIONS);
    for (int tries = 0; tries <= port().timing().retries(); tries++) {
      step(send);
      sendWithOtherKey();
      step(wait);
      waitFor(leasePeriod().plus(margin()));
      step(read);
      MadPacketSpec portInfo = readPortInfo();
      if (leftTrace(portInfo, violations)) {
        return portInfo;
      }
    }
    return null;
  }

  protected static boolean isOpen(@Nullable MadPacketSpec portInfo) {
    return portInfo != null && portInfo.data(PortInfo.M_KEY_PROTECT_BITS) == 0;
  }

  /// Returns the earliest time at which a lease may end after the first failed check. A timer that
  /// counts whole seconds may end up to one second early, because its first second may have begun
  /// before; its clock may be 5 % fast.
  protected static Duration soonestEnd(long leasePeriod) {
    return Duration.ofMillis(leasePeriod * 950 - 1000);
  }

  /// Reads PortInfo again and verifies that it is unchanged.
  protected final void verifyReadsTheSame(MadPacketSpec portInfo) throws TestException {
    MadPacketSpec again = readPortInfo();
    for (Field field : MKeyProtection.fields()) {
      verifyData(again, field, portInfo.data(field));
    }
  }

  /// Verifies that the protect bits still have the value set, 2 or 3.
  protected final boolean verifyProtectBitsKept(MadPacketSpec portInfo) {
    return verifyData(portInfo, PortInfo.M_KEY_PROTECT_BITS, protectBits);
  }

  /// Sets M_Key, M_KeyProtectBits and M_KeyViolations to 0.
  protected final void resetMKey() throws TestException {
    protection().remove();
  }

  /// Returns LEASE_PERIOD as a duration.
  protected final Duration leasePeriod() {
    return Duration.ofSeconds(parameter(LEASE_PERIOD));
  }

  /// Returns how much longer than a lease period a wait lasts, so that a slow start of the DUT's
  /// timer is not a non-conformance: 10 % of the lease period, at least 200 ms.
  protected final Duration margin() {
    Duration tenth = leasePeriod().dividedBy(10);
    return tenth.compareTo(LEAST_MARGIN) < 0 ? LEAST_MARGIN : tenth;
  }
}
