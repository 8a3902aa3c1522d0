package org.ibassay.wire.attribute;

import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// ExtendedPortInfo: an attribute of one vendor (Mellanox), for FDR10. OpenSM and libibmad define
/// it, too.
public final class ExtendedPortInfo {
  private static final Layout.Table T = Layout.table("ExtendedPortInfo", "vendor", 64);

  public static final Field STATE_CHANGE_ENABLE = T.rw("StateChangeEnable", 24, 8, HEX);
  public static final Field LINK_SPEED_SUPPORTED = T.ro("LinkSpeedSupported", 56, 8, HEX);
  public static final Field LINK_SPEED_ENABLED = T.rw("LinkSpeedEnabled", 88, 8, HEX);
  public static final Field LINK_SPEED_ACTIVE = T.ro("LinkSpeedActive", 120, 8, HEX);

  public static final Layout LAYOUT = T.build();

  private ExtendedPortInfo() {}
}
