package org.ibassay.device.sa;

import org.ibassay.link.rmpp.RmppLimits;

/// Where 13.6 leaves the receiver of a request in segments a choice, conforming ones differ.
///
/// @param isSupported whether there are such requests: IsMultiPathSupported
/// @param answersAtOnce whether a request is answered when it is whole, as by Linux, or when the
///   requester has turned the direction
/// @param window how many segments may be sent between two acknowledges
public record RequestWays(boolean isSupported, boolean answersAtOnce, int window) {

  RmppLimits limits() {
    RmppLimits usual = RmppLimits.DEFAULT;
    return new RmppLimits(
        usual.silenceNanos(), usual.retries(), usual.totalNanos(), window, usual.maxBytes());
  }
}
