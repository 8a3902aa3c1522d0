package org.ibassay.wire.mad;

/// Methods of the subnet management class (14.2.2): values of the header's Method field.
public final class Method {
  public static final int GET = 0x01;
  public static final int SET = 0x02;
  public static final int TRAP = 0x05;
  public static final int TRAP_REPRESS = 0x07;
  public static final int GET_RESP = 0x81;

  /// The bit that marks a response.
  public static final int RESPONSE_BIT = 0x80;

  private Method() {}

  /// Returns the response method of a request method. For subnet administration, which has more
  /// methods, use `SaMethod.response`.
  public static int response(int method) {
    return method == SET ? GET_RESP : method | RESPONSE_BIT;
  }

  /// Returns the method's name, `Subn...`; for an unknown one, its number.
  public static String name(int method) {
    return switch (method) {
      case GET -> "SubnGet";
      case SET -> "SubnSet";
      case TRAP -> "SubnTrap";
      case TRAP_REPRESS -> "SubnTrapRepress";
      case GET_RESP -> "SubnGetResp";
      default -> "method 0x%02X".formatted(method);
    };
  }
}
