package org.ibassay.device;

import java.util.List;
import org.ibassay.device.fabric.SimMadLink;
import org.ibassay.device.listen.Host;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;

/// A node in a simulated fabric, which is made when it is opened.
///
/// @param wanted what the URI says
record FabricTarget(DutUri uri, FabricUri wanted) implements DutTarget {

  @Override
  public Dut open(Tap tap, Timing timing) {
    TopologyFabric fabric = new TopologyFabric(wanted.topology(), wanted.impairment().seed());
    Host tester = fabric.host(wanted.tester());
    SimMadLink link = new SimMadLink(tester.node(), tester.port());
    tester.runs(link.inbox());
    MadPort reached =
        new MadPort(
            wanted.impairment().on(link, 0), new Route.Directed(wanted.route()), tap, timing);
    return new FabricDut(uri, fabric.fabric(), List.of(reached));
  }
}
