package org.ibassay.wire.dm;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;

import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.GmpAttribute;

/// IOUnitInfo: the slots of an I/O unit and which of them have controllers.
public final class IoUnitInfo {
  private static final Layout.Table T = Layout.table("IOUnitInfo", "16.3.3.3", 132);

  /// Counts the changes of [#CONTROLLER_LIST].
  public static final Field CHANGE_ID = T.ro("Change_ID", 0, 16, DECIMAL);

  /// Number of slots.
  public static final Field MAX_CONTROLLERS = T.ro("MaxControllers", 16, 8, DECIMAL);

  public static final Field DIAG_DEVICE_ID = T.ro("DiagDeviceID", 30, 1, FLAG);
  public static final Field OPTION_ROM = T.ro("OptionROM", 31, 1, FLAG);

  /// Element n is slot n + 1: 0 no controller, 1 a controller, 15 no such slot. Odd slots are in
  /// the upper half of each byte, as in Linux (ib_srpt.c) and Intel's IbAccess (ib_dm.h); OpenSM's
  /// function reads slot 2 from the second byte.
  public static final Field CONTROLLER_LIST =
      T.repeated("ControllerList", 32, 4, 256, 4, Access.RO, DECIMAL);

  public static final GmpAttribute ATTRIBUTE = new GmpAttribute(0x0010, T.build());

  private IoUnitInfo() {}
}
