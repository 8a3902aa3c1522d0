package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.M_KEY_DUT;
import static org.ibassay.suite.Parameter.M_KEY_OTHER;
import static org.ibassay.suite.Parameter.PROFILE;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;

import org.ibassay.link.mad.Route;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.c14.RefusedRequest.At;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// # SubnGet() is answered according to the M_Key and M_KeyProtectBits
///
/// - Section: 14.1.4.2
/// - Coverage: v1c14-016, v1c14-029
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X, 8X or 12X; Speed=SDR, DDR, QDR,
///   FDR, EDR or HDR
/// - DUT qualifiers: none
/// - PROFILE=short leaves out: steps A8 and A9 if more than 300 violations are missing to 0xFFFF
/// - Assertions: v1c14-016#01.01, v1c14-016#02.01, v1c14-029#01.01
///
/// A requester that lacks the DUT's M_Key may still read it while M_KeyProtectBits is 0 or 1; at 1
/// the response does not show the key. At 2 and 3 the DUT does not respond, and counts a violation.
///
/// ## Notes
///
/// - Of the public page, the cases M_KeyProtectBits 0 and 1 are known, but not all of their step
///   numbers, nor the case 2 or 3, whose assertions are therefore this suite's own.
/// - All steps are run for each value of M_KeyProtectBits, on every port that a tester port
///   reaches. The M_Key of a switch is that of its port 0, whichever port receives the SMP.
/// - If DUT and tester are directly connected and both have a LID, steps 4 to A5 also run with
///   LID-routed SMPs (management class 0x01), except on a switch, whose responses would follow its
///   own forwarding table.
/// - Whether a wrong key counts as a violation although the request is answered is not checked: the
///   specification does not say.
/// - Trap 256 is optional: the number of traps received is noted with the verdict.
/// - M_KeyViolations can only be set to 0, so its maximum must be reached by counting. Steps A8 and
///   A9 run first, before anything resets the counter.
///
/// ## Procedure
///
/// - A1: Control: SendMad(SubnGet(PortInfo)) with M_Key = M_KEY_DUT.
/// - A2: ReceiveMad(SubnGetResp(PortInfo)); verify that PortInfo:M_Key is M_KEY_DUT.
///   [ia-c14-016-get#01]
/// - 4: SendMad(SubnGet(PortInfo)) with M_Key = M_KEY_OTHER; added: with 0, and with keys that
///   differ from M_KEY_DUT in one bit; and SubnGet of other attributes with M_KEY_OTHER.
/// - 5: If M_KeyProtectBits is 0, verify that SubnGetResp() is received with status 0.
///   [v1c14-016#01.01, v1c14-029#01.01]
/// - 6: If M_KeyProtectBits is 1, verify that SubnGetResp() is received with status 0.
///   [v1c14-016#02.01, v1c14-029#01.01]
/// - A3: Verify that PortInfo:M_Key reads M_KEY_DUT if M_KeyProtectBits is 0, and 0 if it is 1; and
///   that in the latter case M_Key in the header is not M_KEY_DUT. [ia-c14-016-get#02]
/// - A4: If M_KeyProtectBits is 2 or 3, verify that step 4 gets no response. [ia-c14-016-get#03]
/// - A5: If M_KeyProtectBits is 2 or 3, verify by SubnGet(PortInfo) with M_KEY_DUT that
///   PortInfo:M_KeyViolations is one more than before step 4, and M_KeyProtectBits is unchanged.
///   [ia-c14-016-get#04]
/// - A6: If M_KeyProtectBits is 3: SendMad(SubnGet(NodeInfo)) with M_KEY_OTHER, 300 times; on a
///   real link, SendMad(SubnGet(PortInfo)) with M_KEY_DUT after each, and repeat what was lost. Not
///   on a simulated link that loses packets.
/// - A7: Verify that PortInfo:M_KeyViolations has increased by 300; on a real link, that it never
///   decreases. [ia-c14-016-get#05]
/// - A8: With M_KeyProtectBits 3 and M_KeyViolations as read: SendMad(SubnGet(NodeInfo)) with
///   M_KEY_OTHER, as many times as needed to reach 0xFFFF; SendMad(SubnGet(PortInfo)) with
///   M_KEY_DUT at least at every halving of the remaining count, and at the end.
/// - A9: Verify that PortInfo:M_KeyViolations increases to 0xFFFF, and stays there after three more
///   requests with a wrong key. [ia-c14-016-get#06]
/// - 7: M_Key, M_KeyProtectBits and M_KeyViolations = 0.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    effect = Effect.CHANGES,
    lease = true,
    changes = Change.PORT_INFO,
    parameters = {M_KEY_DUT, M_KEY_OTHER, PROFILE})
public final class C14_016_Get extends C14_016_Base {
  private static final int LAST_LEVEL = 3;
  private static final int MORE_THAN_A_BYTE = 300;
  private static final long MOST_VIOLATIONS = PortInfo.M_KEY_VIOLATIONS.max();

  /// Most requests with a wrong key that are counted at once where none can be lost.
  private static final int MANY = 1000;

  private static final int BEYOND_THE_END = 3;

  @Override
  public boolean execute() throws TestException {
    repeatForPorts(_ -> countToTheEnd());
    repeatForLevels("7", this::procedure);
    return log().allPassed();
  }

