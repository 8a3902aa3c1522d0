package org.ibassay.wire.attribute;

import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// MulticastForwardingTable: 32 entries for 16 ports. AttributeModifier: group of ports in bits
/// 31-28, block in bits 8-0.
public final class MulticastForwardingTable {
  private static final Layout.Table T = Layout.table("MulticastForwardingTable", "14.2.5.12", 64);

  /// The least significant bit is the first port of the group.
  public static final Field PORT_MASK = T.repeated("PortMask", 0, 16, 32, 16, Access.RW, HEX);

  public static final Layout LAYOUT = T.build();

  private MulticastForwardingTable() {}
}
