package org.ibassay.wire.attribute;

import static org.ibassay.wire.Form.DECIMAL;

import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// VLArbitrationTable: 32 entries of a port's VL arbitration. AttributeModifier: part of the table
/// in the upper 16 bits (1, 2 low priority, 3, 4 high priority); for a switch, port in the lower
/// 16.
public final class VlArbitrationTable {
  private static final Layout.Table T = Layout.table("VLArbitrationTable", "14.2.5.9", 64);

  public static final Field VL = T.repeated("VL", 4, 4, 32, 16, Access.RW, DECIMAL);

  /// In units of 64 bytes.
  public static final Field WEIGHT = T.repeated("Weight", 8, 8, 32, 16, Access.RW, DECIMAL);

  public static final Layout LAYOUT = T.build();

  private VlArbitrationTable() {}
}
