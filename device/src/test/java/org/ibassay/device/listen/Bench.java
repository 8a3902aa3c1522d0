package org.ibassay.device.listen;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.ibassay.device.fabric.Cable;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.sma.Guids;
import org.ibassay.device.sma.ManagedNode;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.link.LinkException;

/// A served fabric of a DUT and one adapter, its clients, and the real time, which tests control.
/// Everything runs on the test's thread.
final class Bench implements AutoCloseable {
  final Arena arena = Arena.ofConfined();
  final Libc libc = new Libc(arena);
  final String name = "ibassay-test-" + UUID.randomUUID();
  final Fabric fabric = new Fabric();
  final ManagedNode dut;
  final ManagedNode tester;
  final AtomicLong time = new AtomicLong();
  final Server server;

  Bench(Variant variant) throws LinkException {
    dut = node(variant, 0);
    tester =
        node(
            Variant.of(
                NodeKind.CA,
                java.util.Map.of(SimParameter.PORTS, 1L, SimParameter.RESPONSE_MICROS, 0L)),
            1);
    Cable.join(fabric, dut.jack(1), tester.jack(1));
    server = Server.open(fabric, this::host, name, time::get);
  }

  Optional<Host> host(String wanted) {
    return Optional.of(new Host("Tester", tester, 1))
        .filter(_ -> wanted.isEmpty() || wanted.equals("Tester"));
  }

  static Bench of(NodeKind kind) throws LinkException {
    return new Bench(Variant.of(kind));
  }

  private ManagedNode node(Variant variant, int index) {
    return ManagedNode.of(fabric, variant, Guids.of(variant.kind(), 1, index), 0, new Seams(1));
  }

  /// Returns a client that is not attached yet.
  TestClient client(int process) throws LinkException {
    return new TestClient(this, process);
  }

  /// Returns an attached client.
  TestClient attached(int process) throws LinkException {
    TestClient client = client(process);
    client.attach("Tester");
    return client;
  }

  /// Returns attached clients, one for each process.
  List<TestClient> attached(int... processes) throws LinkException {
    List<TestClient> clients = new java.util.ArrayList<>();
    for (int process : processes) {
      clients.add(attached(process));
    }
    return clients;
  }

  @Override
  public void close() {
    server.close();
    arena.close();
  }
}
