package org.ibassay.wire.sa;

import org.ibassay.wire.mad.MadStatus;

/// The class-specific part of an SA response's Status: its upper byte (15.2.4). The lower byte is
/// that of [MadStatus].
public final class SaStatus {
  public static final int OK = 0;
  public static final int NO_RESOURCES = 1;
  public static final int REQ_INVALID = 2;
  public static final int NO_RECORDS = 3;
  public static final int TOO_MANY_RECORDS = 4;
  public static final int REQ_INVALID_GID = 5;
  public static final int REQ_INSUFFICIENT_COMPONENTS = 6;
  public static final int REQ_DENIED = 7;

  /// MultiPathRecord only: the request was met, another priority would suit better.
  public static final int PRIORITY_SUGGESTED = 8;

  private SaStatus() {}

  /// The class-specific part of a Status.
  ///
  /// @param status the 16 bits of [org.ibassay.wire.mad.MadHeader#STATUS]
  public static int of(long status) {
    return (int) (status >>> 8) & 0xFF;
  }

  /// Writes a code where it stands in [org.ibassay.wire.mad.MadHeader#STATUS].
  public static int inStatus(int code) {
    return code << 8;
  }

  /// Returns a Status in hexadecimal, with the name of its code.
  public static String text(long status) {
    int code = (int) (status >>> 2) & 7;
    boolean isCommon = of(status) == OK && code != MadStatus.OK;
    return "0x%04X (%s)".formatted(status, isCommon ? MadStatus.name(code) : name(of(status)));
  }

  /// The name of a class-specific code; of an unknown one its number.
  public static String name(int code) {
    return switch (code) {
      case OK -> "OK";
      case NO_RESOURCES -> "ERR_NO_RESOURCES";
      case REQ_INVALID -> "ERR_REQ_INVALID";
      case NO_RECORDS -> "ERR_NO_RECORDS";
      case TOO_MANY_RECORDS -> "ERR_TOO_MANY_RECORDS";
      case REQ_INVALID_GID -> "ERR_REQ_INVALID_GID";
      case REQ_INSUFFICIENT_COMPONENTS -> "ERR_REQ_INSUFFICIENT_COMPONENTS";
      case REQ_DENIED -> "ERR_REQ_DENIED";
      case PRIORITY_SUGGESTED -> "PRIORITY_SUGGESTED";
      default -> "SA status " + code;
    };
  }
}
