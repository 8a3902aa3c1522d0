package org.ibassay.link.rmpp;

import java.lang.foreign.MemorySegment;

/// The message that a transfer brought.
///
/// @param bytes the first segment's header, 56 bytes, and after it the data of all segments
/// @param segments how many there were
/// @param declaredLength what PayloadLength of the first segment said: 0 for nothing
public record RmppMessage(MemorySegment bytes, int segments, long declaredLength) {

  /// Returns the PayloadLength that the first segment should have had, if it states one.
  public long actualLength() {
    return bytes.byteSize() - RmppSegments.HEADER + (long) segments * RmppSegments.COUNTED_HEADER;
  }
}
