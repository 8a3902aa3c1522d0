package org.ibassay.link.umad;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.FabricAccess;
import org.ibassay.link.dut.FreshStart;
import org.ibassay.link.dut.PathText;
import org.ibassay.link.impaired.Impairment;
import org.ibassay.link.mad.MadLink;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;

/// A device that local InfiniBand ports reach.
///
/// @param reaches the local ports, the main one first
/// @param impairment the impairments of the links
/// @param restart restarts the device, if the URI specifies how
record UmadTarget(
    DutUri uri, List<PortRoute> reaches, Impairment impairment, Optional<FreshStart> restart)
    implements DutTarget {
  /// A local port and the route from it.
  record PortRoute(String ca, int port, Route route) {}

  UmadTarget {
    reaches = List.copyOf(reaches);
  }

  @Override
  public Dut open(Tap tap, Timing timing) throws LinkException, InterruptedException {
    List<MadPort> ports = new ArrayList<>();
    try {
      for (PortRoute reach : reaches) {
        MadLink link = impairment.on(UmadLink.open(reach.ca, reach.port, timing), ports.size());
        ports.add(new MadPort(link, reach.route, tap, timing));
      }
    } catch (LinkException | InterruptedException e) {
      ports.forEach(MadPort::close);
      throw e;
    }
    return new UmadDut(uri, ports, restart);
  }

  @Override
  public Optional<FabricAccess> fabric() {
    return reaches.getFirst().route() instanceof Route.Directed
        ? Optional.of(new UmadFabric(this))
        : Optional.empty();
  }

  /// The fabric of the first local port: the other parameters of the URI apply to each node.
  private record UmadFabric(UmadTarget port) implements FabricAccess {
    @Override
    public DutTarget at(Route.Directed route) {
      String text = port.uri.withParameter("path", PathText.of(route.ports()));
      PortRoute from = port.reaches.getFirst();
      return new UmadTarget(
          new DutUri(text, port.uri.scheme(), port.uri.target(), port.uri.parameters()),
          List.of(new PortRoute(from.ca, from.port, route)),
          port.impairment,
          Optional.empty());
    }

    @Override
    public boolean isSimulated() {
      return false;
    }
  }

  private record UmadDut(DutUri uri, List<MadPort> madPorts, Optional<FreshStart> restart)
      implements Dut {
    @Override
    public Clock clock() {
      return madPorts.getFirst().clock();
    }

    @Override
    public void close() {
      madPorts.forEach(MadPort::close);
    }
  }
}
