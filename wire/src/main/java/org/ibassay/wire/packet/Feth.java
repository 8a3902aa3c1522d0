package org.ibassay.wire.packet;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// FLUSH Extended Transport Header.
public final class Feth {
  private static final Layout.Table T = Layout.table("FETH", "A19", 4);

  /// SEL: flush the range of the RETH.
  public static final int RANGE = 0;

  /// SEL: flush the whole memory region.
  public static final int REGION = 1;

  /// Selectivity level: [#RANGE] or [#REGION].
  public static final Field SEL = T.rw("SEL", 26, 2, DECIMAL);

  /// Placement type.
  public static final Field PLT = T.rw("PLT", 28, 4, HEX);

  /// Earlier writes become globally visible.
  public static final Field GLOBAL_VISIBILITY = T.bit(PLT, "GlobalVisibility", 0);

  /// Earlier writes survive a power loss.
  public static final Field PERSISTENCE = T.bit(PLT, "Persistence", 1);

  public static final Layout LAYOUT = T.build();

  private Feth() {}
}
