package org.ibassay.wire.attribute;

import static org.ibassay.wire.Form.FLAG;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// LedInfo: whether the port's LED is lit.
public final class LedInfo {
  private static final Layout.Table T = Layout.table("LedInfo", "14.2.5.15", 4);

  public static final Field LED_MASK = T.rw("LedMask", 0, 1, FLAG);

  public static final Layout LAYOUT = T.build();

  private LedInfo() {}
}
