package org.ibassay.wire.sa;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;
import static org.ibassay.wire.Form.GID;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;

/// PathRecord: a way from one port to another.
///
/// In a request the selectors say how the value beside them is meant ([Selector]); in an answer
/// they are [Selector#EXACTLY].
public final class PathRecord {
  private static final SaTable T = new SaTable(0x0035, "PathRecord", "15.2.5.16", 64);

  /// Two components, its parts.
  public static final Field SERVICE_ID = T.plain("ServiceID", 0, 64, HEX);

  public static final Field SERVICE_ID_8_MSB = T.part(0, SERVICE_ID, "ServiceID8MSBits", 0, 8, HEX);
  public static final Field SERVICE_ID_56_LSB =
      T.part(1, SERVICE_ID, "ServiceID56LSBits", 8, 56, HEX);

  public static final Field DGID = T.at(2, "DGID", 64, 128, GID);
  public static final Field SGID = T.at(3, "SGID", 192, 128, GID);
  public static final Field DLID = T.at(4, "DLID", 320, 16, HEX);
  public static final Field SLID = T.at(5, "SLID", 336, 16, HEX);
  public static final Field RAW_TRAFFIC = T.at(6, "RawTraffic", 352, 1, FLAG);
  public static final Field FLOW_LABEL = T.at(8, "FlowLabel", 356, 20, HEX);
  public static final Field HOP_LIMIT = T.at(9, "HopLimit", 376, 8, DECIMAL);
  public static final Field T_CLASS = T.at(10, "TClass", 384, 8, HEX);
  public static final Field REVERSIBLE = T.at(11, "Reversible", 392, 1, FLAG);

  /// In a request: at most so many.
  public static final Field NUMB_PATH = T.at(12, "NumbPath", 393, 7, DECIMAL);

  public static final Field P_KEY = T.at(13, "P_Key", 400, 16, HEX);
  public static final Field QOS_CLASS = T.at(14, "QoSClass", 416, 12, DECIMAL);
  public static final Field SL = T.at(15, "SL", 428, 4, DECIMAL);
  public static final Field MTU_SELECTOR = T.at(16, "MtuSelector", 432, 2, DECIMAL);

  /// As [Mtu] encodes it.
  public static final Field MTU = T.at(17, "Mtu", 434, 6, DECIMAL);

  public static final Field RATE_SELECTOR = T.at(18, "RateSelector", 440, 2, DECIMAL);

  /// As [Rate] encodes it.
  public static final Field RATE = T.at(19, "Rate", 442, 6, DECIMAL);

  public static final Field PACKET_LIFE_TIME_SELECTOR =
      T.at(20, "PacketLifeTimeSelector", 448, 2, DECIMAL);

  /// As [PacketLifeTime] encodes it.
  public static final Field PACKET_LIFE_TIME = T.at(21, "PacketLifeTime", 450, 6, DECIMAL);

  /// In an answer: which of several paths to prefer, the least first. Its number is Linux's; OpenSM
  /// has none.
  public static final Field PREFERENCE = T.at(22, "Preference", 456, 8, DECIMAL);

  public static final SaAttribute ATTRIBUTE = T.build();

  private PathRecord() {}
}
