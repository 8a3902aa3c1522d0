package org.ibassay.link.upper;

import org.ibassay.link.upper.QpAttributes.State;

/// Settings of a UD QP when it is opened.
///
/// @param gidIndex which of the DUT's GIDs reaches it
/// @param qKey what datagrams to it have to show, 32 bits
/// @param sendPsn PSN of the DUT's first datagram, 24 bits
/// @param state where it is taken to: `RESET`, `INIT`, `RTR` or `RTS`
/// @param depth how many receives, and how many sends, can be posted at a time
public record UdSettings(int gidIndex, int qKey, int sendPsn, State state, int depth) {
  /// A copy that is taken to another state.
  public UdSettings withState(State other) {
    return new UdSettings(gidIndex, qKey, sendPsn, other, depth);
  }
}
