package org.ibassay.link.upper;

import java.util.List;

/// Memory that the DUT has registered.
///
/// @param id the upper tester's id
/// @param address its start, as a peer addresses it
/// @param bytes length
/// @param rkey R_Key with which a peer accesses it
public record MemoryRegion(int id, long address, long bytes, int rkey) {

  /// Returns the whole region.
  ///
  /// @throws ArithmeticException if it is longer than the longest message
  public Buffer whole() {
    return slice(0, Math.toIntExact(bytes));
  }

  /// Returns a part of the region; not checked against its bounds, because a test may exceed them.
  ///
  /// @param at offset from the region's start, in bytes
  public Buffer slice(long at, int length) {
    return new Buffer(List.of(new Buffer.Piece(this, at, length)));
  }
}
