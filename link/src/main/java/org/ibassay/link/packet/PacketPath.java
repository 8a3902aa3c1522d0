package org.ibassay.link.packet;

import org.ibassay.link.upper.PortAddress;
import org.ibassay.wire.packet.Envelope;

/// The path from the tester's packet port to the DUT.
///
/// @param envelope the headers before the BTH in packets that the tester sends
/// @param tester the tester's end, as the DUT reaches it
/// @param dut the DUT's end
/// @param gidIndex index of the DUT's GID in its GID table
/// @param mtu the user's limit of a packet's payload in bytes; 0 if the DUT's port decides
public record PacketPath(
    Envelope envelope, PortAddress tester, PortAddress dut, int gidIndex, int mtu) {

  /// Returns a copy with another envelope.
  public PacketPath withEnvelope(Envelope other) {
    return new PacketPath(other, tester, dut, gidIndex, mtu);
  }

  /// Returns a copy with another GID index.
  public PacketPath withGidIndex(int index) {
    return new PacketPath(envelope, tester, dut, index, mtu);
  }
}
