package org.ibassay.wire.sa;

import static org.ibassay.wire.Form.BYTES;
import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// The header of the subnet administration class, seen from the start of the MAD: the 20 bytes
/// after the RMPP header; and the data after it.
public final class SaHeader {
  /// ClassVersion of the subnet administration class.
  public static final int CLASS_VERSION = 2;

  /// Where the data starts, in bytes from the start of the MAD.
  public static final int DATA = 56;

  /// Length of the data of one MAD, in bytes.
  public static final int DATA_BYTES = 200;

  private static final Layout.Table T = Layout.table("SAHeader", "15.2.1.1", 256);

  /// 0, or the key of trusted requests.
  public static final Field SM_KEY = T.rw("SM_Key", 288, 64, HEX);

  /// Distance from one record of a table to the next, in units of 8 bytes.
  public static final Field ATTRIBUTE_OFFSET = T.rw("AttributeOffset", 352, 16, DECIMAL);

  /// Which components of the record a request means.
  public static final Field COMPONENT_MASK = T.rw("ComponentMask", 384, 64, HEX);

  public static final Field SUBNET_ADMIN_DATA =
      T.repeated("SubnetAdminData", DATA * 8, 8, DATA_BYTES, 8, Access.RW, BYTES);

  public static final Layout LAYOUT = T.build();

  private SaHeader() {}
}
