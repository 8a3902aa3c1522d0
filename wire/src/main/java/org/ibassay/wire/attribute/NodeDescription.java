package org.ibassay.wire.attribute;

import static org.ibassay.wire.Form.TEXT;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// NodeDescription: a text that names the node.
///
/// Read-only, except on devices with [PortInfo#IS_SET_NODE_DESCRIPTION_SUPPORTED].
public final class NodeDescription {
  private static final Layout.Table T = Layout.table("NodeDescription", "14.2.5.2", 64);

  public static final Field NODE_STRING = T.ro("NodeString", 0, 512, TEXT);

  public static final Layout LAYOUT = T.build();

  private NodeDescription() {}
}
