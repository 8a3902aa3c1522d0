package org.ibassay.wire.mad;

/// The reason for a STOP or an ABORT: values of RMPPStatus (13.6.2.3), as in Linux and OpenSM.
public final class RmppStatus {
  public static final int NORMAL = 0;

  /// The only status of a STOP.
  public static final int RESOURCES_EXHAUSTED = 1;

  public static final int TOTAL_TIME_TOO_LONG = 118;
  public static final int LAST_AND_PAYLOAD_LENGTH = 119;
  public static final int FIRST_AND_SEGMENT_NUMBER = 120;
  public static final int BAD_TYPE = 121;
  public static final int NEW_WINDOW_LAST_TOO_SMALL = 122;
  public static final int SEGMENT_NUMBER_TOO_BIG = 123;
  public static final int ILLEGAL_STATUS = 124;
  public static final int UNSUPPORTED_VERSION = 125;
  public static final int TOO_MANY_RETRIES = 126;
  public static final int UNSPECIFIED = 127;

  private RmppStatus() {}

  /// Returns the meaning of a status; for an unknown one, its number.
  public static String name(int status) {
    return switch (status) {
      case NORMAL -> "normal";
      case RESOURCES_EXHAUSTED -> "resources exhausted";
      case TOTAL_TIME_TOO_LONG -> "total time too long";
      case LAST_AND_PAYLOAD_LENGTH -> "inconsistent Last and PayloadLength";
      case FIRST_AND_SEGMENT_NUMBER -> "inconsistent First and SegmentNumber";
      case BAD_TYPE -> "bad RMPPType";
      case NEW_WINDOW_LAST_TOO_SMALL -> "NewWindowLast too small";
      case SEGMENT_NUMBER_TOO_BIG -> "SegmentNumber too big";
      case ILLEGAL_STATUS -> "illegal RMPPStatus";
      case UNSUPPORTED_VERSION -> "unsupported RMPPVersion";
      case TOO_MANY_RETRIES -> "too many retries";
      case UNSPECIFIED -> "unspecified";
      default -> "RMPPStatus " + status;
    };
  }
}
