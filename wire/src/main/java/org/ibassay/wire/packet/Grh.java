package org.ibassay.wire.packet;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.GID;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// Global Route Header: an IPv6 header.
public final class Grh {
  private static final Layout.Table T = Layout.table("GRH", "8.3", 40);

  /// Always 6.
  public static final Field IP_VER = T.rw("IPVer", 0, 4, DECIMAL);

  public static final Field T_CLASS = T.rw("TClass", 4, 8, DECIMAL);
  public static final Field FLOW_LABEL = T.rw("FlowLabel", 12, 20, HEX);

  /// In bytes, from the end of the GRH to the end of the ICRC.
  public static final Field PAY_LEN = T.rw("PayLen", 32, 16, DECIMAL);

  /// [#NEXT_IS_BTH], or the number of another protocol.
  public static final Field NXT_HDR = T.rw("NxtHdr", 48, 8, HEX);

  public static final Field HOP_LMT = T.rw("HopLmt", 56, 8, DECIMAL);
  public static final Field SGID = T.rw("SGID", 64, 128, GID);
  public static final Field DGID = T.rw("DGID", 192, 128, GID);

  public static final Layout LAYOUT = T.build();

  /// NxtHdr: a BTH follows.
  public static final int NEXT_IS_BTH = 0x1B;

  private Grh() {}
}
