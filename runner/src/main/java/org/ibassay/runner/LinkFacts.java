package org.ibassay.runner;

import java.util.function.ToLongFunction;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;

/// Interprets a port's PortInfo about its link.
public final class LinkFacts {
  private LinkFacts() {}

  /// Returns the attributes of a port's link.
  ///
  /// @param hops number of links between tester and DUT
  /// @param portInfo returns the value of a component
  public static DutInfo.Link of(int hops, ToLongFunction<Field> portInfo) {
    return new DutInfo.Link(hops, width(portInfo), speed(portInfo), mtu(portInfo));
  }

  private static String width(ToLongFunction<Field> portInfo) {
    long code = portInfo.applyAsLong(PortInfo.LINK_WIDTH_ACTIVE);
    return switch ((int) code) {
      case 1 -> "1X";
      case 2 -> "4X";
      case 4 -> "8X";
      case 8 -> "12X";
      case 16 -> "2X";
      default -> "width " + code;
    };
  }

  /// The speed. Faster speeds count only if the port declares support; their fields are reserved
  /// otherwise.
  private static String speed(ToLongFunction<Field> portInfo) {
    if (has2(portInfo) && portInfo.applyAsLong(PortInfo.LINK_SPEED_EXT_ACTIVE2) == 1) {
      return "XDR";
    }
    long extended =
        portInfo.applyAsLong(PortInfo.IS_EXTENDED_SPEEDS_SUPPORTED) == 1
            ? portInfo.applyAsLong(PortInfo.LINK_SPEED_EXT_ACTIVE)
            : 0;
    long code = portInfo.applyAsLong(PortInfo.LINK_SPEED_ACTIVE);
    return switch ((int) extended) {
      case 1 -> "FDR";
      case 2 -> "EDR";
      case 4 -> "HDR";
      case 8 -> "NDR";
      case 0 ->
          switch ((int) code) {
            case 1 -> "SDR";
            case 2 -> "DDR";
            case 4 -> "QDR";
            default -> "speed " + code;
          };
      default -> "extended speed " + extended;
    };
  }

  private static boolean has2(ToLongFunction<Field> portInfo) {
    return portInfo.applyAsLong(PortInfo.IS_CAPABILITY_MASK2_SUPPORTED) == 1
        && portInfo.applyAsLong(PortInfo.IS_EXTENDED_SPEEDS2_SUPPORTED) == 1;
  }

  private static int mtu(ToLongFunction<Field> portInfo) {
    int code = (int) portInfo.applyAsLong(PortInfo.NEIGHBOR_MTU);
    return code >= 1 && code <= 5 ? 128 << code : 0;
  }
}
