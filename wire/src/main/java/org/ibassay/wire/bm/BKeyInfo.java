package org.ibassay.wire.bm;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.GmpAttribute;

/// BKeyInfo: the baseboard management key of a node, as in Intel's IbAccess (ib_bm.h).
public final class BKeyInfo {
  private static final Layout.Table T = Layout.table("BKeyInfo", "16.2.3", 14);

  public static final Field B_KEY = T.rw("B_Key", 0, 64, HEX);
  public static final Field B_KEY_PROTECT_BIT = T.rw("B_KeyProtectBit", 64, 1, FLAG);

  /// In seconds; 0: the lease never expires.
  public static final Field B_KEY_LEASE_PERIOD = T.rw("B_KeyLeasePeriod", 80, 16, DECIMAL);

  /// 0xFFFF: not counted.
  public static final Field B_KEY_VIOLATIONS = T.ro("B_KeyViolations", 96, 16, DECIMAL);

  public static final GmpAttribute ATTRIBUTE = new GmpAttribute(0x0010, T.build());

  private BKeyInfo() {}
}
