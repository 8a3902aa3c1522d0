package org.ibassay.wire.attribute;

import static org.ibassay.wire.Form.BYTES;
import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// LinkSpeedWidthPairsTable: the widths allowed with each speed. tshark is the only public source;
/// of each of the last three bytes, it shows only the first bit.
public final class LinkSpeedWidthPairsTable {
  private static final Layout.Table T = Layout.table("LinkSpeedWidthPairsTable", "14.2.5", 36);

  public static final Field NUM_TABLES = T.ro("NumTables", 0, 8, DECIMAL);
  public static final Field PORT_MASK = T.repeated("PortMask", 8, 8, 32, 8, Access.RO, BYTES);
  public static final Field SPEED_TWO_FIVE = T.ro("SpeedTwoFive", 264, 8, HEX);
  public static final Field SPEED_FIVE = T.ro("SpeedFive", 272, 8, HEX);
  public static final Field SPEED_TEN = T.ro("SpeedTen", 280, 8, HEX);

  public static final Layout LAYOUT = T.build();

  private LinkSpeedWidthPairsTable() {}
}
