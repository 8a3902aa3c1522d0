package org.ibassay.audit;

import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Psn;
import org.jspecify.annotations.Nullable;

/// Whether the network or the capture may have swapped a response with the preceding one: the one
/// sent earlier has an earlier time, or an MSN with fewer messages, if the two differ in that.
final class Swaps {
  private Swaps() {}

  /// @param flow the response's flow
  /// @param request its request; null if unknown
  /// @param ends number of the requester's messages that it should count
  /// @param complete whether the user states that the capture shows what was sent
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
