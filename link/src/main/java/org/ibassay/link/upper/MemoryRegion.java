package org.ibassay.link.upper;

import java.util.List;

/// Memory that the DUT has registered.
///
/// @param id the upper tester's name for it
/// @param address where it starts, as peers address it
/// @param bytes its length
/// @param rkey what a peer shows to reach it
public record MemoryRegion(int id, long address, long bytes, int rkey) {

  /// All of it.
  ///
  /// @throws ArithmeticException when it is longer than a message can be
  public Buffer whole() {
    return slice(0, Math.toIntExact(bytes));
  }

  /// A part; not checked against the region, as a test may want to leave it.
  ///
  /// @param at from the region's start, in bytes
  public Buffer slice(long at, int length) {
    return new Buffer(List.of(new Buffer.Piece(this, at, length)));
  }
}
