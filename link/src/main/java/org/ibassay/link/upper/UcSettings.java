package org.ibassay.link.upper;

/// Settings of a UC QP when it is opened.
///
/// @param peer the tester's port
/// @param peerQpn the tester's QP, 24 bits
/// @param gidIndex index of the source GID in the DUT's GID table
/// @param pathMtu in bytes: 256, 512, 1024, 2048 or 4096
/// @param sendPsn PSN of the DUT's first packet, 24 bits
/// @param receivePsn PSN that the DUT expects in the tester's first packet, 24 bits
/// @param access the tester's access rights; `localWrite` is ignored
/// @param depth depth of the receive queue and of the send queue
public record UcSettings(
    PortAddress peer,
    int peerQpn,
    int gidIndex,
    int pathMtu,
    int sendPsn,
    int receivePsn,
    AccessRights access,
    int depth) {}
