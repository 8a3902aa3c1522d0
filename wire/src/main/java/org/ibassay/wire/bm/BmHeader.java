package org.ibassay.wire.bm;

import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// The header of the baseboard management class, seen from the start of the MAD: the 8 bytes after
/// the common header.
public final class BmHeader {
  private static final Layout.Table T = Layout.table("BMHeader", "16.2.1", 32);

  /// 0, or the key of the destination node.
  public static final Field B_KEY = T.rw("B_Key", 192, 64, HEX);

  public static final Layout LAYOUT = T.build();

  private BmHeader() {}
}
