package org.ibassay.wire.cc;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.GmpAttribute;

/// CongestionKeyInfo: the congestion control key of a node, as in libibmad and OpenSM. The
/// structure in Linux (qib_mad.h) is packed and so is a byte shorter.
public final class CongestionKeyInfo {
  private static final Layout.Table T = Layout.table("CongestionKeyInfo", "A10.4.3.4", 14);

  public static final Field CC_KEY = T.rw("CC_Key", 0, 64, HEX);
  public static final Field CC_KEY_PROTECT_BIT = T.rw("CC_KeyProtectBit", 64, 1, FLAG);

  /// In seconds; 0: the lease never expires.
  public static final Field CC_KEY_LEASE_PERIOD = T.rw("CC_KeyLeasePeriod", 80, 16, DECIMAL);

  public static final Field CC_KEY_VIOLATIONS = T.rw("CC_KeyViolations", 96, 16, DECIMAL);

  public static final GmpAttribute ATTRIBUTE = new GmpAttribute(0x0012, T.build());

  private CongestionKeyInfo() {}
}
