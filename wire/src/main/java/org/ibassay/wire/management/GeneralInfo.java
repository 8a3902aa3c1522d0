package org.ibassay.wire.management;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.GmpAttribute;

/// General Info of Mellanox's vendor class: hardware and firmware of a device, from vendstat of
/// infiniband-diags and the packet layouts of ibutils2.
public final class GeneralInfo {
  /// MgmtClass.
  public static final int MGMT_CLASS = 0x0A;

  private static final Layout.Table T = Layout.table("GeneralInfo", "16.5", 136);

  public static final Field HW_REVISION = T.ro("HWRevision", 64, 16, HEX);
  public static final Field HW_DEVICE_ID = T.ro("HWDeviceID", 80, 16, HEX);
  public static final Field FW_MAJOR = T.ro("FWMajor", 328, 8, DECIMAL);
  public static final Field FW_MINOR = T.ro("FWMinor", 336, 8, DECIMAL);
  public static final Field FW_SUB_MINOR = T.ro("FWSubMinor", 344, 8, DECIMAL);
  public static final Field FW_EXTENDED_MAJOR = T.ro("FWExtendedMajor", 608, 32, DECIMAL);
  public static final Field FW_EXTENDED_MINOR = T.ro("FWExtendedMinor", 640, 32, DECIMAL);
  public static final Field FW_EXTENDED_SUB_MINOR = T.ro("FWExtendedSubMinor", 672, 32, DECIMAL);

  public static final GmpAttribute ATTRIBUTE = new GmpAttribute(0x0017, T.build());

  private GeneralInfo() {}
}
