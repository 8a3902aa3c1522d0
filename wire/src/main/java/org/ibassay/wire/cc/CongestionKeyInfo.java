package org.ibassay.wire.cc;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.GmpAttribute;

/// CongestionKeyInfo: the key of a node's congestion control, as libibmad and OpenSM have it; the
/// structure in Linux (qib_mad.h) is packed and so ends a byte earlier.
public final class CongestionKeyInfo {
  private static final Layout.Table T = Layout.table("CongestionKeyInfo", "A10.4.3.4", 14);

  public static final Field CC_KEY = T.rw("CC_Key", 0, 64, HEX);
  public static final Field CC_KEY_PROTECT_BIT = T.rw("CC_KeyProtectBit", 64, 1, FLAG);

  /// In seconds; 0: for ever.
  public static final Field CC_KEY_LEASE_PERIOD = T.rw("CC_KeyLeasePeriod", 80, 16, DECIMAL);

  public static final Field CC_KEY_VIOLATIONS = T.rw("CC_KeyViolations", 96, 16, DECIMAL);

  public static final GmpAttribute ATTRIBUTE = new GmpAttribute(0x0012, T.build());

  private CongestionKeyInfo() {}
}
