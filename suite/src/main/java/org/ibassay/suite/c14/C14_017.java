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
/// - I6: SendMad(SubnSet(PortInfo)) with I2 to I5, the states at "no change" and all else as read;
///   a LID or MasterSMLID of 0, illegal to write, becomes a valid one. When its answer is lost, the
///   DUT is read with M_KEY_DUT before the Set is tried again.
/// - I7: ReceiveMad(SubnGetResp(PortInfo)).
/// - I8: Verify that the status is 0. Ours: where its code is not, verify by SubnGet(PortInfo) that
///   M_Key, M_KeyProtectBits and M_KeyLeasePeriod are unchanged; nothing more can be said then.
///   [ia-c14-017#02]
/// - I9: Ours: Verify that what was set reads back. [ia-c14-017#01]
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

  /// Carries out a procedure for each value of M_KEY_PROTECT_BITS, each time from a freshly
  /// protected DUT.
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

  /// I2 to I9.
  ///
  /// @throws TestException when the DUT does not take it: then nothing can be said of the timer
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

  /// Whether a look takes no real time, or this is the value of M_KEY_PROTECT_BITS at which a real
  /// link takes it.
  protected final boolean isTimeFor(long atBits) {
    return port().isSimulated() || protectBits == atBits;
  }

  /// Reads PortInfo with the right key; the right key stops the lease timer.
  protected final MadPacketSpec readPortInfo() throws TestException {
    return protection().read();
  }

  final MKeyProtection protection() {
    return new MKeyProtection(mads(), port(), parameter(M_KEY_DUT));
  }

  /// Sets M_KeyProtectBits, M_KeyLeasePeriod and M_KeyViolations of a DUT that has its key, and
  /// nothing else.
  protected final void protectAgain(long leasePeriod) throws TestException {
    MadPacketSpec set = protection().setOf(readPortInfo());
    set.setData(PortInfo.M_KEY, parameter(M_KEY_DUT));
    set.setData(PortInfo.M_KEY_PROTECT_BITS, protectBits);
    set.setData(PortInfo.M_KEY_LEASE_PERIOD, leasePeriod);
    set.setData(PortInfo.M_KEY_VIOLATIONS, parameter(M_KEY_VIOLATIONS));
    sendMad(set);
    receiveMadOk();
  }

  /// Sends the request whose M_Key check is to fail. Its right answer is silence.
  protected final void sendWithOtherKey() throws TestException {
    sendMadOnce(subnGet(NODE_INFO).mKey(parameter(M_KEY_OTHER)));
  }

  /// Whether the request with the other key is known to have reached the DUT: it counted a
  /// violation or cleared the protect bits.
  protected final boolean leftTrace(MadPacketSpec portInfo) {
    return leftTrace(portInfo, parameter(M_KEY_VIOLATIONS));
  }

  /// Whether a request with the other key is known to have reached the DUT since it had counted so
  /// many violations.
  protected final boolean leftTrace(MadPacketSpec portInfo, long violations) {
    return portInfo.data(PortInfo.M_KEY_VIOLATIONS) != violations
        || portInfo.data(PortInfo.M_KEY_PROTECT_BITS) == 0;
  }

  /// The control of the tests whose page is content when nothing happens: the other key starts the
  /// timer, nobody stops it, and the protect bits are cleared. Nothing is set before it, as a Set
  /// might bring a timer to life that is dead.
  ///
  /// @return PortInfo at the end; null where no request with the other key left a trace
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

  /// The soonest that a lease may end after its first refusal: a timer that counts whole seconds
  /// may end up to one early, as the first of them may have begun before; its clock may be 5 %
  /// fast.
  protected static Duration soonestEnd(long leasePeriod) {
    return Duration.ofMillis(leasePeriod * 950 - 1000);
  }

  /// PortInfo is read again, and is as it was just read.
  protected final void verifyReadsTheSame(MadPacketSpec portInfo) throws TestException {
    MadPacketSpec again = readPortInfo();
    for (Field field : MKeyProtection.fields()) {
      verifyData(again, field, portInfo.data(field));
    }
  }

  /// The protect bits are what they were set to, 2 or 3.
  protected final boolean verifyProtectBitsKept(MadPacketSpec portInfo) {
    return verifyData(portInfo, PortInfo.M_KEY_PROTECT_BITS, protectBits);
  }

  /// Sets M_Key, M_KeyProtectBits and M_KeyViolations to 0.
  protected final void resetMKey() throws TestException {
    protection().remove();
  }

  /// LEASE_PERIOD, as time.
  protected final Duration leasePeriod() {
    return Duration.ofSeconds(parameter(LEASE_PERIOD));
  }

  /// What a wait ends late by, so that a slow start of the DUT's timer is no non-conformance: 10 %
  /// of the lease period, at least 200 ms.
  protected final Duration margin() {
    Duration tenth = leasePeriod().dividedBy(10);
    return tenth.compareTo(LEAST_MARGIN) < 0 ? LEAST_MARGIN : tenth;
  }
}
