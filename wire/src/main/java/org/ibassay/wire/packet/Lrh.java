package org.ibassay.wire.packet;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// Local Route Header.
public final class Lrh {
  private static final Layout.Table T = Layout.table("LRH", "7.7", 8);

  public static final Field VL = T.rw("VL", 0, 4, DECIMAL);
  public static final Field LVER = T.rw("LVer", 4, 4, DECIMAL);
  public static final Field SL = T.rw("SL", 8, 4, DECIMAL);

  /// The next header: [#LNH_LOCAL], [#LNH_GLOBAL], [#LNH_IPV6]; 0 for a raw packet of another kind.
  public static final Field LNH = T.rw("LNH", 14, 2, DECIMAL);

  public static final Field DLID = T.rw("DLID", 16, 16, HEX);

  /// In words of four bytes, from the LRH's first byte to just before the VCRC.
  public static final Field PKT_LEN = T.rw("PktLen", 37, 11, DECIMAL);

  public static final Field SLID = T.rw("SLID", 48, 16, HEX);

  public static final Layout LAYOUT = T.build();

  /// LNH: a raw packet; an IPv6 header follows, without BTH.
  public static final int LNH_IPV6 = 1;

  /// LNH: a BTH follows.
  public static final int LNH_LOCAL = 2;

  /// LNH: a GRH follows.
  public static final int LNH_GLOBAL = 3;

  private Lrh() {}
}
