package org.ibassay.wire.sa;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;

/// TraceRecord: one node of a path. It is asked for by the fields of a [PathRecord].
public final class TraceRecord {
  private static final SaTable T = new SaTable(0x0039, "TraceRecord", "15.2.5.19", 46);

  /// The subnet in which the ids mean something.
  public static final Field GID_PREFIX = T.at(0, "GIDPrefix", 0, 64, HEX);

  public static final Field ID_GENERATION = T.at(1, "IDGeneration", 64, 16, HEX);
  public static final Field NODE_TYPE = T.at(3, "NodeType", 88, 8, DECIMAL);
  public static final Field NODE_ID = T.at(4, "NodeID", 96, 64, HEX);
  public static final Field CHASSIS_ID = T.at(5, "ChassisID", 160, 64, HEX);
  public static final Field ENTRY_PORT_ID = T.at(6, "EntryPortID", 224, 64, HEX);
  public static final Field EXIT_PORT_ID = T.at(7, "ExitPortID", 288, 64, HEX);
  public static final Field ENTRY_PORT = T.at(8, "EntryPort", 352, 8, DECIMAL);
  public static final Field EXIT_PORT = T.at(9, "ExitPort", 360, 8, DECIMAL);

  public static final SaAttribute ATTRIBUTE = T.build();

  private TraceRecord() {}
}