  private void procedure(int level) throws TestException {
    step("A1");
    MadPacketSpec portInfo = protection().read();
    step("A2");
    verifyData(portInfo, PortInfo.M_KEY, parameter(M_KEY_DUT));
    for (Route way : ways(portInfo)) {
      by(way, () -> getPortInfo(way, level));
    }
    for (Guarded one : guarded(false)) {
      MadPacketSpec request = one.request().copy().mKey(parameter(M_KEY_OTHER));
      get(request, mads().toDut(), level);
    }
    if (level == LAST_LEVEL) {
      countBeyondAByte();
    }
    remarkTraps();
  }

  private void getPortInfo(Route way, int level) throws TestException {
    for (long key : wrongKeys()) {
      MadPacketSpec read = get(subnGet(PORT_INFO).mKey(key), way, level);
      if (read != null) {
        step("A3");
        verifyData(read, PortInfo.M_KEY, level == 0 ? parameter(M_KEY_DUT) : 0);
        verify(
            read,
            level == 0 || read.header(Smp.M_KEY) != parameter(M_KEY_DUT),
            () -> "an M_Key other than M_KEY_DUT in the header of the response",
            () -> "M_KEY_DUT");
      }
    }
  }

  /// Steps A6 and A7. Does not wait for responses: step A4 has shown that there are none.
  private void countBeyondAByte() throws TestException {
    step("A7");
    if (port().isSimulated() && !port().isLossless()) {
      notApplicable("series of this many rejected requests are not sent where packets are lost");
      return;
    }
    if (!port().isSimulated()) {
      countOneByOne();
      return;
    }
    long before = protection().read().data(PortInfo.M_KEY_VIOLATIONS);
    step("A6");
    for (int i = 0; i < MORE_THAN_A_BYTE; i++) {
      sendMadOnce(subnGet(NODE_INFO).mKey(parameter(M_KEY_OTHER)));
    }
    step("A7");
    verifyData(protection().read(), PortInfo.M_KEY_VIOLATIONS, before + MORE_THAN_A_BYTE);
  }

  /// Steps A6 and A7 where some requests may be lost.
  private void countOneByOne() throws TestException {
    long violations = violations();
    long end = Math.min(violations + MORE_THAN_A_BYTE, MOST_VIOLATIONS);
    for (int i = 0; violations < end && i < 2 * MORE_THAN_A_BYTE; i++) {
      violations = refuse("A6", "A7", 1, violations);
    }
    if (violations < end) {
      inconclusive("M_KeyViolations did not reach " + end);
    }
  }

  /// Steps A8 and A9.
  private void countToTheEnd() throws TestException {
    step("A9");
    if (isTooFar(violations())) {
      return;
    }
    protect(LAST_LEVEL, violations());
    step("A9");
    long violations = violations();
    if (isTooFar(violations)) {
      return;
    }
    int many = port().isSimulated() && port().isLossless() ? MANY : 1;
    for (long tries = 2 * MOST_VIOLATIONS; violations < MOST_VIOLATIONS && tries > 0; ) {
      long requests = Math.min(many, (MOST_VIOLATIONS - violations + 1) / 2);
      violations = refuse("A8", "A9", requests, violations);
      tries -= requests;
    }
    if (violations == MOST_VIOLATIONS) {
      refuse("A8", "A9", BEYOND_THE_END, violations);
    } else {
      inconclusive("M_KeyViolations did not reach 0xFFFF");
    }
  }

  private boolean isTooFar(long violations) {
    long missing = MOST_VIOLATIONS - violations;
    if (missing <= MORE_THAN_A_BYTE || isFullProfile()) {
      return false;
    }
    notApplicable("PROFILE=short does not count %,d violations up to 0xFFFF".formatted(missing));
    return true;
  }

  private long violations() throws TestException {
    return protection().read().data(PortInfo.M_KEY_VIOLATIONS);
  }

  /// Sends requests that fail the M_Key check. Where packets can be lost, verifies only that
  /// M_KeyViolations has not decreased.
  ///
  /// @return M_KeyViolations after them
  private long refuse(String send, String read, long requests, long before) throws TestException {
    step(send);
    for (int i = 0; i < requests; i++) {
      sendMadOnce(subnGet(NODE_INFO).mKey(parameter(M_KEY_OTHER)));
    }
    MadPacketSpec held = protection().read();
    step(read);
    long after = held.data(PortInfo.M_KEY_VIOLATIONS);
    boolean isRight = !port().isLossless() && after >= before;
    long expected = isRight ? after : Math.min(before + requests, MOST_VIOLATIONS);
    needs(
        verifyData(held, PortInfo.M_KEY_VIOLATIONS, expected),
        "M_KeyViolations does not count up to 0xFFFF and stay there");
    return after;
  }

  /// Steps 4 to A5, except A3.
  ///
  /// @return the response that was due, or null
  private @Nullable MadPacketSpec get(MadPacketSpec request, Route way, int level)
      throws TestException {
    if (level > 1) {
      MadPacketSpec after = refused().verify(new At("4", "A4", "A5"), request, way, 1);
      verifyData(after, PortInfo.M_KEY_PROTECT_BITS, level);
      return null;
    }
    step("4");
    mads().send(request, way);
    step(level == 0 ? "5" : "6");
    MadPacketSpec response = protection().verifyAnswered(request, way);
    return response != null && verifyStatusOk(response) ? response : null;
  }
}
