package org.ibassay.link.upper;

import org.jspecify.annotations.Nullable;

/// A SEND for the send queue of a QP of unreliable datagrams.
///
/// @param id comes back in the completion
/// @param local what is sent
/// @param to where it goes
/// @param qpn the QP that it goes to, 24 bits
/// @param qKey for that QP, 32 bits; where its first bit is set, the sending QP's own is sent
/// @param immediate the immediate data, or null
/// @param solicited whether the receiver is to have a solicited event
public record Datagram(
    long id,
    Buffer local,
    AddressHandle to,
    int qpn,
    int qKey,
    @Nullable Integer immediate,
    boolean solicited) {}
