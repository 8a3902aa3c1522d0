package org.ibassay.suite.c14;

import org.ibassay.link.mad.Route;
import org.ibassay.suite.MadExchange;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Steps;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.PortInfo;

/// A request whose wrong M_Key must prevent its execution: it gets no response and counts as one
/// violation.
///
/// Where packets can be lost or duplicated, it is sent in several trials. One trial that counts
/// exactly one violation is sufficient, because neither loss nor duplication can add a violation to
/// a device that does not count it, or take one away.
final class RefusedRequest {
  private final MadExchange mads;
  private final MKeyProtection protection;
  private final int trials;

  /// Steps of one request.
  ///
  /// @param send step at which it is sent
  /// @param silence step that verifies that it gets no response
  /// @param count step that checks M_KeyViolations
  record At(String send, String silence, String count) {}

  /// @param trials how often a request that left no trace is sent at most
  RefusedRequest(MadExchange mads, MKeyProtection protection, int trials) {
    this.mads = mads;
    this.protection = protection;
    this.trials = trials;
  }

  /// Sends the request and verifies its effect.
  ///
  /// @param violations violations that the request must count: 1, or 0 if its key is right
  /// @return PortInfo after the request
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
