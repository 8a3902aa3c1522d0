package org.ibassay.link.packet;

import org.ibassay.link.upper.PortAddress;
import org.ibassay.wire.packet.Envelope;

/// The way from the tester's packet port to the DUT.
///
/// @param envelope the headers below the BTH of what the tester sends
/// @param tester the tester's end, as the DUT reaches it
/// @param dut the DUT's end
/// @param gidIndex which of the DUT's GIDs that is
/// @param mtu greatest payload of a packet, in bytes, that the user wants; 0 when the DUT's port
///   has the say
public record PacketPath(
    Envelope envelope, PortAddress tester, PortAddress dut, int gidIndex, int mtu) {

  /// A copy with another of the DUT's GIDs.
  public PacketPath withGidIndex(int index) {
    return new PacketPath(envelope, tester, dut, index, mtu);
  }
}
