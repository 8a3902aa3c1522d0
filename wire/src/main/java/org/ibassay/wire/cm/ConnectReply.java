package org.ibassay.wire.cm;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.mad.GmpAttribute;

/// ConnectReply (REP): accepts a connection.
public final class ConnectReply {
  private static final CmTable T = new CmTable(0x0013, "ConnectReply", "12.6.8");

  public static final Field LOCAL_COMMUNICATION_ID = T.at("Local Communication ID", 0, 32, HEX);
  public static final Field REMOTE_COMMUNICATION_ID = T.at("Remote Communication ID", 32, 32, HEX);
  public static final Field LOCAL_Q_KEY = T.at("Local Q_Key", 64, 32, HEX);
  public static final Field LOCAL_QPN = T.at("Local QPN", 96, 24, HEX);
  public static final Field LOCAL_EE_CONTEXT_NUMBER = T.at("Local EE Context Number", 128, 24, HEX);
  public static final Field STARTING_PSN = T.at("Starting PSN", 160, 24, DECIMAL);
  public static final Field RESPONDER_RESOURCES = T.at("Responder Resources", 192, 8, DECIMAL);
  public static final Field INITIATOR_DEPTH = T.at("Initiator Depth", 200, 8, DECIMAL);

  /// Exponent: 4.096 us * 2^n.
  public static final Field TARGET_ACK_DELAY = T.at("Target ACK Delay", 208, 5, DECIMAL);

  public static final Field FAILOVER_ACCEPTED = T.at("Failover Accepted", 213, 2, DECIMAL);
  public static final Field END_TO_END_FLOW_CONTROL = T.at("End-To-End Flow Control", 215, 1, FLAG);

  /// 7: infinite.
  public static final Field RNR_RETRY_COUNT = T.at("RNR Retry Count", 216, 3, DECIMAL);

  public static final Field SRQ = T.at("SRQ", 219, 1, FLAG);
  public static final Field LOCAL_CA_GUID = T.at("Local CA GUID", 224, 64, HEX);
  public static final Field PRIVATE_DATA = T.privateData(36);

  public static final GmpAttribute ATTRIBUTE = T.build();

  private ConnectReply() {}
}
