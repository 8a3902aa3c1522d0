package org.ibassay.wire.packet;

import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// Atomic Extended Transport Header.
public final class AtomicEth {
  private static final Layout.Table T = Layout.table("AtomicETH", "9.3.4", 28);

  /// Virtual address in the responder's memory, a multiple of eight.
  public static final Field VA = T.rw("VA", 0, 64, HEX);

  public static final Field R_KEY = T.rw("R_Key", 64, 32, HEX);

  /// CmpSwap: the value to store; FetchAdd: the value to add.
  public static final Field SWAP_DT = T.rw("SwapDt", 96, 64, HEX);

  /// CmpSwap: the value to compare with; FetchAdd: ignored.
  public static final Field CMP_DT = T.rw("CmpDt", 160, 64, HEX);

  public static final Layout LAYOUT = T.build();

  private AtomicEth() {}
}
