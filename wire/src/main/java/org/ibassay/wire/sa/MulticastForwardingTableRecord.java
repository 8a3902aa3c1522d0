package org.ibassay.wire.sa;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.EmbeddedTable;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.MulticastForwardingTable;

/// MulticastForwardingTableRecord: one block of a switch's table, for one group of 16 ports.
public final class MulticastForwardingTableRecord {
  private static final SaTable T =
      new SaTable(0x0017, "MulticastForwardingTableRecord", "15.2.5.8", 72);

  public static final Field LID = T.at(0, "LID", 0, 16, HEX);

  /// Which group of ports.
  public static final Field POSITION = T.at(1, "Position", 16, 4, DECIMAL);

  public static final Field BLOCK_NUM = T.at(3, "BlockNum", 23, 9, DECIMAL);
  public static final EmbeddedTable MULTICAST_FORWARDING_TABLE =
      T.embed(MulticastForwardingTable.LAYOUT, 8);

  public static final SaAttribute ATTRIBUTE = T.build();

  private MulticastForwardingTableRecord() {}
}
