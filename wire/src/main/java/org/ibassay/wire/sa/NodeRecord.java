package org.ibassay.wire.sa;

import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.EmbeddedTable;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.NodeDescription;
import org.ibassay.wire.attribute.NodeInfo;

/// NodeRecord: a port of a node.
public final class NodeRecord {
  private static final SaTable T = new SaTable(0x0011, "NodeRecord", "15.2.5.2", 108);

  public static final Field LID = T.at(0, "LID", 0, 16, HEX);
  public static final EmbeddedTable NODE_INFO = T.embed(2, NodeInfo.LAYOUT, 4);
  public static final EmbeddedTable NODE_DESCRIPTION = T.embed(14, NodeDescription.LAYOUT, 44);

  public static final SaAttribute ATTRIBUTE = T.build();

  private NodeRecord() {}
}
