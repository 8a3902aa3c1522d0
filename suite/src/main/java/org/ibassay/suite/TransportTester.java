package org.ibassay.suite;

/// The Transport Tester (TT): what a test of the transport works with, put together.
public final class TransportTester {
  private final TransportDut dut;
  private final DutMemory memory;
  private final PacketChecks checks;
  private final PacketExchange packets;
  private final RcConnection connection;
  private final DutWork work;
  private final LinkProbe probe;
  private final ConnectionTries tries;

  /// @param steps whose checks are made
  /// @param always the steps of what always holds
  TransportTester(Steps steps, PacketChecks.AlwaysSteps always) {
    dut = new TransportDut(steps);
    memory = new DutMemory(steps, dut);
    checks = new PacketChecks(steps, always);
    packets = new PacketExchange(steps, dut, checks);
    connection = new RcConnection(dut, memory, packets);
    work = new DutWork(steps, dut, memory, connection::qp);
    probe = new LinkProbe(dut, memory, packets, connection);
    tries = new ConnectionTries(steps, dut, connection, probe);
  }

  /// The DUT.
  public TransportDut dut() {
    return dut;
  }

  /// The DUT's registered memory.
  public DutMemory memory() {
    return memory;
  }

  /// Checks of packets received.
  public PacketChecks checks() {
    return checks;
  }

  /// Packets from and to the DUT's QP.
  public PacketExchange packets() {
    return packets;
  }

  /// The connection with the DUT.
  public RcConnection connection() {
    return connection;
  }

  /// Work of the DUT's QP.
  public DutWork work() {
    return work;
  }

  LinkProbe probe() {
    return probe;
  }

  ConnectionTries tries() {
    return tries;
  }
}
