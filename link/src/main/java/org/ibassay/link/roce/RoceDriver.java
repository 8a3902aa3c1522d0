package org.ibassay.link.roce;

import java.util.List;
import org.ibassay.link.dut.DutDriver;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.link.dut.UriParameter;

/// Devices that speak RoCEv2 on an Ethernet:
/// `roce:DUT-IP?from=TESTER-IP&via=stream:HOST:PORT&agent=HOST:PORT`, or `via=eth:INTERFACE`, or
/// `via=lockstep:HOST:PORT`, where a simulator hands over its time.
///
/// `from` is an address that no interface of this machine has, as its kernel would take part
/// otherwise. Without `agent` nothing drives the DUT from above; then `qp` and what belongs to it
/// may give one connection, of which the DUT is the responder. The tester's Ethernet address is
/// `mac`, or the interface's own; on a stream it is made up.
public final class RoceDriver implements DutDriver {
  /// For the service loader.
  public RoceDriver() {}

  @Override
  public String scheme() {
    return "roce";
  }

  @Override
  public List<UriParameter<?>> parameters() {
    return RoceUri.PARAMETERS;
  }

  @Override
  public DutTarget parse(DutUri uri) throws DutUriException {
    return new RoceTarget(uri, RoceUri.parse(uri));
  }
}
