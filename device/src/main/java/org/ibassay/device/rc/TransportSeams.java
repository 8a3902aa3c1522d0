package org.ibassay.device.rc;

/// Where an adapter's transport can be made to deviate, service by service.
///
/// @param rc reliable connections
/// @param ud unreliable datagrams
/// @param uc unreliable connections
/// @param gsi QP1
public record TransportSeams(RcSeams rc, UdSeams ud, UcSeams uc, GsiSeams gsi) {

  /// Those of an adapter that conforms.
  public TransportSeams() {
    this(new RcSeams(), new UdSeams(), new UcSeams(), new GsiSeams());
  }
}
