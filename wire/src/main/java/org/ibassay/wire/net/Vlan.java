package org.ibassay.wire.net;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// A VLAN tag's control information and the EtherType after it.
public final class Vlan {
  private static final Layout.Table T = Layout.table("VLAN", "IEEE 802.1Q 9.6", 4);

  /// Priority code point.
  public static final Field PCP = T.rw("PCP", 0, 3, DECIMAL);

  /// Drop eligible indicator.
  public static final Field DEI = T.rw("DEI", 3, 1, FLAG);

  /// VLAN identifier; 0 in a frame that has only a priority.
  public static final Field VID = T.rw("VID", 4, 12, DECIMAL);

  /// The protocol that follows, as in [Ethernet#TYPE].
  public static final Field TYPE = T.rw("EtherType", 16, 16, HEX);

  public static final Layout LAYOUT = T.build();

  private Vlan() {}
}
