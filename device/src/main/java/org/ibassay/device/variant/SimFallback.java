package org.ibassay.device.variant;

import static org.ibassay.device.variant.NodeKind.ROUTER;
import static org.ibassay.device.variant.NodeKind.SM;
import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.device.variant.SimParameter.NATIVE_FRAMING;
import static org.ibassay.device.variant.SimParameter.PORTS;
import static org.ibassay.device.variant.SimParameter.VL_CAP;

/// Default values of parameters: a number, or the index of a word.
final class SimFallback {
  private SimFallback() {}

  /// @param given the values known so far: all parameters before this one in the table
  static long of(SimParameter parameter, NodeKind kind, Variant given) {
    return switch (parameter) {
      case PORTS ->
          switch (kind) {
            case SWITCH -> 36;
            case SM -> 1;
            case CA, ROUTER -> 2;
          };
      case CABLED ->
          kind == SWITCH ? 1 : Math.min(4, given.number(PORTS)); // enough to distinguish ports
      case FROM_PORT -> 1;
      case MCAST_CAP -> 1000; // the last block is partial
      case LINEAR_CAP -> 49152;
      case VL_CAP -> kind == ROUTER ? 1 : 4; // covers devices with and without SL mapping
      case SL_MAPPING -> given.number(VL_CAP) > 1 ? 1 : 0;
      case VL_ARB_HIGH_CAP, VL_ARB_LOW_CAP -> given.number(VL_CAP) > 1 ? 64 : 0;
      case MTU_CAP -> 5;
      case WIDTHS -> 3;
      case SPEEDS -> 7;
      case EXT_SPEEDS -> 3;
      case CLIENT_REREGISTER -> 1;
      case GUID_CAP -> 8;
      case PARTITION_CAP -> 128;
      case ENFORCEMENT_CAP -> 32;
      case RESP_TIME_VALUE -> 18;
      case RESPONSE_MICROS -> 2;
      // One whose two bytes differ; without a LID there are no packets except SMPs.
      case LID -> kind == SM || given.is(NATIVE_FRAMING) ? 0x0234 : 0;
      case PORT_STATE -> given.is(NATIVE_FRAMING) ? 2 : 0;
      case MAX_READS -> 16;
      case CM_PORT -> 7471; // rping
      case CM_RETRIES -> 3;
      case ACK_TIMEOUT_TIMES -> 2; // 1 to 4 are allowed
      case SM_PRIORITY -> 4; // so that others can be higher and lower
      case SM_POLL -> 10;
      case MULTIPATH_WINDOW -> 4; // fewer than the segments of a request
      case ATOMICS, ATOMIC_WRITE, CREDITS, LED, MULTICAST, MULTIPATH, SUBSCRIPTIONS -> 1;
      case PMA_EXTENDED, PMA_ALL_PORTS, PMA_SPEEDS -> 1;
      case PMA_SAMPLES -> 5;
      case FLUSH, WINDOWS, SHARED_RECEIVES -> 1;
      default -> 0;
    };
  }
}
