package org.ibassay.wire.mad;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// The header of the reliable multi-packet transaction protocol, seen from the start of the MAD:
/// the 12 bytes after the common header.
///
/// Where [#ACTIVE] is 0 the rest of it means nothing.
public final class RmppHeader {
  /// Where the data of a segment starts, in bytes from the start of the MAD. PayloadLength counts
  /// from here, so that of the SA class includes the SA header of each segment.
  public static final int DATA = 36;

  /// The version that all of this is about.
  public static final int VERSION = 1;

  /// RMPPType of a segment of data.
  public static final int TYPE_DATA = 1;

  /// RMPPType of an acknowledgement.
  public static final int TYPE_ACK = 2;

  /// RMPPType of "no resources".
  public static final int TYPE_STOP = 3;

  /// RMPPType of every other end of a transfer before its time.
  public static final int TYPE_ABORT = 4;

  /// RRespTime of one who does not say how long it takes to answer.
  public static final int NO_RESPONSE_TIME = 0x1F;

  private static final Layout.Table T = Layout.table("RMPPHeader", "13.6.2.1", DATA);

  public static final Field RMPP_VERSION = T.rw("RMPPVersion", 192, 8, DECIMAL);
  public static final Field TYPE = T.rw("RMPPType", 200, 8, DECIMAL);

  /// Exponent: 4.096 us * 2^n; 31: not said. Five bits, as libibmad and Linux have it (tshark reads
  /// four, and four for the flags).
  public static final Field R_RESP_TIME = T.rw("RRespTime", 208, 5, DECIMAL);

  public static final Field FLAGS = T.rw("RMPPFlags", 213, 3, HEX);
  public static final Field ACTIVE = T.bit(FLAGS, "Active", 0);
  public static final Field FIRST = T.bit(FLAGS, "First", 1);
  public static final Field LAST = T.bit(FLAGS, "Last", 2);

  /// One of [RmppStatus].
  public static final Field STATUS = T.rw("RMPPStatus", 216, 8, DECIMAL);

  public static final Field DATA1 = T.rw("Data1", 224, 32, HEX);

  /// Of data: its place, from 1. Of an acknowledgement: the last segment received in order.
  public static final Field SEGMENT_NUMBER = T.part(DATA1, "SegmentNumber", 0, 32, DECIMAL);

  public static final Field DATA2 = T.rw("Data2", 256, 32, HEX);

  /// Of the first segment: the sum of all segments' data, or 0: not said. Of the last: its own.
  public static final Field PAYLOAD_LENGTH = T.part(DATA2, "PayloadLength", 0, 32, DECIMAL);

  /// Of an acknowledgement: the last segment that may be sent.
  public static final Field NEW_WINDOW_LAST = T.part(DATA2, "NewWindowLast", 0, 32, DECIMAL);

  public static final Layout LAYOUT = T.build();

  private RmppHeader() {}
}
