package org.ibassay.audit;

import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Psn;
import org.jspecify.annotations.Nullable;

/// Whether the network or the capture may have swapped a response with the one that it comes
/// behind: what was sent earlier has an earlier time, or its MSN tells of fewer messages, if the
/// two differ in that.
final class Swaps {
  private Swaps() {}

  /// @param flow has the response
  /// @param request that it is about; null when it is not known
  /// @param ends how many messages of the requester it is to tell of
  /// @param complete whether the user says that the capture shows what was sent
  static boolean mayBe(
      Flow flow, AuditedPacket seen, @Nullable Request request, long ends, boolean complete) {
    Flow.Responses responses = flow.responses;
    boolean isEarlier = seen.nanos < responses.highestNanos;
    if (complete || isEarlier) {
      return isEarlier;
    }
    return !seen.packet.has(Header.AETH)
        || request == null
        || request.stretch == 0
        || request.lastFrame != request.firstFrame // to which of the two it is
        || ends == responses.highestEnds
        || Psn.isBefore(seen.msn(), responses.highestMsn);
  }
}
