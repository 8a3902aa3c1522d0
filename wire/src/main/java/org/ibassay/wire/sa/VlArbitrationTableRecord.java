package org.ibassay.wire.sa;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.EmbeddedTable;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.VlArbitrationTable;

/// VLArbitrationTableRecord: one block of a port's table.
public final class VlArbitrationTableRecord {
  private static final SaTable T = new SaTable(0x0036, "VLArbitrationTableRecord", "15.2.5.9", 72);

  /// Of a switch its port 0's.
  public static final Field LID = T.at(0, "LID", 0, 16, HEX);

  public static final Field OUTPUT_PORT_NUM = T.at(1, "OutputPortNum", 16, 8, DECIMAL);

  /// 1, 2 low, 3, 4 high priority.
  public static final Field BLOCK_NUM = T.at(2, "BlockNum", 24, 8, DECIMAL);

  public static final EmbeddedTable VL_ARBITRATION_TABLE = T.embed(VlArbitrationTable.LAYOUT, 8);

  public static final SaAttribute ATTRIBUTE = T.build();

  private VlArbitrationTableRecord() {}
}
