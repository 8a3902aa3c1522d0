package org.ibassay.device.rc;

import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.TransportPacket;

/// The memory range of a request to the responder.
///
/// @param length in bytes, never negative
record MemoryTarget(long address, int rkey, long length) {

  static MemoryTarget ofReth(TransportPacket packet, RcSeams seams) {
    return new MemoryTarget(
        seams.address.part().applyAsLong(packet.get(Header.RETH, Reth.VA)),
        (int) packet.get(Header.RETH, Reth.R_KEY),
        seams.dmaLength.part().applyAsLong(packet.get(Header.RETH, Reth.DMA_LEN)));
  }

  static MemoryTarget ofAtomic(TransportPacket packet) {
    return new MemoryTarget(
        packet.get(Header.ATOMIC_ETH, AtomicEth.VA),
        (int) packet.get(Header.ATOMIC_ETH, AtomicEth.R_KEY),
        Region.ATOMIC_BYTES);
  }

  /// Whether another range is within this one, and has the same R_Key.
  boolean contains(MemoryTarget other) {
    return rkey == other.rkey
        && other.address - address >= 0
        && other.length <= length - (other.address - address);
  }
}
