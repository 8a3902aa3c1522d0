package org.ibassay.wire.packet;

import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// Atomic Acknowledge Extended Transport Header.
public final class AtomicAckEth {
  private static final Layout.Table T = Layout.table("AtomicAckETH", "9.3", 8);

  /// The value in the responder's memory before the operation.
  public static final Field ORIG_REM_DT = T.rw("OrigRemDt", 0, 64, HEX);

  public static final Layout LAYOUT = T.build();

  private AtomicAckEth() {}
}
