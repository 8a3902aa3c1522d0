package org.ibassay.suite.c14;

import org.ibassay.link.mad.Route;
import org.ibassay.suite.MadExchange;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Steps;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.PortInfo;

/// A request that its wrong M_Key must keep from being executed: it is not answered, and counted as
/// one violation.
///
/// Where packets can get lost or come twice, it is sent in several trials: one that counts exactly
/// one violation will do, as none can lend a device a violation, or take one away.
final class RefusedRequest {
  private final MadExchange mads;
  private final MKeyProtection protection;
  private final int trials;

  /// The steps of one request.
  ///
  /// @param send at which it is sent
  /// @param silence at which it is checked that it is not answered
  /// @param count at which M_KeyViolations is checked
  record At(String send, String silence, String count) {}

  /// @param trials how often a request that left no trace is sent at most
  RefusedRequest(MadExchange mads, MKeyProtection protection, int trials) {
    this.mads = mads;
    this.protection = protection;
    this.trials = trials;
  }

  /// Sends it and checks what becomes of it.
  ///
  /// @param violations that a request is to count: 1, or 0 where its key is right
  /// @return PortInfo after it
  MadPacketSpec verify(At at, MadPacketSpec request, Route to, int violations)
      throws TestException {
    Steps steps = mads.steps();
    for (int trial = 1; ; trial++) {
      steps.step(at.count);
      long before = protection.read().data(PortInfo.M_KEY_VIOLATIONS);
      steps.step(at.send);
      mads.sendOnce(request, to);
      steps.step(at.silence);
      mads.verifySilence();
      steps.step(at.count);
      MadPacketSpec after = protection.read();
      long counted = after.data(PortInfo.M_KEY_VIOLATIONS) - before;
      if (counted == violations || trial >= trials) {
        mads.checks().verifyData(after, PortInfo.M_KEY_VIOLATIONS, 0, before + violations);
        return after;
      }
    }
  }
}
