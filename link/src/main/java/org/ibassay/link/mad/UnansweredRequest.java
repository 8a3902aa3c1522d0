package org.ibassay.link.mad;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.ibassay.link.Unanswered;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;

/// The first subnet management request to a DUT since its last response.
///
/// @param mad 256 bytes, without its TransactionID
/// @param frame its frame number in the capture
/// @param sentAt by the link's clock
/// @param occurrence number of such requests, this one included, since the port began to
///   [watch][MadPort#watch] them; 0 if it watches others
public record UnansweredRequest(MemorySegment mad, long frame, long sentAt, long occurrence)
    implements Unanswered {
  private static final long BEFORE_ID = 8;
  private static final long AFTER_ID = BEFORE_ID + Long.BYTES;

  static UnansweredRequest of(ExchangeSlot slot) {
    byte[] copy = slot.request.toArray(ValueLayout.JAVA_BYTE);
    MemorySegment mad = MemorySegment.ofArray(copy);
    MadHeader.TRANSACTION_ID.set(mad, 0, 0);
    return new UnansweredRequest(mad, slot.requestFrame, slot.lastSentAt, slot.occurrence);
  }

  UnansweredRequest withFrame(long number) {
    return new UnansweredRequest(mad, number, sentAt, occurrence);
  }

  /// Whether another request is equal except for its TransactionID.
  @Override
  public boolean isLike(Unanswered other) {
    return other instanceof UnansweredRequest request && isLike(request.mad);
  }

  /// Requests of one step may differ widely, so none is similar.
  @Override
  public boolean isAkin(Unanswered other) {
    return false;
  }

  boolean isLike(MemorySegment request) {
    return MemorySegment.mismatch(mad, 0, BEFORE_ID, request, 0, BEFORE_ID) < 0
        && MemorySegment.mismatch(
                mad, AFTER_ID, Smp.BYTES_OF_MAD, request, AFTER_ID, Smp.BYTES_OF_MAD)
            < 0;
  }

  /// Whether the request uses or sets an M_Key, or takes the DUT's link down.
  @Override
  public boolean mayCutOff() {
    return Smp.M_KEY.get(mad, 0) != 0
        || (isSetOfPortInfo()
            && (PortInfo.M_KEY.get(mad, Smp.DATA) != 0
                || PortInfo.M_KEY_PROTECT_BITS.get(mad, Smp.DATA) != 0
                || PortInfo.PORT_STATE.get(mad, Smp.DATA) == PortState.DOWN
                || PortInfo.PORT_PHYSICAL_STATE.get(mad, Smp.DATA) != 0));
  }

  private boolean isSetOfPortInfo() {
    return MadHeader.METHOD.get(mad, 0) == Method.SET
        && MadHeader.ATTRIBUTE_ID.get(mad, 0) == Attribute.PORT_INFO.id();
  }

  /// Returns a description of the request.
  @Override
  public String toString() {
    return "%s(%s), AttributeModifier 0x%08X"
        .formatted(
            Method.name((int) MadHeader.METHOD.get(mad, 0)),
            Attribute.name((int) MadHeader.ATTRIBUTE_ID.get(mad, 0)),
            MadHeader.ATTRIBUTE_MODIFIER.get(mad, 0));
  }
}
