package org.ibassay.suite;

import org.ibassay.link.dut.Dut;
import org.jspecify.annotations.Nullable;

/// # Every test of communication management
///
/// ## Initialization
///
/// - I1: Find out how long the answer to a REQ for a service takes that nobody offers.
///
/// ## Always
///
/// - R1: The DUT keeps answering, whatever it is sent. Where it stops after a packet, it is
///   restarted: the check fails if that packet stops it in two fresh starts, and it keeps answering
///   in a third without that packet. [ia-alive#01]
public abstract class CmTest extends TestCase {
  private final CmTester tt = new CmTester(steps);

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    tt.probe().measureRoundTrip();
    return true;
  }

  /// Whether the DUT has to offer a service.
  protected boolean needsService() {
    return true;
  }

  /// All of what follows.
  protected final CmTester tt() {
    return tt;
  }

  /// The DUT.
  protected final TransportDut dut() {
    return tt.dut();
  }

  /// Connections that the tester asks for.
  protected final CmCalls calls() {
    return tt.calls();
  }

  /// Checks of messages received.
  protected final CmChecks checks() {
    return tt.checks();
  }

  /// Carries out one of several cases; where it cannot be carried on, the next one can. Its calls
  /// end with it.
  ///
  /// @param dimension completes the place of a check
  protected final void carryOut(String dimension, long value, Part procedure) throws TestException {
    at(dimension, value, () -> carryOut(procedure));
  }

  /// Carries out a part; its calls end with it.
  protected final void carryOut(Part procedure) throws TestException {
    tt.tries().carryOut(() -> steps().partOrUndecided(procedure));
    steps().stillAlive("R1");
    tt.tries().notes().forEach(this::remark);
  }

  // --- for the runner

  @Override
  public final TesterKind testerKind() {
    return TesterKind.TRANSPORT;
  }

  @Override
  public final @Nullable String missing(Dut dut) {
    if (dut.packetPort().isEmpty()) {
      return "needs a packet port, which this DUT URI gives none";
    }
    return lack(dut);
  }

  /// What a DUT lacks that has a packet port; null for nothing.
  @Nullable String lack(Dut dut) {
    return needsService() && dut.service().isEmpty()
        ? "needs a service that takes connections, which this DUT URI gives none (cm=PORT)"
        : null;
  }

  @Override
  public final LinkQuality linkQuality() throws TestException {
    return tt.tries().linkQuality(context().page().procedure().getFirst().id());
  }
}
