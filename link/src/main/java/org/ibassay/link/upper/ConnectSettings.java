package org.ibassay.link.upper;

/// Parameters of a connection that the DUT requests by RDMA CM, as its application chooses them;
/// all others its communication management chooses.
///
/// @param peer the tester's port
/// @param gidIndex which of the DUT's GIDs it speaks from
/// @param port of TCP, which becomes a ServiceID (annex A11)
/// @param reads how many READs and atomics may be outstanding
/// @param retryCount how often a request is sent again, 0 to 7
/// @param rnrCount how often the tester is to send again after an RNR NAK, 0 to 7
/// @param depth how many receives, and how many sends, can be posted at a time
public record ConnectSettings(
    PortAddress peer,
    int gidIndex,
    int port,
    RcSettings.Reads reads,
    int retryCount,
    int rnrCount,
    int depth) {}
