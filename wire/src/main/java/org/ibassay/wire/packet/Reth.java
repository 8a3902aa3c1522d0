package org.ibassay.wire.packet;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// RDMA Extended Transport Header.
public final class Reth {
  private static final Layout.Table T = Layout.table("RETH", "9.3.3", 16);

  /// Virtual address in the responder's memory.
  public static final Field VA = T.rw("VA", 0, 64, HEX);

  public static final Field R_KEY = T.rw("R_Key", 64, 32, HEX);

  /// Length of the whole message, in bytes.
  public static final Field DMA_LEN = T.rw("DMALen", 96, 32, DECIMAL);

  public static final Layout LAYOUT = T.build();

  private Reth() {}
}
