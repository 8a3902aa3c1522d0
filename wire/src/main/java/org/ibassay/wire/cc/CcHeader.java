package org.ibassay.wire.cc;

import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// The header of the congestion control class, seen from the start of the MAD: the 8 bytes after
/// the common header.
public final class CcHeader {
  private static final Layout.Table T = Layout.table("CCHeader", "A10.4.1", 32);

  /// 0, or the key of the destination node.
  public static final Field CC_KEY = T.rw("CC_Key", 192, 64, HEX);

  public static final Layout LAYOUT = T.build();

  private CcHeader() {}
}
