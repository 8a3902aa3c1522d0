package org.ibassay.wire.sa;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;
import static org.ibassay.wire.Form.GID;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;

/// MCMemberRecord: a port's membership in a multicast group.
public final class McMemberRecord {
  private static final SaTable T = new SaTable(0x0038, "MCMemberRecord", "15.2.5.17", 52);

  public static final Field MGID = T.at(0, "MGID", 0, 128, GID);
  public static final Field PORT_GID = T.at(1, "PortGID", 128, 128, GID);
  public static final Field Q_KEY = T.at(2, "Q_Key", 256, 32, HEX);
  public static final Field MLID = T.at(3, "MLID", 288, 16, HEX);
  public static final Field MTU_SELECTOR = T.at(4, "MtuSelector", 304, 2, DECIMAL);
  public static final Field MTU = T.at(5, "Mtu", 306, 6, DECIMAL);
  public static final Field T_CLASS = T.at(6, "TClass", 312, 8, HEX);
  public static final Field P_KEY = T.at(7, "P_Key", 320, 16, HEX);
  public static final Field RATE_SELECTOR = T.at(8, "RateSelector", 336, 2, DECIMAL);
  public static final Field RATE = T.at(9, "Rate", 338, 6, DECIMAL);
  public static final Field PACKET_LIFE_TIME_SELECTOR =
      T.at(10, "PacketLifeTimeSelector", 344, 2, DECIMAL);
  public static final Field PACKET_LIFE_TIME = T.at(11, "PacketLifeTime", 346, 6, DECIMAL);
  public static final Field SL = T.at(12, "SL", 352, 4, DECIMAL);
  public static final Field FLOW_LABEL = T.at(13, "FlowLabel", 356, 20, HEX);
  public static final Field HOP_LIMIT = T.at(14, "HopLimit", 376, 8, DECIMAL);

  /// As in the MGID: 2 link-local, 5 site-local, 8 organization-local, 14 global.
  public static final Field SCOPE = T.at(15, "Scope", 384, 4, DECIMAL);

  /// Bits: 1 full member, 2 non-member, 4 send-only non-member.
  public static final Field JOIN_STATE = T.at(16, "JoinState", 388, 4, HEX);

  public static final Field PROXY_JOIN = T.at(17, "ProxyJoin", 392, 1, FLAG);

  public static final SaAttribute ATTRIBUTE = T.build();

  private McMemberRecord() {}
}
