package org.ibassay.wire.cm;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;
import static org.ibassay.wire.Form.GID;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.mad.GmpAttribute;

/// LoadAlternatePath (LAP): proposes an alternate path. Its fields are ordered differently from
/// those of a path in [ConnectRequest].
public final class LoadAlternatePath {
  private static final CmTable T = new CmTable(0x0019, "LoadAlternatePath", "12.8.1");

  public static final Field LOCAL_COMMUNICATION_ID = T.at("Local Communication ID", 0, 32, HEX);
  public static final Field REMOTE_COMMUNICATION_ID = T.at("Remote Communication ID", 32, 32, HEX);
  public static final Field REMOTE_QPN_EECN = T.at("Remote QPN/EECN", 96, 24, HEX);

  /// Exponent: 4.096 us * 2^n.
  public static final Field REMOTE_CM_RESPONSE_TIMEOUT =
      T.at("Remote CM Response Timeout", 120, 5, DECIMAL);

  public static final Field ALTERNATE_LOCAL_PORT_LID =
      T.at("Alternate Local Port LID", 160, 16, HEX);
  public static final Field ALTERNATE_REMOTE_PORT_LID =
      T.at("Alternate Remote Port LID", 176, 16, HEX);
  public static final Field ALTERNATE_LOCAL_PORT_GID =
      T.at("Alternate Local Port GID", 192, 128, GID);
  public static final Field ALTERNATE_REMOTE_PORT_GID =
      T.at("Alternate Remote Port GID", 320, 128, GID);
  public static final Field ALTERNATE_FLOW_LABEL = T.at("Alternate Flow Label", 448, 20, HEX);
  public static final Field ALTERNATE_TRAFFIC_CLASS = T.at("Alternate Traffic Class", 472, 8, HEX);
  public static final Field ALTERNATE_HOP_LIMIT = T.at("Alternate Hop Limit", 480, 8, DECIMAL);
  public static final Field ALTERNATE_PACKET_RATE = T.at("Alternate Packet Rate", 490, 6, DECIMAL);
  public static final Field ALTERNATE_SL = T.at("Alternate SL", 496, 4, DECIMAL);
  public static final Field ALTERNATE_SUBNET_LOCAL = T.at("Alternate Subnet Local", 500, 1, FLAG);

  /// Exponent: 4.096 us * 2^n.
  public static final Field ALTERNATE_LOCAL_ACK_TIMEOUT =
      T.at("Alternate Local ACK Timeout", 504, 5, DECIMAL);

  public static final Field PRIVATE_DATA = T.privateData(64);

  public static final GmpAttribute ATTRIBUTE = T.build();

  private LoadAlternatePath() {}
}
