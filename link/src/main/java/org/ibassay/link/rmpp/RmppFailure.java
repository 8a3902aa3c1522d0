package org.ibassay.link.rmpp;

import org.ibassay.wire.mad.RmppStatus;

/// Why a transfer ended without a message.
///
/// @param byPeer whether the other side ended it
/// @param status status of the STOP or ABORT: one of [RmppStatus], or an undefined value from a
///   peer
/// @param detail what was wrong, and where; names the STOP or ABORT of the other side
public record RmppFailure(boolean byPeer, int status, String detail) {

  /// Formats the failure as one line for messages.
  @Override
  public String toString() {
    return detail + " (" + RmppStatus.name(status) + ")";
  }
}
