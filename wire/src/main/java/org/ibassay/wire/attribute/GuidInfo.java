package org.ibassay.wire.attribute;

import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// GUIDInfo: one block of a port's GUIDs. AttributeModifier: the block number.
public final class GuidInfo {
  private static final Layout.Table T = Layout.table("GUIDInfo", "14.2.5.5", 64);

  /// The first GUID of block 0 is the port's own and is read-only.
  public static final Field GUID = T.repeated("GUID", 0, 64, 8, 64, Access.RW, HEX);

  public static final Layout LAYOUT = T.build();

  private GuidInfo() {}
}
