package org.ibassay.wire.cc;

import java.util.List;
import org.ibassay.wire.mad.GmpAttribute;

/// The attributes of congestion control that have a table, without those common to all classes.
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

  /// Returns all of them. CongestionLog is that of a switch.
  public static List<GmpAttribute> all() {
    return ALL;
  }
}
