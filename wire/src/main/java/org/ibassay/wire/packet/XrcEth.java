package org.ibassay.wire.packet;

import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// XRC Extended Transport Header.
public final class XrcEth {
  private static final Layout.Table T = Layout.table("XRCETH", "A14", 4);

  /// The shared receive queue.
  public static final Field XRC_SRQ = T.rw("XRCSRQ", 8, 24, HEX);

  public static final Layout LAYOUT = T.build();

  private XrcEth() {}
}
