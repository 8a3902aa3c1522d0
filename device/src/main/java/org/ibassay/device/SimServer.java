package org.ibassay.device;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.ibassay.device.listen.Server;
import org.ibassay.device.sma.ManagedNode;
import org.ibassay.device.sma.Transaction;
import org.ibassay.link.LinkException;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Smp;

/// A simulated device for stock programs: serves the fabric of a `sim:` URI to whatever runs under
/// ibsim's `libumad2sim.so` with `IBSIM_SOCKNAME` set to the server's name.
///
/// All clients are at the channel adapter that is cabled to the DUT's first cabled port, `Tester`;
/// adapters at further cabled ports only answer. No port has a LID yet unless the URI gives one.
public final class SimServer implements AutoCloseable {
  private static final byte[] TESTER = "ibassay tester".getBytes(StandardCharsets.UTF_8);

  private final Server server;

  private SimServer(Server server) {
    this.server = server;
  }

  /// Opens the device and binds the sockets: from now on clients may come.
  ///
  /// @param name with which the names of all sockets begin, in Linux' abstract name space
  /// @throws DutUriException when the URI cannot be understood; names the part
  /// @throws IllegalArgumentException when the name is empty or too long
  /// @throws LinkException when the name is taken
  public static SimServer open(DutUri uri, String name) throws DutUriException, LinkException {
    if (!uri.scheme().equals("sim")) {
      throw new DutUriException(uri.text(), "is not of a simulated device; expected sim:KIND");
    }
    int bytes = name.getBytes(StandardCharsets.UTF_8).length;
    if (bytes == 0 || bytes > Server.MAX_NAME) {
      throw new IllegalArgumentException(
          "the name to listen on has %d bytes; expected 1 to %d".formatted(bytes, Server.MAX_NAME));
    }
    SimUri wanted = SimUri.parse(uri);
    if (wanted.alteration().isPresent()
        || wanted.hostility().isPresent()
        || !wanted.impairment().isNone()) {
      throw new DutUriException(
          uri.text(),
          "is altered, hostile or has a bad link, which is for a run in the same process; a run by"
              + " umad: can have loss= and the like in its own URI");
    }
    SimFabric fabric =
        SimFabric.unmanaged(
            wanted, tester -> tester.leave(Attribute.NODE_DESCRIPTION, SimServer::describeTester));
    for (ManagedNode tester : fabric.testers()) {
      tester.managedBy(1, fabric.fabric()::release);
      tester.servedBy(1, fabric.fabric()::release);
    }
    ManagedNode adapter = fabric.testers().getFirst();
    return new SimServer(Server.open(adapter, name, System::nanoTime));
  }

  /// So that a list of nodes shows which one is the DUT.
  private static int describeTester(Transaction t) {
    t.clearAnswer();
    MemorySegment.copy(TESTER, 0, t.response(), JAVA_BYTE, Smp.DATA, TESTER.length);
    return MadStatus.OK;
  }

  /// Serves until the process ends. A client's mistakes never end it.
  public void serve() {
    server.serve();
  }

  @Override
  public void close() {
    server.close();
  }
}
