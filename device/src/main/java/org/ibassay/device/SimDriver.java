package org.ibassay.device;

import java.util.List;
import org.ibassay.link.DutDriver;
import org.ibassay.link.DutTarget;
import org.ibassay.link.DutUri;
import org.ibassay.link.DutUriException;
import org.ibassay.link.UriParameter;

/// Simulated devices: `sim:ca`, `sim:switch`, `sim:router`, with the parameters of
/// [org.ibassay.device.variant.SimParameter], `deviation=NAME` as often as wanted, `hostile=NAME`
/// ([org.ibassay.device.hostile.Hostility]), from the answer after `hostile-after=N` on, the link's
/// parameters ([org.ibassay.link.impaired.Impairment#PARAMETERS]), and `seed=N`.
public final class SimDriver implements DutDriver {
  /// For `ServiceLoader`.
  public SimDriver() {}

  @Override
  public String scheme() {
    return "sim";
  }

  @Override
  public List<UriParameter<?>> parameters() {
    return SimUri.PARAMETERS;
  }

  @Override
  public DutTarget parse(DutUri uri) throws DutUriException {
    return new SimTarget(uri, SimUri.parse(uri));
  }
}
