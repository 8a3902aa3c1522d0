package org.ibassay.wire.mad;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// The header of the reliable multi-packet transaction protocol: the 12 bytes after the common
/// header. Offsets count from the start of the MAD.
///
/// If [#ACTIVE] is 0, the other fields are ignored.
public final class RmppHeader {
  /// Offset of a segment's data from the start of the MAD, in bytes. PayloadLength counts from
  /// here, so in the SA class it includes the SA header of each segment.
  public static final int DATA = 36;

  /// The only version of the protocol.
  public static final int VERSION = 1;

  /// RMPPType of a data segment.
  public static final int TYPE_DATA = 1;

  /// RMPPType of an ACK.
  public static final int TYPE_ACK = 2;

  /// RMPPType of a STOP: the sender has no resources.
  public static final int TYPE_STOP = 3;

  /// RMPPType of an ABORT: a transfer ends early for any other reason.
  public static final int TYPE_ABORT = 4;

  /// RRespTime: the response time is not given.
  public static final int NO_RESPONSE_TIME = 0x1F;

  private static final Layout.Table T = Layout.table("RMPPHeader", "13.6.2.1", DATA);

  public static final Field RMPP_VERSION = T.rw("RMPPVersion", 192, 8, DECIMAL);
  public static final Field TYPE = T.rw("RMPPType", 200, 8, DECIMAL);

  /// Exponent: 4.096 us * 2^n; 31: not given. Five bits, as in libibmad and Linux; tshark reads
  /// four, and four flags.
  public static final Field R_RESP_TIME = T.rw("RRespTime", 208, 5, DECIMAL);

  public static final Field FLAGS = T.rw("RMPPFlags", 213, 3, HEX);
  public static final Field ACTIVE = T.bit(FLAGS, "Active", 0);
  public static final Field FIRST = T.bit(FLAGS, "First", 1);
  public static final Field LAST = T.bit(FLAGS, "Last", 2);

  /// One of [RmppStatus].
  public static final Field STATUS = T.rw("RMPPStatus", 216, 8, DECIMAL);

  public static final Field DATA1 = T.rw("Data1", 224, 32, HEX);

  /// DATA: number of the segment, from 1. ACK: the last segment received in order.
  public static final Field SEGMENT_NUMBER = T.part(DATA1, "SegmentNumber", 0, 32, DECIMAL);

  public static final Field DATA2 = T.rw("Data2", 256, 32, HEX);

  /// First segment: length of the data of all segments, or 0 if not given. Last segment: length of
  /// its own data. In bytes.
  public static final Field PAYLOAD_LENGTH = T.part(DATA2, "PayloadLength", 0, 32, DECIMAL);

  /// ACK: the last segment that may be sent.
  public static final Field NEW_WINDOW_LAST = T.part(DATA2, "NewWindowLast", 0, 32, DECIMAL);

  public static final Layout LAYOUT = T.build();

  private RmppHeader() {}
}
