package org.ibassay.suite;

import org.ibassay.link.dut.Dut;
import org.jspecify.annotations.Nullable;

/// # Every test of communication management
///
/// ## Initialization
///
/// - I1: Measure the time until a REQ for a service that is not offered is answered.
///
/// ## Always
///
/// - R1: The DUT remains responsive after every packet. If it stops responding after a packet, it
///   is restarted: the check fails if that packet stops it after each of two restarts, and it stays
///   responsive after a third without that packet. [ia-alive#01]
public abstract class CmTest extends TestCase {
  private final CmTester tt = new CmTester(steps);

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    tt.probe().measureRoundTrip();
    dut().udpChecksumRemark().ifPresent(this::remark);
    return true;
  }

  /// Returns whether the test needs a service that the DUT offers.
  protected boolean needsService() {
    return true;
  }

  /// Returns all of the following.
  protected final CmTester tt() {
    return tt;
  }

  /// The DUT.
  protected final TransportDut dut() {
    return tt.dut();
  }

  /// Connections that the tester requests.
  protected final CmCalls calls() {
    return tt.calls();
  }

  /// Checks of received messages.
  protected final CmChecks checks() {
    return tt.checks();
  }

  /// Runs one of several cases; if it is aborted, the next one still runs. The calls of the case
  /// end with it.
  ///
  /// @param dimension name of the case in the location of a check
  protected final void carryOut(String dimension, long value, Part procedure) throws TestException {
    at(dimension, value, () -> carryOut(procedure));
  }

  /// Runs a part of the procedure; its calls end with it.
  protected final void carryOut(Part procedure) throws TestException {
    tt.trials().carryOut(() -> steps().partOrUndecided(procedure));
    steps().stillAlive("R1");
    tt.trials().notes().forEach(this::remark);
  }

  // --- for the runner

  @Override
  public final TesterKind testerKind() {
    return TesterKind.TRANSPORT;
  }

  @Override
  public final @Nullable String missing(Dut dut) {
    if (dut.packetPort().isEmpty()) {
      return "needs a packet port, which this DUT URI does not provide";
    }
    return lack(dut);
  }

  /// Returns why the test cannot run on a DUT, or null if it can.
  @Nullable String lack(Dut dut) {
    return needsService() && dut.service().isEmpty()
        ? "needs a service that takes connections, which this DUT URI does not provide (cm=PORT)"
        : null;
  }

  @Override
  public final LinkQuality linkQuality() throws TestException {
    return tt.trials().linkQuality(context().page().procedure().getFirst().id());
  }
}
