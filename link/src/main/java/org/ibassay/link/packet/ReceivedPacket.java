package org.ibassay.link.packet;

import org.ibassay.wire.packet.TransportPacket;

/// A packet of the transport received for the tester.
///
/// @param packet in a segment of its own; whatever is wrong with it is among its findings
/// @param nanos when it was received, by the link's clock
/// @param frame its number in the capture, 0 for none
public record ReceivedPacket(TransportPacket packet, long nanos, long frame) {}
