package org.ibassay.link.upper;

import org.ibassay.link.upper.QpAttributes.State;

/// Settings of a UD QP when it is opened.
///
/// @param gidIndex index of its GID in the DUT's GID table
/// @param qKey Q_Key required in datagrams to it, 32 bits
/// @param sendPsn PSN of the DUT's first datagram, 24 bits
/// @param state the state to set: `RESET`, `INIT`, `RTR` or `RTS`
/// @param depth depth of the receive queue and of the send queue
public record UdSettings(int gidIndex, int qKey, int sendPsn, State state, int depth) {
  /// Returns a copy with another state.
  public UdSettings withState(State other) {
    return new UdSettings(gidIndex, qKey, sendPsn, other, depth);
  }
}
