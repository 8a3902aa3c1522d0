package org.ibassay.link.upper;

/// The application's parameters of a connection that the DUT requests by RDMA CM; the DUT's
/// communication management chooses all others.
///
/// @param peer the tester's port
/// @param gidIndex index of the source GID in the DUT's GID table
/// @param port TCP port, which becomes a ServiceID (annex A11)
/// @param reads how many READs and atomics may be outstanding
/// @param retryCount retry count, 0 to 7
/// @param rnrCount the tester's RNR retry count, 0 to 7
/// @param depth depth of the receive queue and of the send queue
public record ConnectSettings(
    PortAddress peer,
    int gidIndex,
    int port,
    RcSettings.Reads reads,
    int retryCount,
    int rnrCount,
    int depth) {}
