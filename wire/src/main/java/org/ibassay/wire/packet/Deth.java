package org.ibassay.wire.packet;

import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// Datagram Extended Transport Header.
public final class Deth {
  private static final Layout.Table T = Layout.table("DETH", "9.3.2", 8);

  public static final Field Q_KEY = T.rw("Q_Key", 0, 32, HEX);
  public static final Field SRC_QP = T.rw("SrcQP", 40, 24, HEX);

  public static final Layout LAYOUT = T.build();

  private Deth() {}
}
