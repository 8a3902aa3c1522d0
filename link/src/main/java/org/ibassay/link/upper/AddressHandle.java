package org.ibassay.link.upper;

/// Where a datagram of the DUT goes, and what its packet says on the way.
///
/// @param peer the port that it goes to
/// @param gidIndex which of the DUT's GIDs it comes from
/// @param trafficClass of the GRH, or of the IP header; 8 bits
/// @param hopLimit of the GRH, or of the IP header; 1 to 255
public record AddressHandle(PortAddress peer, int gidIndex, int trafficClass, int hopLimit) {}
