package org.ibassay.wire.attribute;

import static org.ibassay.wire.Form.FLAG;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// P_KeyTable: one block of a port's partition keys. AttributeModifier: block in the lower 16 bits;
/// for a switch, port in the upper 16.
public final class PKeyTable {
  private static final Layout.Table T = Layout.table("P_KeyTable", "14.2.5.7", 64);

  public static final Field P_KEY = T.repeated("P_Key", 0, 16, 32, 16, Access.RW, HEX);

  /// 1 full member, 0 limited member.
  public static final Field MEMBERSHIP_TYPE = T.part(P_KEY, "MembershipType", 0, 1, FLAG);

  public static final Field P_KEY_BASE = T.part(P_KEY, "P_KeyBase", 1, 15, HEX);

  public static final Layout LAYOUT = T.build();

  private PKeyTable() {}
}
