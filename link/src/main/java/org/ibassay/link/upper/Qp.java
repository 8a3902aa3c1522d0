package org.ibassay.link.upper;

/// A QP of the DUT.
public sealed interface Qp permits RcQp, UcQp, UdQp {
  /// QP number, 24 bits.
  int qpn();

  /// The DUT's port, as the tester reaches it.
  PortAddress address();
}
