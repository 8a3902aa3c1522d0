package org.ibassay.suite;

import static org.ibassay.suite.Parameter.START_PSN;

/// # Every test of unreliable datagrams
///
/// ## Initialization
///
/// - I1: Find out how long a datagram takes to a QP of the DUT that is ready to receive.
public abstract class DatagramTest extends TestCase {
  private final DatagramTester tt = new DatagramTester(steps);

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    tt.pair().setStartPsn((int) parameters(START_PSN).getFirst().longValue());
    tt.probe().measureRoundTrip();
    return true;
  }

  // --- what a test works with

  /// All of what follows.
  protected final DatagramTester tt() {
    return tt;
  }

  /// The DUT.
  protected final TransportDut dut() {
    return tt.dut();
  }

  /// The QPs.
  protected final DatagramPair pair() {
    return tt.pair();
  }

  /// Work of the DUT's QP.
  protected final DutWork work() {
    return tt.work();
  }

  /// Packets from and to the DUT's QP.
  protected final PacketExchange packets() {
    return tt.packets();
  }

  /// Checks of packets received.
  protected final PacketChecks checks() {
    return tt.checks();
  }

  // --- part by part

  /// Carries out one of several cases with a new pair of QPs, and closes it; where it cannot be
  /// carried on, the next one can.
  ///
  /// @param which completes the place of a check
  protected final void carryOut(String which, Part procedure) throws TestException {
    carryOut(which, parameters(START_PSN).getFirst(), procedure);
  }

  /// Carries out the procedure for each START_PSN, each time with a new pair of QPs.
  protected final void repeatForStartPsns(Part procedure) throws TestException {
    for (long psn : parameters(START_PSN)) {
      carryOut("", psn, procedure);
    }
  }

  private void carryOut(String which, long psn, Part procedure) throws TestException {
    tt.pair().setStartPsn((int) psn);
    try {
      at(
          which.isEmpty() ? "Start_PSN" : which + ", Start_PSN",
          psn,
          () -> tt.tries().carryOut(() -> orInconclusive(procedure)));
    } finally {
      packets()
          .foreign()
          .keySet()
          .forEach(what -> remark("passed over, as it is not of the tester's QP: " + what));
    }
  }

  private void orInconclusive(Part procedure) throws TestException {
    try {
      part(procedure);
    } catch (TestException e) {
      if (e.whose() != TestException.Cause.DUT) {
        throw e;
      }
      steps().undecided(String.valueOf(e.getMessage()));
    }
  }

  // --- for the runner

  @Override
  public final TesterKind testerKind() {
    return TesterKind.TRANSPORT;
  }

  @Override
  public final LinkQuality linkQuality() throws TestException {
    String outer = steps().current();
    step(steps().context().page().procedure().getFirst().id());
    try {
      return tt.probe().quality();
    } finally {
      step(outer);
    }
  }
}
