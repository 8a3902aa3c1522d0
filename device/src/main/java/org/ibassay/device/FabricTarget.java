package org.ibassay.device;

import java.util.List;
import java.util.Optional;
import org.ibassay.device.fabric.SimMadLink;
import org.ibassay.device.listen.Host;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.FabricAccess;
import org.ibassay.link.dut.PathText;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;

/// A node in a simulated fabric, which is created when it is opened.
///
/// @param wanted the parsed URI
record FabricTarget(DutUri uri, FabricUri wanted) implements DutTarget {

  @Override
  public Dut open(Tap tap, Timing timing) {
    return new Made(uri, wanted).opened(uri, new Route.Directed(wanted.route()), tap, timing);
  }

  /// The fabric is created at once, and exists as long as it is referenced.
  @Override
  public Optional<FabricAccess> fabric() {
    return Optional.of(new Made(uri, wanted));
  }

  /// A fabric that was created, with a tester in it.
  private static final class Made implements FabricAccess {
    private final DutUri uri;
    private final FabricUri wanted;
    private final TopologyFabric fabric;
    private final SimMadLink link;

    Made(DutUri uri, FabricUri wanted) {
      this.uri = uri;
      this.wanted = wanted;
      fabric = new TopologyFabric(wanted);
      Host tester = fabric.host(wanted.tester());
      link = new SimMadLink(tester.node(), tester.port());
      if (fabric.isLossy()) {
        link.isLossy();
      }
      tester.runs(link.inbox());
    }

    @Override
    public boolean isSimulated() {
      return true;
    }

    /// @param place the URI of the node
    Dut opened(DutUri place, Route.Directed route, Tap tap, Timing timing) {
      link.forget();
      MadPort reached = new MadPort(wanted.impairment().on(link, 0), route, tap, timing);
      return new FabricDut(place, fabric.fabric(), List.of(reached));
    }

    @Override
    public DutTarget at(Route.Directed route) {
      String text = uri.withParameter("path", PathText.of(route.ports()));
      DutUri place = new DutUri(text, uri.scheme(), uri.target(), uri.parameters());
      return new DutTarget() {
        @Override
        public DutUri uri() {
          return place;
        }

        @Override
        public Dut open(Tap tap, Timing timing) {
          return opened(place, route, tap, timing);
        }
      };
    }
  }
}
