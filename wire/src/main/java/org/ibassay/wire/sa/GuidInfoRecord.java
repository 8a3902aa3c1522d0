package org.ibassay.wire.sa;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.EmbeddedTable;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.GuidInfo;

/// GuidInfoRecord: one block of a port's GUIDs.
public final class GuidInfoRecord {
  private static final SaTable T = new SaTable(0x0030, "GuidInfoRecord", "15.2.5.18", 72);

  public static final Field LID = T.at(0, "LID", 0, 16, HEX);
  public static final Field BLOCK_NUM = T.at(1, "BlockNum", 16, 8, DECIMAL);

  /// Two reserved components come before it.
  public static final EmbeddedTable GUID_INFO = T.embed(4, GuidInfo.LAYOUT, 8);

  public static final SaAttribute ATTRIBUTE = T.build();

  private GuidInfoRecord() {}
}
