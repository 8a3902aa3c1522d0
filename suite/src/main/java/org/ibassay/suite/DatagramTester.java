package org.ibassay.suite;

import java.util.function.Supplier;
import org.ibassay.link.upper.UdQp;

/// The Transport Tester (TT): what a test of unreliable datagrams works with, put together.
public final class DatagramTester {
  private final TransportDut dut;
  private final DutMemory memory;
  private final PacketChecks checks;
  private final PacketExchange packets;
  private final DatagramPair pair;
  private final DutWork work;
  private final OneWayProbe probe;
  private final ConnectionTries tries;
  private final Steps steps;

  /// @param steps whose checks are made; the one that receives a packet proves what holds of all
  DatagramTester(Steps steps) {
    this.steps = steps;
    dut = new TransportDut(steps);
    memory = new DutMemory(steps, dut);
    checks = new PacketChecks(steps, new PacketChecks.AlwaysSteps("", "", "", ""));
    packets = new PacketExchange(steps, dut, checks);
    pair = new DatagramPair(dut, memory, packets);
    work = workOf(pair::qp);
    probe = new OneWayProbe(dut, memory, packets, pair, work);
    tries = new ConnectionTries(steps, dut, pair, probe);
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

  /// The QPs.
  public DatagramPair pair() {
    return pair;
  }

  /// Work of the DUT's QP.
  public DutWork work() {
    return work;
  }

  /// Work of another QP of the DUT.
  public DutWork workOf(Supplier<UdQp> qp) {
    return new DutWork(steps, dut, memory, qp);
  }

  OneWayProbe probe() {
    return probe;
  }

  ConnectionTries tries() {
    return tries;
  }
}
