package org.ibassay.suite;

import static org.ibassay.suite.Parameter.START_PSN;

import org.ibassay.suite.PacketChecks.AlwaysSteps;

/// A test of a service without acknowledges: its step I1 measures the transit time of a message.
///
/// @param <C> the QPs of that service
public abstract class UnreliableTest<C extends OneWayChannel<?>> extends TestCase {
  private final TransportTester<C> tt;

  UnreliableTest(TransportTester.Service<C> service) {
    tt = new TransportTester<>(steps, AlwaysSteps.NONE, service);
  }

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    tt.channel().setStartPsn((int) parameters(START_PSN).getFirst().longValue());
    tt.probe().measureRoundTrip();
    dut().udpChecksumRemark().ifPresent(this::remark);
    return true;
  }

  // --- parts of a test

  /// Returns all of the following.
  protected final TransportTester<C> tt() {
    return tt;
  }

  /// The DUT.
  protected final TransportDut dut() {
    return tt.dut();
  }

  /// The DUT's registered memory.
  protected final DutMemory memory() {
    return tt.memory();
  }

  /// Work of the DUT's QP.
  protected final DutWork work() {
    return tt.work();
  }

  /// Packets from and to the DUT's QP.
  protected final PacketExchange packets() {
    return tt.packets();
  }

  /// Checks of received packets.
  protected final PacketChecks checks() {
    return tt.checks();
  }

  // --- part by part

  /// Runs one of several cases on a new pair of QPs, and closes it; if it is aborted, the next one
  /// still runs.
  ///
  /// @param which name of the case in the location of a check
  protected final void carryOut(String which, Part procedure) throws TestException {
    carryOut(which, parameters(START_PSN).getFirst(), procedure);
  }

  /// Runs the procedure for each START_PSN, each time on a new pair of QPs.
  protected final void repeatForStartPsns(Part procedure) throws TestException {
    carryOutForStartPsns("", procedure);
  }

  /// Runs one of several cases for each START_PSN, each time on a new pair of QPs.
  ///
  /// @param which name of the case in the location of a check
  protected final void carryOutForStartPsns(String which, Part procedure) throws TestException {
    for (long psn : parameters(START_PSN)) {
      carryOut(which, psn, procedure);
    }
  }

  private void carryOut(String which, long psn, Part procedure) throws TestException {
    tt.channel().setStartPsn((int) psn);
    try {
      at(
          which.isEmpty() ? "Start_PSN" : which + ", Start_PSN",
          psn,
          () -> tt.trials().carryOut(() -> steps().partOrUndecided(procedure)));
      steps().stillAlive("R1");
    } finally {
      packets()
          .foreign()
          .keySet()
          .forEach(what -> remark("ignored, not for the tester's QP: " + what));
    }
  }

  // --- for the runner

  @Override
  public final TesterKind testerKind() {
    return TesterKind.TRANSPORT;
  }

  @Override
  public final LinkQuality linkQuality() throws TestException {
    return tt.trials().linkQuality(context().page().procedure().getFirst().id());
  }
}
