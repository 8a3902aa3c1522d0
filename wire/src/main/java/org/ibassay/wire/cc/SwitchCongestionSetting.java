package org.ibassay.wire.cc;

import static org.ibassay.wire.Form.BYTES;
import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.GmpAttribute;

/// SwitchCongestionSetting: how a switch marks congestion. The bits of the masks are numbered from
/// the least significant one of the last byte on, a bit a port.
public final class SwitchCongestionSetting {
  private static final Layout.Table T = Layout.table("SwitchCongestionSetting", "A10.4.3.6", 76);

  /// Which of the fields below are meant. Its bits have no names here: OpenSM's manual and ibutils2
  /// number them in opposite order.
  public static final Field CONTROL_MAP = T.rw("Control_Map", 0, 32, HEX);

  public static final Field VICTIM_MASK = mask("Victim_Mask", 32);
  public static final Field CREDIT_MASK = mask("Credit_Mask", 288);

  /// 0 marks nothing, 15 is the most aggressive.
  public static final Field THRESHOLD = T.rw("Threshold", 544, 4, DECIMAL);

  /// In units of 64 bytes: smaller packets are not marked.
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
