package org.ibassay.suite;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.RmppStatus;
import org.ibassay.wire.mad.Smp;

/// A MAD of a response in segments; [#header] returns `RMPPHeader:...` of the pages.
///
/// @param mad 256 bytes
/// @param frame its frame number in the capture
public record SegmentSpec(MemorySegment mad, long frame) {

  /// A field of one of the headers.
  public long header(Field field) {
    return field.get(mad, 0);
  }

  /// Whether it carries data.
  public boolean isData() {
    return header(RmppHeader.TYPE) == RmppHeader.TYPE_DATA;
  }

  /// Whether it is a STOP or an ABORT.
  public boolean isEnd() {
    long type = header(RmppHeader.TYPE);
    return type == RmppHeader.TYPE_STOP || type == RmppHeader.TYPE_ABORT;
  }

  /// `RMPPHeader:SegmentNumber`.
  public long number() {
    return header(RmppHeader.SEGMENT_NUMBER);
  }

  /// `RMPPHeader:RMPPFlags.Last`.
  public boolean isLast() {
    return header(RmppHeader.LAST) == 1;
  }

  /// Whether another MAD is a retransmission of this one: equal except for RRespTime and the bytes
  /// after the payload.
  public boolean isSentAgainAs(SegmentSpec other) {
    return Arrays.equals(meaning(), other.meaning());
  }

  /// Describes the first difference from another transmission of this segment.
  public String differenceFrom(SegmentSpec other) {
    byte[] own = meaning();
    byte[] first = other.meaning();
    int at = Arrays.mismatch(own, first);
    return at < Math.min(own.length, first.length)
        ? "byte %d is 0x%02X instead of 0x%02X".formatted(at, own[at], first[at])
        : "%d bytes instead of %d".formatted(own.length, first.length);
  }

  private byte[] meaning() {
    long length = header(RmppHeader.PAYLOAD_LENGTH);
    long end = isLast() ? Math.min(Smp.BYTES_OF_MAD, RmppHeader.DATA + length) : Smp.BYTES_OF_MAD;
    MemorySegment copy = MemorySegment.ofArray(new byte[(int) Math.max(RmppHeader.DATA, end)]);
    MemorySegment.copy(mad, 0, copy, 0, copy.byteSize());
    RmppHeader.R_RESP_TIME.set(copy, 0, 0);
    return copy.toArray(ValueLayout.JAVA_BYTE);
  }

  @Override
  public String toString() {
    long type = header(RmppHeader.TYPE);
    return switch ((int) type) {
      case RmppHeader.TYPE_DATA -> "segment " + number();
      case RmppHeader.TYPE_ACK -> "ACK of segment " + number();
      case RmppHeader.TYPE_STOP -> "STOP, " + status();
      case RmppHeader.TYPE_ABORT -> "ABORT, " + status();
      default -> "RMPPType " + type;
    };
  }

  private String status() {
    int status = (int) header(RmppHeader.STATUS);
    return "RMPPStatus %d (%s)".formatted(status, RmppStatus.name(status));
  }
}
