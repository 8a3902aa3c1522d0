package org.ibassay.runner;

import org.ibassay.runner.state.Smps;
import org.ibassay.wire.attribute.PortInfo;

/// Names what a port's PortInfo says of its link.
final class LinkFacts {
  private LinkFacts() {}

  static DutInfo.Link of(int hops, Smps.Answer portInfo) {
    return new DutInfo.Link(hops, width(portInfo), speed(portInfo), mtu(portInfo));
  }

  private static String width(Smps.Answer portInfo) {
    long code = portInfo.get(PortInfo.LINK_WIDTH_ACTIVE);
    return switch ((int) code) {
      case 1 -> "1X";
      case 2 -> "4X";
      case 4 -> "8X";
      case 8 -> "12X";
      case 16 -> "2X";
      default -> "width " + code;
    };
  }

  /// A faster speed counts where the port declares that it knows such; else its field is reserved.
  private static String speed(Smps.Answer portInfo) {
    if (has2(portInfo) && portInfo.get(PortInfo.LINK_SPEED_EXT_ACTIVE2) == 1) {
      return "XDR";
    }
    long extended =
        portInfo.get(PortInfo.IS_EXTENDED_SPEEDS_SUPPORTED) == 1
            ? portInfo.get(PortInfo.LINK_SPEED_EXT_ACTIVE)
            : 0;
    long code = portInfo.get(PortInfo.LINK_SPEED_ACTIVE);
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

  private static boolean has2(Smps.Answer portInfo) {
    return portInfo.get(PortInfo.IS_CAPABILITY_MASK2_SUPPORTED) == 1
        && portInfo.get(PortInfo.IS_EXTENDED_SPEEDS2_SUPPORTED) == 1;
  }

  private static int mtu(Smps.Answer portInfo) {
    int code = (int) portInfo.get(PortInfo.NEIGHBOR_MTU);
    return code >= 1 && code <= 5 ? 128 << code : 0;
  }
}
