package org.ibassay.device;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.device.hostile.HostileCarrier;
import org.ibassay.device.hostile.HostileMadLink;
import org.ibassay.device.rc.SimUpperTester;
import org.ibassay.link.Dut;
import org.ibassay.link.DutDriver;
import org.ibassay.link.DutUri;
import org.ibassay.link.DutUriException;
import org.ibassay.link.MadLink;
import org.ibassay.link.MadPort;
import org.ibassay.link.Route;
import org.ibassay.link.Timing;
import org.ibassay.link.UriParameter;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.packet.Carrier;
import org.ibassay.link.packet.PacketPort;

/// Opens simulated devices: `sim:ca`, `sim:switch`, `sim:router`, with the parameters of
/// [org.ibassay.device.variant.SimParameter], `deviation=NAME` as often as wanted, `hostile=NAME`
/// ([Hostility]), from the answer after `hostile-after=N` on, the link's parameters
/// ([org.ibassay.link.impaired.Impairment#PARAMETERS]), and `seed=N`.
public final class SimDriver implements DutDriver {
  private static final Route TO_DUT = new Route.Directed(List.of(1));

  /// So that ports do not behave alike.
  private static final long SEEDS = 0x1_0000;

  /// For `ServiceLoader`.
  public SimDriver() {}

  @Override
  public String scheme() {
    return "sim";
  }

  @Override
  public List<UriParameter> parameters() {
    return SimUri.PARAMETERS;
  }

  @Override
  public Dut open(DutUri uri, Tap tap, Timing timing) throws DutUriException {
    SimUri wanted = SimUri.read(uri);
    SimFabric fabric = new SimFabric(wanted);
    List<MadPort> ports = new ArrayList<>();
    for (MadLink link : fabric.links()) {
      MadLink reached = wanted.impairment().on(hostile(wanted, link, ports.size()), ports.size());
      ports.add(new MadPort(reached, TO_DUT, tap, timing));
    }
    Carrier frames = wanted.impairment().on(hostile(wanted, fabric.frames()));
    return new SimDut(
        uri,
        fabric.fabric(),
        ports,
        fabric
            .adapter()
            .map(adapter -> new PacketPort(frames, adapter.pathFromNeighbor(), tap, timing)),
        fabric.adapter().map(SimUpperTester::new));
  }

  private static MadLink hostile(SimUri wanted, MadLink link, int port) {
    return wanted
        .hostility()
        .<MadLink>map(how ->
            new HostileMadLink(link, how, wanted.rightAnswers(), wanted.seed() + SEEDS * port))
        .orElse(link);
  }

  private static Carrier hostile(SimUri wanted, Carrier frames) {
    return wanted
        .hostility()
        .<Carrier>map(how -> new HostileCarrier(frames, how, wanted.rightAnswers(), wanted.seed()))
        .orElse(frames);
  }
}
