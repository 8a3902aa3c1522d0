package org.ibassay.wire.mad;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;
import static org.ibassay.wire.Form.HEX;

import java.util.StringJoiner;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// The parts of the MAD header's 16-bit Status, seen from the start of the MAD.
///
/// In a directed-route SMP, the most significant bit is the direction bit `D` ([Smp#DIRECTION]). It
/// belongs to none of these parts, so they apply to all MADs.
public final class MadStatus {
  private static final Layout.Table T = Layout.table("Status", "13.4.7", 24);

  /// The lower seven bits of the class-specific byte; its most significant bit is `D` in
  /// directed-route SMPs.
  public static final Field CLASS_STATUS = T.rw("Status.ClassSpecific", 33, 7, HEX);

  /// Why the request was rejected: one of the constants below.
  public static final Field CODE = T.rw("Status.Code", 43, 3, DECIMAL);

  public static final Field REDIRECT = T.rw("Status.Redirect", 46, 1, FLAG);
  public static final Field BUSY = T.rw("Status.Busy", 47, 1, FLAG);

  public static final Layout LAYOUT = T.build();

  /// No invalid fields.
  public static final int OK = 0;

  /// The base or class version is not supported.
  public static final int BAD_VERSION = 1;

  /// The method is not supported.
  public static final int BAD_METHOD = 2;

  /// The method and attribute combination is not supported.
  public static final int BAD_METHOD_ATTRIBUTE = 3;

  /// One or more fields of the attribute or its modifier hold an invalid value.
  public static final int INVALID_FIELD = 7;

  private static final int BUSY_BIT = 1;
  private static final int REDIRECT_BIT = 2;

  private MadStatus() {}

  /// Returns a Status in hexadecimal, with the meaning of its common part.
  public static String text(long status) {
    String meaning = meaning(status);
    return "0x%04X".formatted(status) + (meaning.isEmpty() ? "" : " (" + meaning + ")");
  }

  /// Returns the meaning of the part of a Status that all classes have in common; empty if it is 0.
  public static String meaning(long status) {
    StringJoiner meaning = new StringJoiner(", ");
    int code = (int) (status >>> 2) & 7;
    if (code != OK) {
      meaning.add(name(code));
    }
    if ((status & BUSY_BIT) != 0) {
      meaning.add("busy");
    }
    if ((status & REDIRECT_BIT) != 0) {
      meaning.add("redirected");
    }
    return meaning.toString();
  }

  /// Returns the meaning of a status code.
  public static String name(int code) {
    return switch (code) {
      case OK -> "no invalid fields";
      case BAD_VERSION -> "bad version";
      case BAD_METHOD -> "method not supported";
      case BAD_METHOD_ATTRIBUTE -> "method/attribute combination not supported";
      case INVALID_FIELD -> "invalid field value";
      default -> "status code " + code;
    };
  }
}
