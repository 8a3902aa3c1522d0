package org.ibassay.wire.packet;

import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// Immediate data, delivered in the receiver's completion.
public final class ImmDt {
  private static final Layout.Table T = Layout.table("ImmDt", "9.3", 4);

  public static final Field IMM_DT = T.rw("ImmDt", 0, 32, HEX);

  public static final Layout LAYOUT = T.build();

  private ImmDt() {}
}
