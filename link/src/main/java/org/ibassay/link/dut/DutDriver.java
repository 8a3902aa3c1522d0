package org.ibassay.link.dut;

import java.util.List;

/// Parses the DUT URIs of one scheme; found by `ServiceLoader`.
public interface DutDriver {
  /// The scheme of its URIs, e.g. `umad`.
  String scheme();

  /// The parameters that its URIs may have after the `?`, as far as all targets share them.
  default List<UriParameter<?>> parameters() {
    return List.of();
  }

  /// Parses and validates a URI. Opens nothing and accesses no device.
  ///
  /// @throws DutUriException if the target is unknown, or a parameter is unknown or malformed;
  ///   names it
  DutTarget parse(DutUri uri) throws DutUriException;
}
