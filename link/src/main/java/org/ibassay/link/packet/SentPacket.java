package org.ibassay.link.packet;

/// What is known of a packet that was sent.
///
/// @param nanos when, by the link's clock
/// @param frame its number in the capture, 0 for none
public record SentPacket(long nanos, long frame) {}
