package org.ibassay.link.mad;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.ibassay.wire.mad.MadHeader;

/// A wrong answer: a MAD that is the answer to a try of a request in all that tells answers apart,
/// but for one of TransactionID, method and class.
///
/// @param request the try, 256 bytes
/// @param requestFrame its number in the capture
/// @param mad what was received, 256 bytes
/// @param frame its number in the capture
public record NearMiss(MemorySegment request, long requestFrame, MemorySegment mad, long frame) {

  /// Keeps copies.
  ///
  /// @param tid the try's TransactionID
  static NearMiss of(ExchangeSlot slot, int tid, long requestFrame, MemorySegment mad, long frame) {
    MemorySegment request = copy(slot.request);
    MadHeader.TRANSACTION_ID.set(request, 0, Integer.toUnsignedLong(tid));
    return new NearMiss(request, requestFrame, copy(mad), frame);
  }

  private static MemorySegment copy(MemorySegment mad) {
    return MemorySegment.ofArray(mad.toArray(ValueLayout.JAVA_BYTE));
  }
}
