package org.ibassay.wire.sa;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;
import static org.ibassay.wire.Form.GID;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Access;
import org.ibassay.wire.Field;

/// MultiPathRecord: asks for paths from any of some ports to any of some others; the answer holds
/// [PathRecord]s.
///
/// The table has room for the eleven GIDs of a request that fits one MAD.
public final class MultiPathRecord {
  private static final SaTable T = new SaTable(0x003A, "MultiPathRecord", "15.2.5.20", 200);

  public static final Field RAW_TRAFFIC = T.at(0, "RawTraffic", 0, 1, FLAG);
  public static final Field FLOW_LABEL = T.at(2, "FlowLabel", 4, 20, HEX);
  public static final Field HOP_LIMIT = T.at(3, "HopLimit", 24, 8, DECIMAL);
  public static final Field T_CLASS = T.at(4, "TClass", 32, 8, HEX);
  public static final Field REVERSIBLE = T.at(5, "Reversible", 40, 1, FLAG);
  public static final Field NUMB_PATH = T.at(6, "NumbPath", 41, 7, DECIMAL);
  public static final Field P_KEY = T.at(7, "P_Key", 48, 16, HEX);
  public static final Field QOS_CLASS = T.at(8, "QoSClass", 64, 12, DECIMAL);
  public static final Field SL = T.at(9, "SL", 76, 4, DECIMAL);
  public static final Field MTU_SELECTOR = T.at(10, "MtuSelector", 80, 2, DECIMAL);
  public static final Field MTU = T.at(11, "Mtu", 82, 6, DECIMAL);
  public static final Field RATE_SELECTOR = T.at(12, "RateSelector", 88, 2, DECIMAL);
  public static final Field RATE = T.at(13, "Rate", 90, 6, DECIMAL);
  public static final Field PACKET_LIFE_TIME_SELECTOR =
      T.at(14, "PacketLifeTimeSelector", 96, 2, DECIMAL);
  public static final Field PACKET_LIFE_TIME = T.at(15, "PacketLifeTime", 98, 6, DECIMAL);
  public static final Field SERVICE_ID_8_MSB = T.at(16, "ServiceID8MSBits", 104, 8, HEX);

  /// 1: paths that share as little as possible.
  public static final Field INDEPENDENCE_SELECTOR =
      T.at(17, "IndependenceSelector", 112, 2, DECIMAL);

  public static final Field S_GID_COUNT = T.at(19, "SGIDCount", 120, 8, DECIMAL);
  public static final Field D_GID_COUNT = T.at(20, "DGIDCount", 128, 8, DECIMAL);
  public static final Field SERVICE_ID_56_LSB = T.at(21, "ServiceID56LSBits", 136, 56, HEX);

  /// The source GIDs, after them the destination GIDs.
  public static final Field SD_GID = T.table().repeated("SDGID", 192, 128, 11, 128, Access.RW, GID);

  public static final SaAttribute ATTRIBUTE = T.build();

  private MultiPathRecord() {}
}
