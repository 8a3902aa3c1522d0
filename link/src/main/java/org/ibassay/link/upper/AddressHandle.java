package org.ibassay.link.upper;

/// The destination of the DUT's datagrams, and fields of their headers.
///
/// @param peer the destination port
/// @param gidIndex index of the source GID in the DUT's GID table
/// @param trafficClass of the GRH or the IP header; 8 bits
/// @param hopLimit of the GRH or the IP header; 1 to 255
public record AddressHandle(PortAddress peer, int gidIndex, int trafficClass, int hopLimit) {}
