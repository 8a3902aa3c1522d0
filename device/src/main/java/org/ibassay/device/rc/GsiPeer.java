package org.ibassay.device.rc;

import org.ibassay.link.upper.PortAddress;

/// QP1 of another port, as this port addresses it.
///
/// @param address the other port
/// @param pKey P_Key of this port for datagrams to it: that of the partition in which it has sent
///   its request
public record GsiPeer(PortAddress address, int pKey) {}
