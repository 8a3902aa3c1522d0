package org.ibassay.wire.attribute;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// RandomForwardingTable: 16 entries. AttributeModifier: the block number.
public final class RandomForwardingTable {
  private static final Layout.Table T = Layout.table("RandomForwardingTable", "14.2.5.11", 64);

  public static final Field LID = T.repeated("LID", 0, 16, 16, 32, Access.RW, HEX);
  public static final Field VALID = T.repeated("Valid", 16, 1, 16, 32, Access.RW, FLAG);
  public static final Field LMC = T.repeated("LMC", 17, 3, 16, 32, Access.RW, DECIMAL);
  public static final Field PORT = T.repeated("Port", 24, 8, 16, 32, Access.RW, DECIMAL);

  public static final Layout LAYOUT = T.build();

  private RandomForwardingTable() {}
}
