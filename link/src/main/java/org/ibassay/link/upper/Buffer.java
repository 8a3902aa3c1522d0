package org.ibassay.link.upper;

import java.util.List;
import java.util.stream.Stream;

/// Parts of registered memory that a work request uses, one after another; mostly there is one.
///
/// @param pieces where its bytes lie, in order: the scatter/gather list
public record Buffer(List<Piece> pieces) {

  /// One part.
  ///
  /// @param region where
  /// @param at from the region's start, in bytes
  /// @param bytes its length, which may be 0
  public record Piece(MemoryRegion region, long at, int bytes) {}

  /// Keeps a copy.
  public Buffer {
    pieces = List.copyOf(pieces);
  }

  /// Length of all parts together; 0 for a message without payload.
  public int bytes() {
    return pieces.stream().mapToInt(Piece::bytes).reduce(0, Math::addExact);
  }

  /// A copy that goes on in other memory.
  public Buffer then(Buffer more) {
    return new Buffer(Stream.concat(pieces.stream(), more.pieces.stream()).toList());
  }
}
