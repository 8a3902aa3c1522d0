package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.PortInfo.CLIENT_REREGISTER;
import static org.ibassay.wire.attribute.PortInfo.PORT_PHYSICAL_STATE;
import static org.ibassay.wire.attribute.PortInfo.PORT_STATE;

import java.time.Duration;
import org.ibassay.suite.Bystanders;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadChecks;
import org.ibassay.suite.MadExchange;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Steps;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.PortState;

/// A port in Initialize at a simulated link: its state changes in Sets that also change other
/// components.
final class RaisedPort {
  private static final Duration TRAINING = Duration.ofSeconds(1);
  private static final long POLLING = 2;

  private final MadExchange mads;
  private final Steps steps;
  private final MadChecks checks;
  private final OtherValues other;
  private final HeldAttribute portInfo;
  private final boolean reregisters;

  /// Steps of a change to Armed or Active.
  ///
  /// @param set step that changes the state
  /// @param answered step that verifies the response
  /// @param restored step that sets the components as first read
  record Raise(String set, String answered, String restored) {}

  /// @param other PortInfo of the port, and the components to change
  /// @param reregisters whether the port has ClientReregister
  RaisedPort(MadExchange mads, OtherValues other, boolean reregisters) {
    this.mads = mads;
    this.steps = mads.steps();
    this.checks = mads.checks();
    this.other = other;
    this.portInfo = other.attribute();
    this.reregisters = reregisters;
  }

  /// Verifies a change to Armed or Active with other values, and a Set in that state.
  void verifyRaised(Raise at, int state, Bystanders beside) throws TestException {
    MadPacketSpec both = withState(state).setData(CLIENT_REREGISTER, reregisters ? 1 : 0);
    steps.step(at.set);
    mads.send(both);
    steps.step(at.answered);
    MadPacketSpec answer = mads.receive();
    checks.verifyStatusOk(answer);
    checks.verifyData(answer, PORT_STATE, 0, state);
    other.verify(checks, answer, both);
    if (reregisters) {
      steps.waitFor(TRAINING); // the port's software resets ClientReregister
      mads.send(portInfo.get());
      checks.verifyData(mads.receiveOk(), CLIENT_REREGISTER, 0, 0);
    }
    beside.verifyUntouched(at.answered);
    verifyRestored(at.restored);
  }

  private void verifyRestored(String step) throws TestException {
    MadPacketSpec set = portInfo.restore();
    steps.step(step);
    mads.send(set);
    MadPacketSpec answer = mads.receive();
    checks.verifyStatusOk(answer);
    other.verify(checks, answer, set);
    mads.send(portInfo.get());
    other.verify(checks, mads.receiveOk(), set);
  }

  /// Takes the link down in Sets with other values, and verifies these after it has trained.
  void verifyTakenDown(String step) throws TestException {
    verifyTakenDown(step, withState(PortState.DOWN));
    verifyTakenDown(step, portInfo.restore().setData(PORT_PHYSICAL_STATE, POLLING));
  }

  private void verifyTakenDown(String step, MadPacketSpec down) throws TestException {
    steps.step(step);
    mads.send(down);
    mads.receive();
    steps.waitFor(TRAINING);
    mads.send(portInfo.get());
    other.verify(checks, mads.receiveOk(), down);
  }

  private MadPacketSpec withState(int state) {
    MadPacketSpec set = portInfo.restore().setData(PORT_STATE, state);
    other.elements().forEach(e -> set.setData(e.field(), e.index(), e.value()));
    return set;
  }
}
