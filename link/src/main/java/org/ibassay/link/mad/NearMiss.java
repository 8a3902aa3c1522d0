package org.ibassay.link.mad;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.ibassay.wire.mad.MadHeader;

/// A wrong response: a MAD that matches a transmission of a request except for one of
/// TransactionID, method and class.
///
/// @param request the transmission, 256 bytes
/// @param requestFrame its frame number in the capture
/// @param mad the received MAD, 256 bytes
/// @param frame its frame number in the capture
public record NearMiss(MemorySegment request, long requestFrame, MemorySegment mad, long frame) {

  /// Copies the MADs.
  ///
  /// @param tid TransactionID of the transmission
  static NearMiss of(
      ExchangeSlot slot, long tid, long requestFrame, MemorySegment mad, long frame) {
    MemorySegment request = copy(slot.request);
    MadHeader.TRANSACTION_ID.set(request, 0, tid);
    return new NearMiss(request, requestFrame, copy(mad), frame);
  }

  private static MemorySegment copy(MemorySegment mad) {
    return MemorySegment.ofArray(mad.toArray(ValueLayout.JAVA_BYTE));
  }
}
