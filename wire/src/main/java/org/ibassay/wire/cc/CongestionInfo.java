package org.ibassay.wire.cc;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.GmpAttribute;

/// CongestionInfo: the congestion control capabilities of a node.
public final class CongestionInfo {
  private static final Layout.Table T = Layout.table("CongestionInfo", "A10.4.3.3", 3);

  /// Bit 0: a switch supports credit starvation. The field has 16 bits in libibmad and Linux;
  /// OpenSM's structure names only the first byte.
  public static final Field CONGESTION_INFO = T.ro("CongestionInfo", 0, 16, HEX);

  /// For a CA: number of blocks of 64 entries in its CongestionControlTable.
  public static final Field CONTROL_TABLE_CAP = T.ro("ControlTableCap", 16, 8, DECIMAL);

  public static final GmpAttribute ATTRIBUTE = new GmpAttribute(0x0011, T.build());

  private CongestionInfo() {}
}
