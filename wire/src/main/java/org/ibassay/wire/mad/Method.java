package org.ibassay.wire.mad;

/// Methods of the subnet management class (14.2.2), as they stand in the header's Method field.
public final class Method {
  public static final int GET = 0x01;
  public static final int SET = 0x02;
  public static final int TRAP = 0x05;
  public static final int TRAP_REPRESS = 0x07;
  public static final int GET_RESP = 0x81;

  /// The bit that marks a response.
  public static final int RESPONSE_BIT = 0x80;

  private Method() {}

  /// The method that answers one of requests. Subnet administration has more of them:
  /// `SaMethod.response`.
  public static int response(int method) {
    return method == SET ? GET_RESP : method | RESPONSE_BIT;
  }

  /// The method's name, `Subn...`; of an unknown one its number.
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
