package org.ibassay.wire.cm;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.mad.GmpAttribute;

/// ConnectRequest (REQ): requests a connection.
///
/// Extended Transport Type, SAP Supported and the reserved bytes 24 to 27 follow Linux; python-rdma
/// implements an earlier release of the specification, with a Q_Key in those bytes. Flow labels and
/// packet rates are at the offsets on which both agree; tshark 4.0 reads the rate a few bytes too
/// early and truncates the label.
public final class ConnectRequest {
  private static final CmTable T = new CmTable(0x0010, "ConnectRequest", "12.6.5");

  public static final Field LOCAL_COMMUNICATION_ID = T.at("Local Communication ID", 0, 32, HEX);
  public static final Field SERVICE_ID = T.at("ServiceID", 64, 64, HEX);
  public static final Field LOCAL_CA_GUID = T.at("Local CA GUID", 128, 64, HEX);
  public static final Field LOCAL_Q_KEY = T.at("Local Q_Key", 224, 32, HEX);
  public static final Field LOCAL_QPN = T.at("Local QPN", 256, 24, HEX);
  public static final Field RESPONDER_RESOURCES = T.at("Responder Resources", 280, 8, DECIMAL);
  public static final Field LOCAL_EECN = T.at("Local EECN", 288, 24, HEX);
  public static final Field INITIATOR_DEPTH = T.at("Initiator Depth", 312, 8, DECIMAL);
  public static final Field REMOTE_EECN = T.at("Remote EECN", 320, 24, HEX);

  /// Exponent: 4.096 us * 2^n.
  public static final Field REMOTE_CM_RESPONSE_TIMEOUT =
      T.at("Remote CM Response Timeout", 344, 5, DECIMAL);

  /// 0 RC, 1 UC, 2 RD, 3: see Extended Transport Type.
  public static final Field TRANSPORT_SERVICE_TYPE =
      T.at("Transport Service Type", 349, 2, DECIMAL);

  public static final Field END_TO_END_FLOW_CONTROL = T.at("End-to-End Flow Control", 351, 1, FLAG);
  public static final Field STARTING_PSN = T.at("Starting PSN", 352, 24, DECIMAL);

  /// Exponent: 4.096 us * 2^n.
  public static final Field LOCAL_CM_RESPONSE_TIMEOUT =
      T.at("Local CM Response Timeout", 376, 5, DECIMAL);

  public static final Field RETRY_COUNT = T.at("Retry Count", 381, 3, DECIMAL);
  public static final Field PARTITION_KEY = T.at("Partition Key", 384, 16, HEX);

  /// Encoded as [org.ibassay.wire.sa.Mtu]: 1 to 5 for 256 to 4096 bytes.
  public static final Field PATH_PACKET_PAYLOAD_MTU =
      T.at("Path Packet Payload MTU", 400, 4, DECIMAL);

  public static final Field RDC_EXISTS = T.at("RDC Exists", 404, 1, FLAG);

  /// 7: infinite.
  public static final Field RNR_RETRY_COUNT = T.at("RNR Retry Count", 405, 3, DECIMAL);

  public static final Field MAX_CM_RETRIES = T.at("Max CM Retries", 408, 4, DECIMAL);
  public static final Field SRQ = T.at("SRQ", 412, 1, FLAG);

  /// 1 XRC.
  public static final Field EXTENDED_TRANSPORT_TYPE =
      T.at("Extended Transport Type", 413, 3, DECIMAL);

  static {
    T.path("Primary", 52);
    T.path("Alternate", 96);
  }

  public static final Field SAP_SUPPORTED = T.at("SAP Supported", 1117, 1, FLAG);
  public static final Field PRIVATE_DATA = T.privateData(140);

  public static final GmpAttribute ATTRIBUTE = T.build();

  private ConnectRequest() {}

  /// Returns a field of the primary path.
  ///
  /// @param name the field's name, without `Primary`
  public static Field primary(String name) {
    return ATTRIBUTE.layout().field("Primary " + name).orElseThrow();
  }

  /// Returns a field of the alternate path.
  ///
  /// @param name the field's name, without `Alternate`
  public static Field alternate(String name) {
    return ATTRIBUTE.layout().field("Alternate " + name).orElseThrow();
  }
}
