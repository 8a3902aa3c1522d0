package org.ibassay.device.rc;

/// The seams of an adapter's transport, by service.
///
/// @param rc reliable connections
/// @param ud unreliable datagrams
/// @param uc unreliable connections
/// @param gsi QP1
public record TransportSeams(RcSeams rc, UdSeams ud, UcSeams uc, GsiSeams gsi) {

  /// Seams of a conforming adapter.
  public TransportSeams() {
    this(new RcSeams(), new UdSeams(), new UcSeams(), new GsiSeams());
  }
}
