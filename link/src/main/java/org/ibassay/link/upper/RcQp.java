package org.ibassay.link.upper;

/// An RC QP of the DUT.
///
/// @param qpn QP number, 24 bits
/// @param address the DUT's port, as the tester reaches it
public record RcQp(int qpn, PortAddress address) implements Qp {}
