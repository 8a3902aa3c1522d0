package org.ibassay.wire.attribute;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import java.util.Map;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.ValueNames;

/// SMInfo: state and priority of a subnet manager. The command of a Set is its AttributeModifier;
/// its data changes no field.
public final class SmInfo {
  private static final ValueNames STATES =
      ValueNames.of(Map.of(0L, "Not-active", 1L, "Discovering", 2L, "Standby", 3L, "Master"));
  private static final Layout.Table T = Layout.table("SMInfo", "14.2.5.13", 21);

  public static final Field GUID = T.ro("GUID", 0, 64, HEX);
  public static final Field SM_KEY = T.ro("SM_Key", 64, 64, HEX);
  public static final Field ACT_COUNT = T.ro("ActCount", 128, 32, DECIMAL);
  public static final Field PRIORITY = T.ro("Priority", 160, 4, DECIMAL);

  /// 0 not active, 1 discovering, 2 standby, 3 master.
  public static final Field SM_STATE = T.ro("SMState", 164, 4, STATES);

  public static final Layout LAYOUT = T.build();

  private SmInfo() {}
}
