package org.ibassay.wire.sa;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.EmbeddedTable;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.SlToVlMappingTable;

/// SLtoVLMappingTableRecord: the table for one pair of ports.
public final class SlToVlMappingTableRecord {
  private static final SaTable T = new SaTable(0x0013, "SLtoVLMappingTableRecord", "15.2.5.4", 16);

  /// Of a switch its port 0's.
  public static final Field LID = T.at(0, "LID", 0, 16, HEX);

  /// Switches only.
  public static final Field INPUT_PORT_NUM = T.at(1, "InputPortNum", 16, 8, DECIMAL);

  /// Switches only.
  public static final Field OUTPUT_PORT_NUM = T.at(2, "OutputPortNum", 24, 8, DECIMAL);

  public static final EmbeddedTable SL_TO_VL_MAPPING_TABLE = T.embed(SlToVlMappingTable.LAYOUT, 8);

  public static final SaAttribute ATTRIBUTE = T.build();

  private SlToVlMappingTableRecord() {}
}
