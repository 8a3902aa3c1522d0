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

/// A simulated device for stock programs: serves the fabric of a `sim:` URI to programs that run
/// with ibsim's `libumad2sim.so`, with `IBSIM_SOCKNAME` set to the server's name.
///
/// With a single device, all clients run on the channel adapter `Tester`, which is cabled to the
/// DUT's first cabled port; adapters at its other cabled ports only respond. With `sim:fabric`, a
/// client runs on the node that its `SIM_HOST` names, by id or by description. No port has a LID
/// initially unless the URI specifies one.
public final class SimServer implements AutoCloseable {
  private static final String TESTER = "Tester";

  /// Distinguishes it from the DUT in a list of nodes.
  private static final String DESCRIPTION = "ibassay tester";

  private final Server server;

  private SimServer(Server server) {
    this.server = server;
  }

  /// Opens the device and binds the sockets: clients can connect from now on.
  ///
  /// @param name prefix of the names of all sockets, in Linux's abstract namespace
  /// @throws DutUriException if the URI is invalid; names the part
  /// @throws IllegalArgumentException if the name is empty or too long
  /// @throws LinkException if the name is in use
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

  /// Serves until the process ends. A client's errors never end it.
  public void serve() {
    server.serve();
  }

  @Override
  public void close() {
    server.close();
  }
}
