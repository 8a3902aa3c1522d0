package org.ibassay.wire.cc;

import static org.ibassay.wire.Form.DECIMAL;

import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.GmpAttribute;

/// CongestionControlTable: a block of 64 inter-packet delays. AttributeModifier: the block number.
public final class CongestionControlTable {
  private static final int ENTRIES = 64;
  private static final Layout.Table T =
      Layout.table("CongestionControlTable", "A10.4.3.9", 4 + 2 * ENTRIES);

  /// The greatest index of the whole table.
  public static final Field CCTI_LIMIT = T.rw("CCTI_Limit", 0, 16, DECIMAL);

  public static final Field CCT_SHIFT = each("CCT_Shift", 0, 2);
  public static final Field CCT_MULTIPLIER = each("CCT_Multiplier", 2, 14);

  public static final GmpAttribute ATTRIBUTE = new GmpAttribute(0x0017, T.build());

  private CongestionControlTable() {}

  private static Field each(String name, int bit, int width) {
    return T.repeated(name, 32 + bit, width, ENTRIES, 16, Access.RW, DECIMAL);
  }
}
