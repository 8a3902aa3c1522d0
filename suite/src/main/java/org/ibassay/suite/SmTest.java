package org.ibassay.suite;

import java.util.function.Supplier;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortState;

/// # Every test of what a subnet manager makes of its subnet
///
/// ## Always
///
/// - R0: A response comes in MADs of 256 bytes, where the stack below the tester tells. [ia-mad#03]
/// - R1: A response carries the TransactionID and the management class of its request and the
///   response method. [ia-mad#01]
/// - R2: A response carries the AttributeID and AttributeModifier of its request. [ia-mad#02]
/// - R6: The DUT keeps answering, whatever it is asked. Where it stops after a request, it is
///   restarted: the check fails if that request stops it in two fresh starts, and it keeps
///   answering in a third without that request. [ia-alive#01]
public abstract class SmTest extends TestCase {
  private final MadExchange mads = new MadExchange(steps, "R0", "R1", "R2", "R6", null);
  private final CabledPorts ports = new CabledPorts(mads);

  /// The exchange of MADs with any node.
  protected final MadExchange mads() {
    return mads;
  }

  /// A condition holds; the texts are made only when it does not.
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

  /// Carries out an iteration for each port of the DUT that a tester port reaches, through that
  /// tester port; known after [#portStatesAreActive].
  protected final void repeatForPorts(Iteration iteration) throws TestException {
    ports.repeat(iteration);
  }

  /// Whether nothing can get lost between the tester and the DUT.
  protected final boolean isLossless() {
    return mads.steps().port().isLossless();
  }

  /// Whether waiting costs nothing.
  protected final boolean isSimulated() {
    return mads.steps().port().isSimulated();
  }

  /// A component of the attribute has the value expected.
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
