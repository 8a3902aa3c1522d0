package org.ibassay.wire.cc;

import java.util.List;
import org.ibassay.wire.mad.GmpAttribute;

/// All attributes of congestion control that have a table and that other classes do not have alike.
public final class CcAttributes {
  private static final List<GmpAttribute> ALL =
      List.of(
          CongestionInfo.ATTRIBUTE,
          CongestionKeyInfo.ATTRIBUTE,
          CongestionLog.ATTRIBUTE,
          SwitchCongestionSetting.ATTRIBUTE,
          SwitchPortCongestionSetting.ATTRIBUTE,
          CaCongestionSetting.ATTRIBUTE,
          CongestionControlTable.ATTRIBUTE,
          TimeStamp.ATTRIBUTE);

  private CcAttributes() {}

  /// Every one of them; of CongestionLog the one of a switch.
  public static List<GmpAttribute> all() {
    return ALL;
  }
}
