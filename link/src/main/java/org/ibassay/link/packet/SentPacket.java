package org.ibassay.link.packet;

/// A packet that was sent.
///
/// @param nanos when, by the link's clock
/// @param frame its number in the capture, 0 for none
public record SentPacket(long nanos, long frame) {}
