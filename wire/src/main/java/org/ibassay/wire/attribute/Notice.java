package org.ibassay.wire.attribute;

import static org.ibassay.wire.Form.BYTES;
import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// Notice: the contents of a trap in an SMP (13.4.8.2 without IssuerGID, which lies past an SMP's
/// data).
public final class Notice {
  private static final Layout.Table T = Layout.table("Notice", "14.2.5.1", 64);

  public static final Field IS_GENERIC = T.ro("IsGeneric", 0, 1, FLAG);

  /// 0 fatal, 1 urgent, 2 security, 3 subnet management, 4 informational, 0x7F empty.
  public static final Field TYPE = T.ro("Type", 1, 7, HEX);

  /// Generic: 1 CA, 2 switch, 3 router, 4 class manager. Otherwise a vendor ID.
  public static final Field PRODUCER_TYPE_VENDOR_ID = T.ro("ProducerTypeVendorID", 8, 24, HEX);

  /// Generic: the trap number. Otherwise a device ID.
  public static final Field TRAP_NUMBER_DEVICE_ID = T.ro("TrapNumberDeviceID", 32, 16, DECIMAL);

  public static final Field ISSUER_LID = T.ro("IssuerLID", 48, 16, HEX);
  public static final Field NOTICE_TOGGLE = T.ro("NoticeToggle", 64, 1, FLAG);
  public static final Field NOTICE_COUNT = T.ro("NoticeCount", 65, 15, DECIMAL);
  public static final Field DATA_DETAILS = T.ro("DataDetails", 80, 432, BYTES);

  public static final Layout LAYOUT = T.build();

  private Notice() {}
}
