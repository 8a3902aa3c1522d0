package org.ibassay.wire.sa;

import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.EmbeddedTable;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.SwitchInfo;

/// SwitchInfoRecord: the SwitchInfo of a switch.
public final class SwitchInfoRecord {
  private static final SaTable T = new SaTable(0x0014, "SwitchInfoRecord", "15.2.5.5", 24);

  public static final Field LID = T.at(0, "LID", 0, 16, HEX);
  public static final EmbeddedTable SWITCH_INFO = T.embed(2, SwitchInfo.LAYOUT, 4);

  public static final SaAttribute ATTRIBUTE = T.build();

  private SwitchInfoRecord() {}
}
