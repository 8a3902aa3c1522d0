package org.ibassay.suite;

import java.util.function.Supplier;
import org.ibassay.link.mad.Exchange;
import org.ibassay.link.mad.Route;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.sa.ClassPortInfo;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;

/// # Every test of a subnet manager's effect on its subnet
///
/// ## Always
///
/// - R0: A response consists of MADs of 256 bytes, if the stack below the tester reports their
///   length. [ia-mad#03]
/// - R1: A response carries the TransactionID and the management class of its request and the
///   response method. [ia-mad#01]
/// - R2: A response carries the AttributeID and AttributeModifier of its request. [ia-mad#02]
/// - R6: The DUT keeps responding, whatever it receives. If it stops after a request, it is
///   restarted: the check fails if that request stops it after two restarts, and it keeps
///   responding after a third without that request. [ia-alive#01]
public abstract class SmTest extends TestCase {
  private final MadExchange mads = new MadExchange(steps, "R0", "R1", "R2", "R6", null);
  private final CabledPorts ports = new CabledPorts(mads);

  /// Returns the exchange of MADs with any node.
  protected final MadExchange mads() {
    return mads;
  }

  /// Verifies a condition; the texts are evaluated only if it fails.
  protected final boolean verify(
      MadPacketSpec about, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    return mads.checks().verify(about, passed, expected, actual);
  }

  /// Reads `PortInfo:PortState` at both ends of every cable between tester and DUT.
  ///
  /// @return whether each is Active
  protected final boolean portStatesAreActive() throws TestException {
    String why = ports.read(PortState.ACTIVE);
    return why == null || notReady(why);
  }

  /// Runs an iteration for each port of the DUT that a tester port reaches, through that tester
  /// port; known after [#portStatesAreActive].
  protected final void repeatForPorts(Iteration iteration) throws TestException {
    ports.repeat(iteration);
  }

  /// Whether subnet administration answers SubnAdmGet(ClassPortInfo), which is sent once.
  ///
  /// @param lid LID of its port
  protected final boolean isAdministering(int lid) throws TestException {
    mads.start(
        SaRequest.of(SaMethod.GET, ClassPortInfo.ATTRIBUTE).mad(),
        "SubnAdmGet(ClassPortInfo)",
        new Route.Lid(lid),
        mads.steps().port().timing().once());
    return mads.receiveIfAny(
            exchange -> exchange.state() == Exchange.State.ANSWERED ? exchange.state() : null)
        != null;
  }

  /// Whether no packet can be lost between the tester and the DUT.
  protected final boolean isLossless() {
    return mads.steps().port().isLossless();
  }

  /// Whether waiting takes no real time.
  protected final boolean isSimulated() {
    return mads.steps().port().isSimulated();
  }

  /// Verifies a component of the attribute.
  protected final boolean verifyData(MadPacketSpec mad, Field component, long expected) {
    return mads.checks().verifyData(mad, component, 0, expected);
  }

  // --- for the runner

  @Override
  public final TesterKind testerKind() {
    return TesterKind.MAD;
  }

  @Override
  public final LinkQuality linkQuality() throws TestException {
    return MadProbe.quality(context().dut().madPorts());
  }
}
