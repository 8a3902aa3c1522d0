package org.ibassay.link.upper;

import org.jspecify.annotations.Nullable;

/// A SEND for the send queue of a UD QP.
///
/// @param id returned in the completion
/// @param local the data to send
/// @param to the destination
/// @param qpn destination QP, 24 bits
/// @param qKey Q_Key, 32 bits; if the most significant bit is set, the sending QP's own Q_Key is
///   sent instead
/// @param immediate the immediate data, or null
/// @param solicited whether the receiver is to raise a solicited event
public record Datagram(
    long id,
    Buffer local,
    AddressHandle to,
    int qpn,
    int qKey,
    @Nullable Integer immediate,
    boolean solicited) {}
