package org.ibassay.wire.sa;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.EmbeddedTable;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.LinearForwardingTable;

/// LinearForwardingTableRecord: one block of a switch's table.
public final class LinearForwardingTableRecord {
  private static final SaTable T =
      new SaTable(0x0015, "LinearForwardingTableRecord", "15.2.5.6", 72);

  public static final Field LID = T.at(0, "LID", 0, 16, HEX);
  public static final Field BLOCK_NUM = T.at(1, "BlockNum", 16, 16, DECIMAL);
  public static final EmbeddedTable LINEAR_FORWARDING_TABLE =
      T.embed(LinearForwardingTable.LAYOUT, 8);

  public static final SaAttribute ATTRIBUTE = T.build();

  private LinearForwardingTableRecord() {}
}
