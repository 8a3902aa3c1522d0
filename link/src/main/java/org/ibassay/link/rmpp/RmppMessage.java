package org.ibassay.link.rmpp;

import java.lang.foreign.MemorySegment;

/// The message of a completed transfer.
///
/// @param bytes the header of the first segment, 56 bytes, followed by the data of all segments
/// @param segments number of segments
/// @param declaredLength PayloadLength of the first segment: 0 if it declares none
public record RmppMessage(MemorySegment bytes, int segments, long declaredLength) {

  /// Returns the PayloadLength that the first segment should have had, if it states one.
  public long actualLength() {
    return bytes.byteSize() - RmppSegments.HEADER + (long) segments * RmppSegments.COUNTED_HEADER;
  }
}
