package org.ibassay.device;

import java.util.List;
import java.util.stream.Stream;
import org.ibassay.device.deviation.DeviationSpec;
import org.ibassay.link.dut.DutDriver;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.link.dut.UriParameter;

/// Simulated devices: `sim:ca`, `sim:switch`, `sim:router`, with the parameters of
/// [org.ibassay.device.variant.SimParameter], any number of `deviation=NAME`, `hostile=NAME`
/// ([org.ibassay.device.hostile.Hostility]) after N responses with `hostile-after=N`, the
/// parameters of the link ([org.ibassay.link.impaired.Impairment#PARAMETERS]), and `seed=N`; and
/// `sim:fabric`, a fabric of such devices that conform.
public final class SimDriver implements DutDriver {
  private final List<DeviationSpec> own;

  /// For `ServiceLoader`.
  public SimDriver() {
    this(List.of());
  }

  /// @param own additional deviations
  public SimDriver(List<OwnDeviation> own) {
    this.own = own.stream().map(OwnDeviation::spec).toList();
  }

  @Override
  public String scheme() {
    return "sim";
  }

  @Override
  public List<UriParameter<?>> parameters() {
    return Stream.concat(SimUri.PARAMETERS.stream(), FabricUri.PARAMETERS.stream()).toList();
  }

  @Override
  public DutTarget parse(DutUri uri) throws DutUriException {
    return FabricUri.isMeantBy(uri)
        ? new FabricTarget(uri, FabricUri.parse(uri))
        : new SimTarget(uri, SimUri.parse(uri, own));
  }
}
