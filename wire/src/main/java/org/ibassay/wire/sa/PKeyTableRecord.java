package org.ibassay.wire.sa;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.EmbeddedTable;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PKeyTable;

/// P_KeyTableRecord: one block of a port's partition keys.
public final class PKeyTableRecord {
  private static final SaTable T = new SaTable(0x0033, "P_KeyTableRecord", "15.2.5.11", 72);

  /// Of a switch its port 0's.
  public static final Field LID = T.at(0, "LID", 0, 16, HEX);

  public static final Field BLOCK_NUM = T.at(1, "BlockNum", 16, 16, DECIMAL);

  /// Switches only.
  public static final Field PORT_NUM = T.at(2, "PortNum", 32, 8, DECIMAL);

  public static final EmbeddedTable P_KEY_TABLE = T.embed(PKeyTable.LAYOUT, 8);

  public static final SaAttribute ATTRIBUTE = T.build();

  private PKeyTableRecord() {}
}
