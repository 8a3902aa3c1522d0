package org.ibassay.link;

import java.util.List;
import org.ibassay.link.capture.Tap;

/// Opens DUTs of one URI scheme; found by `ServiceLoader`.
public interface DutDriver {
  /// The scheme that this driver serves, e.g. `umad`.
  String scheme();

  /// What its URIs may give behind the `?`, as far as that is the same for every target.
  default List<UriParameter> parameters() {
    return List.of();
  }

  /// Opens a DUT.
  ///
  /// @param uri its parameters are checked here: an unknown or malformed one is refused by name
  /// @param tap sees every packet
  /// @param timing how long to wait for answers and how often to ask
  /// @throws DutUriException when the URI says something that the driver does not understand
  /// @throws LinkException when the tester's side cannot reach out
  Dut open(DutUri uri, Tap tap, Timing timing) throws DutUriException, LinkException;
}
