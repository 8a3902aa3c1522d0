package org.ibassay.wire.packet;

import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// Invalidate Extended Transport Header.
public final class Ieth {
  private static final Layout.Table T = Layout.table("IETH", "9.3", 4);

  /// The key to invalidate.
  public static final Field R_KEY = T.rw("R_Key", 0, 32, HEX);

  public static final Layout LAYOUT = T.build();

  private Ieth() {}
}
