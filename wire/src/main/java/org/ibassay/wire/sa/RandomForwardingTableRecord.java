package org.ibassay.wire.sa;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.EmbeddedTable;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.RandomForwardingTable;

/// RandomForwardingTableRecord: one block of a switch's table.
public final class RandomForwardingTableRecord {
  private static final SaTable T =
      new SaTable(0x0016, "RandomForwardingTableRecord", "15.2.5.7", 72);

  public static final Field LID = T.at(0, "LID", 0, 16, HEX);
  public static final Field BLOCK_NUM = T.at(1, "BlockNum", 16, 16, DECIMAL);
  public static final EmbeddedTable RANDOM_FORWARDING_TABLE =
      T.embed(RandomForwardingTable.LAYOUT, 8);

  public static final SaAttribute ATTRIBUTE = T.build();

  private RandomForwardingTableRecord() {}
}
