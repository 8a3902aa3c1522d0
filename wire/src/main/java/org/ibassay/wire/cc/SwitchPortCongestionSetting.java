package org.ibassay.wire.cc;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;

import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Form;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.GmpAttribute;

/// SwitchPortCongestionSetting: the congestion setting of each port in a block of 32.
/// AttributeModifier: the block number.
///
/// A block has 32 ports in OpenSM and ibutils2; libibmad's ibccquery assumes 48.
public final class SwitchPortCongestionSetting {
  private static final int PORTS = 32;
  private static final Layout.Table T =
      Layout.table("SwitchPortCongestionSetting", "A10.4.3.7", 4 * PORTS);

  public static final Field VALID = each("Valid", 0, 1, FLAG);

  /// The other fields apply to congestion control (0) or to credit starvation (1).
  public static final Field CONTROL_TYPE = each("Control_Type", 1, 1, FLAG);

  public static final Field THRESHOLD = each("Threshold", 4, 4, DECIMAL);
  public static final Field PACKET_SIZE = each("Packet_Size", 8, 8, DECIMAL);
  public static final Field CONG_PARM_MARKING_RATE =
      each("Cong_Parm_Marking_Rate", 16, 16, DECIMAL);

  public static final GmpAttribute ATTRIBUTE = new GmpAttribute(0x0015, T.build());

  private SwitchPortCongestionSetting() {}

  private static Field each(String name, int bitOffset, int width, Form form) {
    return T.repeated(name, bitOffset, width, PORTS, 32, Access.RW, form);
  }
}
