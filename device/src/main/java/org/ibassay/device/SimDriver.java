package org.ibassay.device;

import java.util.List;
import org.ibassay.device.rc.SimUpperTester;
import org.ibassay.link.Dut;
import org.ibassay.link.DutDriver;
import org.ibassay.link.DutUri;
import org.ibassay.link.DutUriException;
import org.ibassay.link.MadPort;
import org.ibassay.link.Route;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.packet.PacketPort;

/// Opens simulated devices: `sim:ca`, `sim:switch`, `sim:router`, with the parameters of
/// [org.ibassay.device.variant.SimParameter], `deviation=NAME` as often as wanted, and `seed=N`.
public final class SimDriver implements DutDriver {
  private static final Route TO_DUT = new Route.Directed(List.of(1));

  /// For `ServiceLoader`.
  public SimDriver() {}

  @Override
  public String scheme() {
    return "sim";
  }

  @Override
  public Dut open(DutUri uri, Tap tap, Timing timing) throws DutUriException {
    SimFabric fabric = new SimFabric(SimUri.read(uri));
    List<MadPort> ports =
        fabric.links().stream().map(link -> new MadPort(link, TO_DUT, tap, timing)).toList();
    return new SimDut(
        uri,
        fabric.fabric(),
        ports,
        fabric
            .adapter()
            .map(adapter -> new PacketPort(fabric.frames(), adapter.pathFromNeighbor(), tap)),
        fabric.adapter().map(SimUpperTester::new));
  }
}
