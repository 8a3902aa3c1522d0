package org.ibassay.suite;

import static org.ibassay.suite.Parameter.START_PSN;

/// # Every test of unreliable connections
///
/// ## Initialization
///
/// - I1: Find out how long a SEND takes to a QP of the DUT that is ready to receive.
///
/// ## Always
///
/// - R1: The DUT goes on answering, whatever it is sent. Where it stops after a packet, it is
///   started anew: a failure is one that stops it in two fresh starts and, left out of a third run,
///   does not. [ia-alive#01]
public abstract class UcTest extends UnreliableTest {
  private final UcTester tt = new UcTester(steps);

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    setStartPsn((int) parameters(START_PSN).getFirst().longValue());
    tt.probe().measureRoundTrip();
    return true;
  }

  // --- what a test works with

  /// All of what follows.
  protected final UcTester tt() {
    return tt;
  }

  /// The DUT.
  protected final TransportDut dut() {
    return tt.dut();
  }

  /// The connection with the DUT.
  protected final UcConnection connection() {
    return tt.connection();
  }

  /// Work of the DUT's QP.
  protected final DutWork work() {
    return tt.work();
  }

  @Override
  protected final PacketExchange packets() {
    return tt.packets();
  }

  /// The DUT's registered memory.
  protected final DutMemory memory() {
    return tt.memory();
  }

  /// Checks of packets received.
  protected final PacketChecks checks() {
    return tt.checks();
  }

  @Override
  final void setStartPsn(int psn) {
    tt.connection().setStartPsn(psn);
  }

  @Override
  final OneWayProbe probe() {
    return tt.probe();
  }

  @Override
  final ConnectionTries tries() {
    return tt.tries();
  }
}
