package org.ibassay.wire.dm;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;
import static org.ibassay.wire.Form.TEXT;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.GmpAttribute;

/// IOControllerProfile: identity and capabilities of an I/O controller. AttributeModifier: its
/// slot.
public final class IoControllerProfile {
  private static final Layout.Table T = Layout.table("IOControllerProfile", "16.3.3.4", 128);

  public static final Field GUID = T.ro("GUID", 0, 64, HEX);
  public static final Field VENDOR_ID = T.ro("VendorID", 64, 24, HEX);
  public static final Field DEVICE_ID = T.ro("DeviceID", 96, 32, HEX);
  public static final Field DEVICE_VERSION = T.ro("Device Version", 128, 16, HEX);
  public static final Field SUBSYSTEM_VENDOR_ID = T.ro("Subsystem VendorID", 160, 24, HEX);
  public static final Field SUBSYSTEM_ID = T.ro("SubsystemID", 192, 32, HEX);

  /// 0xFFFF, here and in the next three fields: defined by the vendor.
  public static final Field IO_CLASS = T.ro("IO Class", 224, 16, HEX);

  public static final Field IO_SUBCLASS = T.ro("IO Subclass", 240, 16, HEX);
  public static final Field PROTOCOL = T.ro("Protocol", 256, 16, HEX);
  public static final Field PROTOCOL_VERSION = T.ro("Protocol Version", 272, 16, HEX);
  public static final Field SEND_MESSAGE_DEPTH = T.ro("Send Message Depth", 320, 16, DECIMAL);

  /// Eight bits, as in OpenSM, Linux and python-rdma; 16 before release 1.1.
  public static final Field RDMA_READ_DEPTH = T.ro("RDMA Read Depth", 344, 8, DECIMAL);

  /// In bytes.
  public static final Field SEND_MESSAGE_SIZE = T.ro("Send Message Size", 352, 32, DECIMAL);

  /// In bytes.
  public static final Field RDMA_TRANSFER_SIZE = T.ro("RDMA Transfer Size", 384, 32, DECIMAL);

  /// Bits are named by operation (Send, RDMA Read, RDMA Write, Atomic) and direction (To and From
  /// controllers).
  public static final Field CONTROLLER_OPERATIONS = T.ro("Controller Operations Mask", 416, 8, HEX);

  static {
    String[] bits = {"ST", "SF", "RT", "RF", "WT", "WF", "AT", "AF"};
    for (int i = 0; i < bits.length; i++) {
      T.bit(CONTROLLER_OPERATIONS, bits[i], i);
    }
  }

  public static final Field SERVICE_ENTRIES = T.ro("Service Entries", 432, 8, DECIMAL);
  public static final Field ID_STRING = T.ro("ID String", 512, 512, TEXT);

  public static final GmpAttribute ATTRIBUTE = new GmpAttribute(0x0011, T.build());

  private IoControllerProfile() {}
}
