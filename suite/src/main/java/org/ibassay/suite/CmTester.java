package org.ibassay.suite;

import org.ibassay.suite.PacketChecks.AlwaysSteps;

/// The Transport Tester (TT) for tests of communication management, assembled from its parts.
public final class CmTester {
  private final TransportDut dut;
  private final CmExchange exchange;
  private final CmChecks checks;
  private final CmCalls calls;
  private final CmProbe probe;
  private final ConnectionTrials trials;

  /// @param steps steps of the test; the step that receives a packet also proves the checks of
  ///   every packet
  CmTester(Steps steps) {
    dut = new TransportDut(steps);
    PacketChecks ofPackets = new PacketChecks(steps, AlwaysSteps.NONE);
    exchange = new CmExchange(steps, dut, ofPackets);
    checks = new CmChecks(steps);
    calls = new CmCalls(steps, dut, exchange);
    probe = new CmProbe(dut, exchange, calls);
    trials = new ConnectionTrials(steps, dut, calls, probe);
  }

  /// The DUT.
  public TransportDut dut() {
    return dut;
  }

  /// Messages between the two QP1s.
  public CmExchange exchange() {
    return exchange;
  }

  /// Checks of received messages.
  public CmChecks checks() {
    return checks;
  }

  /// Connections that the tester requests.
  public CmCalls calls() {
    return calls;
  }

  CmProbe probe() {
    return probe;
  }

  ConnectionTrials trials() {
    return trials;
  }
}
