package org.ibassay.suite;

import java.util.function.Supplier;
import org.ibassay.link.upper.Qp;

/// The Transport Tester (TT) for tests of a transport service, assembled from its parts.
///
/// @param <C> the QPs of that service
public final class TransportTester<C extends QpChannel<?>> {
  private final Steps steps;
  private final TransportDut dut;
  private final DutMemory memory;
  private final PacketChecks checks;
  private final PacketExchange packets;
  private final C channel;
  private final DutWork work;
  private final CarriageProbe probe;
  private final ConnectionTrials trials;

  /// @param steps steps of the test
  /// @param always steps of the checks of every packet
  TransportTester(Steps steps, PacketChecks.AlwaysSteps always, Service<C> service) {
    this.steps = steps;
    dut = new TransportDut(steps);
    memory = new DutMemory(steps, dut);
    checks = new PacketChecks(steps, always);
    packets = new PacketExchange(steps, dut, checks);
    channel = service.channel(dut, memory, packets);
    work = workOf(channel::qp);
    probe = channel.probe(work);
    trials = new ConnectionTrials(steps, dut, channel, probe);
  }

  /// Creates the channel of a service.
  interface Service<C> {
    C channel(TransportDut dut, DutMemory memory, PacketExchange packets);
  }

  /// The DUT.
  public TransportDut dut() {
    return dut;
  }

  /// The DUT's registered memory.
  public DutMemory memory() {
    return memory;
  }

  /// Checks of received packets.
  public PacketChecks checks() {
    return checks;
  }

  /// Packets from and to the DUT's QP.
  public PacketExchange packets() {
    return packets;
  }

  /// The QPs.
  public C channel() {
    return channel;
  }

  /// Work of the DUT's QP.
  public DutWork work() {
    return work;
  }

  /// Work of another QP of the DUT.
  public DutWork workOf(Supplier<? extends Qp> qp) {
    return new DutWork(steps, dut, memory, qp);
  }

  CarriageProbe probe() {
    return probe;
  }

  ConnectionTrials trials() {
    return trials;
  }
}
