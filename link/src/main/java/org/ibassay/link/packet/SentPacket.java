package org.ibassay.link.packet;

/// A packet that was sent.
///
/// @param nanos time of sending by the link's clock
/// @param frame its frame number in the capture; 0 for none
public record SentPacket(long nanos, long frame) {}
