package org.ibassay.wire.attribute;

import static org.ibassay.wire.Form.DECIMAL;

import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// LinearForwardingTable: 64 entries. AttributeModifier: the block number.
public final class LinearForwardingTable {
  private static final Layout.Table T = Layout.table("LinearForwardingTable", "14.2.5.10", 64);

  /// 255: not forwarded.
  public static final Field PORT = T.repeated("Port", 0, 8, 64, 8, Access.RW, DECIMAL);

  public static final Layout LAYOUT = T.build();

  private LinearForwardingTable() {}
}
