package org.ibassay.device.sa;

import org.ibassay.link.rmpp.RmppLimits;

/// Choices of a conforming receiver of requests in segments (13.6).
///
/// @param isSupported whether such requests are supported: IsMultiPathSupported
/// @param answersAtOnce whether a request is answered when it is complete, as by Linux, or after
///   the requester has changed the direction
/// @param window number of segments that may be sent between two acknowledgments
public record RequestWays(boolean isSupported, boolean answersAtOnce, int window) {

  RmppLimits limits() {
    RmppLimits usual = RmppLimits.DEFAULT;
    return new RmppLimits(
        usual.silenceNanos(), usual.retries(), usual.totalNanos(), window, usual.maxBytes());
  }
}
