package org.ibassay.wire.cc;

import static org.ibassay.wire.Form.BYTES;
import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.GmpAttribute;

/// SwitchCongestionSetting: how a switch marks packets on congestion. The masks have one bit per
/// port, numbered from the least significant bit of the last byte.
public final class SwitchCongestionSetting {
  private static final Layout.Table T = Layout.table("SwitchCongestionSetting", "A10.4.3.6", 76);

  /// Selects the valid fields of those below. Its bits are not named here, because OpenSM's manual
  /// and ibutils2 number them in opposite order.
  public static final Field CONTROL_MAP = T.rw("Control_Map", 0, 32, HEX);

  public static final Field VICTIM_MASK = mask("Victim_Mask", 32);
  public static final Field CREDIT_MASK = mask("Credit_Mask", 288);

  /// 0: no marking; 15: the most aggressive.
  public static final Field THRESHOLD = T.rw("Threshold", 544, 4, DECIMAL);

  /// In units of 64 bytes; smaller packets are not marked.
  public static final Field PACKET_SIZE = T.rw("Packet_Size", 552, 8, DECIMAL);

  public static final Field CS_THRESHOLD = T.rw("CS_Threshold", 560, 4, DECIMAL);
  public static final Field CS_RETURN_DELAY = T.rw("CS_ReturnDelay", 576, 16, HEX);
  public static final Field MARKING_RATE = T.rw("Marking_Rate", 592, 16, DECIMAL);

  public static final GmpAttribute ATTRIBUTE = new GmpAttribute(0x0014, T.build());

  private SwitchCongestionSetting() {}

  private static Field mask(String name, int bitOffset) {
    return T.repeated(name, bitOffset, 8, 32, 8, Access.RW, BYTES);
  }
}
