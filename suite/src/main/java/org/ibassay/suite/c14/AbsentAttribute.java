package org.ibassay.suite.c14;

import static org.ibassay.suite.Reading.UNSUPPORTED_ATTRIBUTE_CODE;

import org.ibassay.suite.MadExchange;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Reading;
import org.ibassay.suite.TestException;

/// An optional attribute that the DUT does not have. Requests for it are rejected with code 2 or 3;
/// which of the two is a reading.
///
/// @param reading that records the code
record AbsentAttribute(MadExchange mads, Reading reading) {
  private static final String EXPECTED = "MADHeader:Status.Code 2 or 3";

  AbsentAttribute(MadExchange mads) {
    this(mads, UNSUPPORTED_ATTRIBUTE_CODE);
  }

  /// Verifies that the request sent last is rejected.
  ///
  /// @throws TestException if there is no response, as a similar request would get none either
  MadPacketSpec verifyRefused(MadPacketSpec request) throws TestException {
    MadPacketSpec answer = mads.receiveIfAny();
    if (answer == null) {
      mads.steps().checks().verify(0, false, () -> EXPECTED, () -> "no response");
      throw new TestException(
          TestException.Cause.DUT,
          "step %s: no response to %s".formatted(mads.steps().current(), request));
    }
    mads.checks().verifyEcho(answer, request);
    mads.checks().noteStatusCode(answer, reading);
    return answer;
  }
}
