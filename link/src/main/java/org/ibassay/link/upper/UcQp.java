package org.ibassay.link.upper;

/// A QP of the DUT for an unreliable connection.
///
/// @param qpn its number, 24 bits
/// @param address the DUT's port, as the tester reaches it
public record UcQp(int qpn, PortAddress address) implements Qp {}
