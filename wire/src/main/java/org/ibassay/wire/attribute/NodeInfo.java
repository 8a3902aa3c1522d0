package org.ibassay.wire.attribute;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import java.util.Map;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.ValueNames;

/// NodeInfo: type and identity of a node. All fields are read-only.
public final class NodeInfo {
  private static final ValueNames TYPES =
      ValueNames.of(Map.of(1L, "CA", 2L, "Switch", 3L, "Router"));
  private static final Layout.Table T = Layout.table("NodeInfo", "14.2.5.3", 40);

  public static final Field BASE_VERSION = T.ro("BaseVersion", 0, 8, DECIMAL);
  public static final Field CLASS_VERSION = T.ro("ClassVersion", 8, 8, DECIMAL);

  /// 1 channel adapter, 2 switch, 3 router.
  public static final Field NODE_TYPE = T.ro("NodeType", 16, 8, TYPES);

  /// Number of physical ports, without a switch's port 0.
  public static final Field NUM_PORTS = T.ro("NumPorts", 24, 8, DECIMAL);

  public static final Field SYSTEM_IMAGE_GUID = T.ro("SystemImageGUID", 32, 64, HEX);
  public static final Field NODE_GUID = T.ro("NodeGUID", 96, 64, HEX);
  public static final Field PORT_GUID = T.ro("PortGUID", 160, 64, HEX);
  public static final Field PARTITION_CAP = T.ro("PartitionCap", 224, 16, DECIMAL);
  public static final Field DEVICE_ID = T.ro("DeviceID", 240, 16, HEX);
  public static final Field REVISION = T.ro("Revision", 256, 32, HEX);

  /// The port that received the SMP.
  public static final Field LOCAL_PORT_NUM = T.ro("LocalPortNum", 288, 8, DECIMAL);

  public static final Field VENDOR_ID = T.ro("VendorID", 296, 24, HEX);

  public static final Layout LAYOUT = T.build();

  private NodeInfo() {}
}
