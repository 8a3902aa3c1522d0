package org.ibassay.link.dut;

import java.util.List;

/// Reads the DUT URIs of one scheme; found by `ServiceLoader`.
public interface DutDriver {
  /// The scheme that this driver serves, e.g. `umad`.
  String scheme();

  /// Returns the parameters that its URIs may have after the `?`, as far as they are common to all
  /// targets.
  default List<UriParameter<?>> parameters() {
    return List.of();
  }

  /// Reads a URI and checks all that it says. Opens nothing and looks at no device.
  ///
  /// @throws DutUriException when the driver does not understand the target, or a parameter is
  ///   unknown or malformed; names it
  DutTarget parse(DutUri uri) throws DutUriException;
}
