package org.ibassay.link.rmpp;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;

/// Responses of an SA for tests, whole and in segments.
final class Answers {
  private Answers() {}

  /// Completes the header; the data is unchanged.
  static MemorySegment of(byte[] bytes) {
    MemorySegment message = MemorySegment.ofArray(bytes);
    message.asSlice(0, SaHeader.DATA).fill((byte) 0);
    MadHeader.BASE_VERSION.set(message, 0, 1);
    MadHeader.MGMT_CLASS.set(message, 0, Gmp.SUBNET_ADMINISTRATION);
    MadHeader.CLASS_VERSION.set(message, 0, SaHeader.CLASS_VERSION);
    MadHeader.METHOD.set(message, 0, SaMethod.GET_TABLE_RESP);
    MadHeader.TRANSACTION_ID.set(message, 0, 0x1234_5678_9ABCL);
    MadHeader.ATTRIBUTE_ID.set(message, 0, 0x35);
    SaHeader.ATTRIBUTE_OFFSET.set(message, 0, 8);
    return message;
  }

  /// Returns segments whose bytes are all 1, all 2, all 3 ...
  static MemorySegment segment(int number, int count) {
    byte[] bytes = new byte[RmppSegments.HEADER + count * RmppSegments.BYTES];
    MemorySegment message = of(bytes);
    for (int i = 0; i < count; i++) {
      message
          .asSlice(RmppSegments.HEADER + (long) i * RmppSegments.BYTES, RmppSegments.BYTES)
          .fill((byte) (i + 1));
    }
    return RmppSegments.data(message, number);
  }

  /// Returns the segment and the window of an acknowledgment.
  static List<Long> ack(MemorySegment mad) {
    if (RmppHeader.TYPE.get(mad, 0) != RmppHeader.TYPE_ACK) {
      throw new AssertionError("not an ACK but type " + RmppHeader.TYPE.get(mad, 0));
    }
    return List.of(RmppHeader.SEGMENT_NUMBER.get(mad, 0), RmppHeader.NEW_WINDOW_LAST.get(mad, 0));
  }
}
