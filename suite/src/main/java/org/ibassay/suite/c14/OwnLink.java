package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.PortInfo.PORT_STATE;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.time.Duration;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadChecks;
import org.ibassay.suite.MadExchange;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Steps;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortState;

/// The link between tester and DUT, which a Set of PortInfo sent over that link takes down, and
/// which then retrains.
final class OwnLink {
  private static final Duration TRAINING = Duration.ofSeconds(1);
  private static final Duration LOOK = Duration.ofMillis(20);

  private final HeldAttribute portInfo;
  private final MadExchange mads;
  private final Steps steps;

  /// Steps of taking the link down.
  ///
  /// @param set step at which the Set is sent
  /// @param answered step that checks the response
  /// @param up step that reads the port when the link is up again
  record Down(String set, String answered, String up) {}

  /// @param portInfo PortInfo of the DUT's port on the link
  OwnLink(HeldAttribute portInfo, MadExchange mads) {
    this.portInfo = portInfo;
    this.mads = mads;
    this.steps = mads.steps();
  }

  /// Sets the port to Armed, so that leaving that state shows that the link went down.
  ///
  /// @param set step at which the Set is sent
  /// @param armed step that checks the response
  void arm(String set, String armed) throws TestException {
    steps.step(set);
    mads.send(portInfo.set().setData(PORT_STATE, PortState.ARMED));
    steps.step(armed);
    MadPacketSpec answer = mads.receive();
    if (mads.checks().verifyStatusCode(answer, OK)) {
      mads.checks().verifyData(answer, PORT_STATE, 0, PortState.ARMED);
    }
  }

  /// Verifies that a Set that takes the link down is answered first, and that the port is in
  /// Initialize after the link has retrained.
  void verifyDown(Down at, Field field, long value) throws TestException {
    steps.at(
        field.name(),
        value,
        () -> {
          MadPacketSpec set = portInfo.set().setData(field, value);
          MadChecks checks = mads.checks();
          steps.step(at.set);
          mads.send(set);
          steps.step(at.answered);
          MadPacketSpec answer = mads.receive();
          checks.verifyEcho(answer, set);
          checks.verifyStatusCode(answer, OK);
          steps.step(at.up);
          checks.verifyData(readWhenUp(), PORT_STATE, 0, PortState.INITIALIZE);
        });
  }

  /// Returns PortInfo, read after the link has had time to go down, as soon as it is up again.
  private MadPacketSpec readWhenUp() throws TestException {
    long deadline = steps.now() + TRAINING.toNanos();
    MadPacketSpec read;
    do {
      steps.waitFor(LOOK);
      mads.send(portInfo.get());
      read = mads.receive();
    } while (read.data(PORT_STATE) < PortState.INITIALIZE && steps.now() < deadline);
    return read;
  }
}
