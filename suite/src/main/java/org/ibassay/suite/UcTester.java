package org.ibassay.suite;

/// The Transport Tester (TT): what a test of unreliable connections works with, put together.
public final class UcTester {
  private final TransportDut dut;
  private final DutMemory memory;
  private final PacketChecks checks;
  private final PacketExchange packets;
  private final UcConnection connection;
  private final DutWork work;
  private final OneWayProbe probe;
  private final ConnectionTries tries;

  /// @param steps whose checks are made; the one that receives a packet proves what holds of all
  UcTester(Steps steps) {
    dut = new TransportDut(steps);
    memory = new DutMemory(steps, dut);
    checks = new PacketChecks(steps, new PacketChecks.AlwaysSteps("", "", "", ""));
    packets = new PacketExchange(steps, dut, checks);
    connection = new UcConnection(dut, memory, packets);
    work = new DutWork(steps, dut, memory, connection::qp);
    probe = new OneWayProbe(dut, memory, packets, connection, work);
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
  public UcConnection connection() {
    return connection;
  }

  /// Work of the DUT's QP.
  public DutWork work() {
    return work;
  }

  OneWayProbe probe() {
    return probe;
  }

  ConnectionTries tries() {
    return tries;
  }
}
