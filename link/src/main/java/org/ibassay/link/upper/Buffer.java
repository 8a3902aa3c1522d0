package org.ibassay.link.upper;

import java.util.List;
import java.util.stream.Stream;

/// The memory of a work request: one or more parts of registered memory.
///
/// @param pieces the scatter/gather list
public record Buffer(List<Piece> pieces) {

  /// A part of a memory region.
  ///
  /// @param region the region
  /// @param at offset from the region's start, in bytes
  /// @param bytes length, may be 0
  public record Piece(MemoryRegion region, long at, int bytes) {}

  /// Copies the list.
  public Buffer {
    pieces = List.copyOf(pieces);
  }

  /// Total length; 0 for a message without payload.
  public int bytes() {
    return pieces.stream().mapToInt(Piece::bytes).reduce(0, Math::addExact);
  }

  /// Returns a copy that continues in more memory.
  public Buffer then(Buffer more) {
    return new Buffer(Stream.concat(pieces.stream(), more.pieces.stream()).toList());
  }
}
