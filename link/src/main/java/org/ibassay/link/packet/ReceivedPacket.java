package org.ibassay.link.packet;

import org.ibassay.wire.packet.TransportPacket;

/// A transport packet received for the tester.
///
/// @param packet the packet, in its own segment, with findings for all that is invalid in it
/// @param nanos time of receipt by the link's clock
/// @param frame its frame number in the capture; 0 for none
public record ReceivedPacket(TransportPacket packet, long nanos, long frame) {}
