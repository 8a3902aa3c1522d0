package org.ibassay.link.rmpp;

import org.ibassay.wire.mad.RmppStatus;

/// Why a transfer ended without its message.
///
/// @param byPeer whether the other side ended it
/// @param status what the STOP or ABORT said: one of [RmppStatus], or what a peer made up
/// @param detail what was wrong, and where; completes "the transfer was given up: ..."
public record RmppFailure(boolean byPeer, int status, String detail) {

  /// In one line for people.
  @Override
  public String toString() {
    return (byPeer ? "broken off by the other side: " : "given up: ")
        + detail
        + " ("
        + RmppStatus.name(status)
        + ")";
  }
}
