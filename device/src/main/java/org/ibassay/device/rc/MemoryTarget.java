package org.ibassay.device.rc;

import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.TransportPacket;

/// Where in the responder's memory a request reaches.
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

  /// Whether another one lies within this one, under the same key.
  boolean contains(MemoryTarget other) {
    return rkey == other.rkey
        && other.address - address >= 0
        && other.length <= length - (other.address - address);
  }
}
