package org.ibassay.link.roce;

import java.util.List;
import org.ibassay.link.dut.DutDriver;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.link.dut.UriParameter;

/// Devices that speak RoCEv2 on an Ethernet:
/// `roce:DUT-IP?from=TESTER-IP&via=stream:HOST:PORT&agent=HOST:PORT`, or `via=eth:INTERFACE`, or
/// `via=lockstep:HOST:PORT` for a simulator that provides the time.
///
/// `from` is an address that no interface of this machine has; otherwise its kernel would respond,
/// too. Without `agent` the DUT has no upper tester; then `qp` and its related parameters may
/// specify one connection, of which the DUT is the responder. The tester's Ethernet address is
/// `mac`, by default the interface's own; on a stream it is generated.
public final class RoceDriver implements DutDriver {
  /// For `ServiceLoader`.
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
