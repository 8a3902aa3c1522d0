package org.ibassay.link.upper;

/// Settings of a UC QP when it is opened.
///
/// @param peer the tester's port
/// @param peerQpn the tester's QP, 24 bits
/// @param gidIndex which of the DUT's GIDs it speaks from
/// @param pathMtu in bytes: 256, 512, 1024, 2048 or 4096
/// @param sendPsn PSN of the DUT's first packet, 24 bits
/// @param receivePsn PSN that the DUT expects in the tester's first packet, 24 bits
/// @param access what the tester may do; its `localWrite` says nothing here
/// @param depth how many receives, and how many sends, can be posted at a time
public record UcSettings(
    PortAddress peer,
    int peerQpn,
    int gidIndex,
    int pathMtu,
    int sendPsn,
    int receivePsn,
    AccessRights access,
    int depth) {}
