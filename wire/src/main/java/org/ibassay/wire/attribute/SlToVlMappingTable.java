package org.ibassay.wire.attribute;

import static org.ibassay.wire.Form.DECIMAL;

import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// SLtoVLMappingTable: the virtual lane of each service level. AttributeModifier, for a switch:
/// input port in bits 15-8, output port in bits 7-0.
public final class SlToVlMappingTable {
  private static final Layout.Table T = Layout.table("SLtoVLMappingTable", "14.2.5.8", 8);

  /// Element n is the lane of SL n.
  public static final Field SL_TO_VL = T.repeated("SLtoVL", 0, 4, 16, 4, Access.RW, DECIMAL);

  public static final Layout LAYOUT = T.build();

  private SlToVlMappingTable() {}
}
