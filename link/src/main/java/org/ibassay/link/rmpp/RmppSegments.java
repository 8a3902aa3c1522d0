package org.ibassay.link.rmpp;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.SaHeader;

/// The MADs of a transfer; divides a message into segments.
///
/// Each segment repeats the whole header, including the SA header. PayloadLength counts all bytes
/// after the RMPP header, so the SA header is counted once for each segment, as in Linux.
public final class RmppSegments {
  /// Bytes of the message in each segment.
  static final int BYTES = SaHeader.DATA_BYTES;

  /// Length of the header that each segment repeats, in bytes.
  static final int HEADER = SaHeader.DATA;

  /// Length of the part of the header that PayloadLength counts, in bytes.
  static final int COUNTED_HEADER = HEADER - RmppHeader.DATA;

  /// PayloadLength of a full segment.
  static final int FULL = COUNTED_HEADER + BYTES;

  private RmppSegments() {}

  /// Returns all segments of a message.
  ///
  /// @param message header, 56 bytes, and data
  public static List<MemorySegment> of(MemorySegment message) {
    return IntStream.rangeClosed(1, count(message.byteSize() - HEADER))
        .mapToObj(number -> data(message, number))
        .toList();
  }

  /// Returns the number of segments of a message.
  ///
  /// @param dataBytes length without the header
  static int count(long dataBytes) {
    return (int) Math.max(1, (dataBytes + BYTES - 1) / BYTES);
  }

  /// Returns one segment of a message.
  ///
  /// @param message header and data
  /// @param number from 1
  static MemorySegment data(MemorySegment message, int number) {
    long dataBytes = message.byteSize() - HEADER;
    int count = count(dataBytes);
    long at = (long) (number - 1) * BYTES;
    long length = Math.min(BYTES, dataBytes - at);
    MemorySegment mad = withHeader(message, RmppHeader.TYPE_DATA);
    MemorySegment.copy(message, HEADER + at, mad, HEADER, length);
    RmppHeader.SEGMENT_NUMBER.set(mad, 0, number);
    if (number == 1) {
      RmppHeader.FIRST.set(mad, 0, 1);
      RmppHeader.PAYLOAD_LENGTH.set(mad, 0, dataBytes + (long) count * COUNTED_HEADER);
    }
    if (number == count) {
      RmppHeader.LAST.set(mad, 0, 1);
      RmppHeader.PAYLOAD_LENGTH.set(mad, 0, length + COUNTED_HEADER);
    }
    return mad;
  }

  /// Returns a copy of a peer's MAD with the method of the other direction: the header for MADs
  /// sent back.
  static MemorySegment turned(MemorySegment of) {
    MemorySegment mad = withHeader(of, RmppHeader.TYPE_ACK);
    MadHeader.METHOD.set(mad, 0, MadHeader.METHOD.get(of, 0) ^ Method.RESPONSE_BIT);
    MadHeader.STATUS.set(mad, 0, 0);
    return mad;
  }

  /// Returns an ACK.
  ///
  /// @param header provides the header
  /// @param number the last segment received in order
  /// @param windowLast the last segment that may be sent
  static MemorySegment ack(MemorySegment header, long number, long windowLast) {
    MemorySegment mad = withHeader(header, RmppHeader.TYPE_ACK);
    RmppHeader.SEGMENT_NUMBER.set(mad, 0, number);
    RmppHeader.NEW_WINDOW_LAST.set(mad, 0, windowLast);
    return mad;
  }

  /// Returns a MAD that ends the transfer early.
  ///
  /// @param header provides the header
  /// @param type STOP or ABORT
  static MemorySegment end(MemorySegment header, int type, int status) {
    MemorySegment mad = withHeader(header, type);
    RmppHeader.STATUS.set(mad, 0, status);
    return mad;
  }

  private static MemorySegment withHeader(MemorySegment of, int type) {
    MemorySegment mad = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    MemorySegment.copy(of, 0, mad, 0, HEADER);
    RmppHeader.RMPP_VERSION.set(mad, 0, RmppHeader.VERSION);
    RmppHeader.TYPE.set(mad, 0, type);
    RmppHeader.R_RESP_TIME.set(mad, 0, RmppHeader.NO_RESPONSE_TIME);
    RmppHeader.FLAGS.set(mad, 0, 0);
    RmppHeader.ACTIVE.set(mad, 0, 1);
    RmppHeader.STATUS.set(mad, 0, 0);
    RmppHeader.DATA1.set(mad, 0, 0);
    RmppHeader.DATA2.set(mad, 0, 0);
    return mad;
  }
}
