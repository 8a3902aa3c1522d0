package org.ibassay.link.mad;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.mad.Smp;

/// A MAD received without a request, usually a trap.
///
/// @param mad all 256 bytes
/// @param frame its frame number in the capture
/// @param receivedAt by the link's clock, in nanoseconds
public record UnaskedMad(MemorySegment mad, long frame, long receivedAt) {
  static UnaskedMad copyOf(MemorySegment received, long frame, long now) {
    MemorySegment copy = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    MemorySegment.copy(received, 0, copy, 0, copy.byteSize());
    return new UnaskedMad(copy, frame, now);
  }
}
