package org.ibassay.wire.cc;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.GmpAttribute;

/// CACongestionSetting: how a CA reduces its injection rate, by service level. The layout is that
/// of libibmad and OpenSM; Linux (qib_mad.h) swaps the first two fields of an entry.
public final class CaCongestionSetting {
  private static final int SERVICE_LEVELS = 16;
  private static final Layout.Table T =
      Layout.table("CACongestionSetting", "A10.4.3.8", 4 + 8 * SERVICE_LEVELS);

  /// Bit 0: control per service level and port rather than per QP.
  public static final Field PORT_CONTROL = T.rw("Port_Control", 0, 16, HEX);

  /// The service levels that a Set configures, one bit each.
  public static final Field CONTROL_MAP = T.rw("Control_Map", 16, 16, HEX);

  public static final Field CCTI_TIMER = each("CCTI_Timer", 0, 16);
  public static final Field CCTI_INCREASE = each("CCTI_Increase", 16, 8);
  public static final Field TRIGGER_THRESHOLD = each("Trigger_Threshold", 24, 8);
  public static final Field CCTI_MIN = each("CCTI_Min", 32, 8);

  public static final GmpAttribute ATTRIBUTE = new GmpAttribute(0x0016, T.build());

  private CaCongestionSetting() {}

  private static Field each(String name, int bit, int width) {
    return T.repeated(name, 32 + bit, width, SERVICE_LEVELS, 64, Access.RW, DECIMAL);
  }
}
