package org.ibassay.device;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.ibassay.device.listen.Host;
import org.ibassay.device.listen.HostDirectory;
import org.ibassay.device.listen.Server;
import org.ibassay.device.sma.ManagedNode;
import org.ibassay.link.LinkException;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;

/// A simulated device for stock programs: serves the fabric of a `sim:` URI to whatever runs under
/// ibsim's `libumad2sim.so` with `IBSIM_SOCKNAME` set to the server's name.
///
/// Of a single device, all clients are at the channel adapter that is cabled to the DUT's first
/// cabled port, `Tester`; adapters at further cabled ports only answer. Of `sim:fabric`, a client
/// is at the node that its `SIM_HOST` names, by id or by description. No port has a LID yet unless
/// the URI gives one.
public final class SimServer implements AutoCloseable {
  private static final String TESTER = "Tester";

  /// So that a list of nodes shows which one is the DUT.
  private static final String DESCRIPTION = "ibassay tester";

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
    return FabricUri.isMeantBy(uri) ? ofFabric(uri, name) : ofDevice(uri, name);
  }

  private static SimServer ofFabric(DutUri uri, String name) throws DutUriException, LinkException {
    FabricUri wanted = FabricUri.parse(uri);
    refuseIf(!wanted.impairment().isNone(), uri);
    TopologyFabric fabric = new TopologyFabric(wanted);
    return new SimServer(
        Server.open(fabric.fabric(), fabric.hosts(wanted.tester()), name, System::nanoTime));
  }

  private static SimServer ofDevice(DutUri uri, String name) throws DutUriException, LinkException {
    SimUri wanted = SimUri.parse(uri);
    refuseIf(
        wanted.alteration().isPresent()
            || wanted.hostility().isPresent()
            || !wanted.impairment().isNone(),
        uri);
    SimFabric fabric = SimFabric.unmanaged(wanted, tester -> tester.describe(DESCRIPTION));
    for (ManagedNode tester : fabric.testers()) {
      tester.managedBy(1, fabric.fabric()::release);
      tester.servedBy(1, fabric.fabric()::release);
    }
    Host tester = new Host(TESTER, fabric.testers().getFirst(), 1);
    HostDirectory only =
        host -> Optional.of(tester).filter(_ -> host.isEmpty() || host.equals(TESTER));
    return new SimServer(Server.open(fabric.fabric(), only, name, System::nanoTime));
  }

  private static void refuseIf(boolean isSpoilt, DutUri uri) throws DutUriException {
    if (isSpoilt) {
      throw new DutUriException(
          uri.text(),
          "is altered, hostile or has a bad link, which is for a run in the same process; a run by"
              + " umad: can have loss= and the like in its own URI");
    }
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
