package org.ibassay.wire.sa;

import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.EmbeddedTable;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.SmInfo;

/// SMInfoRecord: a subnet manager.
public final class SmInfoRecord {
  private static final SaTable T = new SaTable(0x0018, "SMInfoRecord", "15.2.5.10", 25);

  public static final Field LID = T.at(0, "LID", 0, 16, HEX);
  public static final EmbeddedTable SM_INFO = T.embed(2, SmInfo.LAYOUT, 4);

  public static final SaAttribute ATTRIBUTE = T.build();

  private SmInfoRecord() {}
}
