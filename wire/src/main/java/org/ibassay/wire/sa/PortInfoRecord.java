package org.ibassay.wire.sa;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.EmbeddedTable;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;

/// PortInfoRecord: the PortInfo of a port.
public final class PortInfoRecord {
  private static final SaTable T = new SaTable(0x0012, "PortInfoRecord", "15.2.5.3", 68);

  public static final Field ENDPORT_LID = T.at(0, "EndportLID", 0, 16, HEX);
  public static final Field PORT_NUM = T.at(1, "PortNum", 16, 8, DECIMAL);

  /// Bit 7: the answer gives the extended speeds as they are.
  public static final Field OPTIONS = T.at(2, "Options", 24, 8, HEX);

  /// Its fields for extended speeds 2 lie in what the numbering counts as one reserved component.
  public static final EmbeddedTable PORT_INFO =
      T.embed(
          3,
          PortInfo.LAYOUT,
          4,
          PortInfo.LINK_SPEED_EXT_ACTIVE2,
          PortInfo.LINK_SPEED_EXT_SUPPORTED2,
          PortInfo.LINK_SPEED_EXT_ENABLED2);

  public static final SaAttribute ATTRIBUTE = T.build();

  private PortInfoRecord() {}
}
