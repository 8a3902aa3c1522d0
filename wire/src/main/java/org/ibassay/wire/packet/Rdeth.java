package org.ibassay.wire.packet;

import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// Reliable Datagram Extended Transport Header.
public final class Rdeth {
  private static final Layout.Table T = Layout.table("RDETH", "9.3.1", 4);

  /// The end-to-end context.
  public static final Field EE_CNXT = T.rw("EECnxt", 8, 24, HEX);

  public static final Layout LAYOUT = T.build();

  private Rdeth() {}
}
