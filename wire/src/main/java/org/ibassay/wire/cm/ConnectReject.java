package org.ibassay.wire.cm;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.mad.GmpAttribute;

/// ConnectReject (REJ): rejects a connection or ends its establishment.
public final class ConnectReject {
  private static final CmTable T = new CmTable(0x0012, "ConnectReject", "12.6.7");

  public static final Field LOCAL_COMMUNICATION_ID = T.at("Local Communication ID", 0, 32, HEX);
  public static final Field REMOTE_COMMUNICATION_ID = T.at("Remote Communication ID", 32, 32, HEX);

  /// 0 REQ, 1 REP, 2 none.
  public static final Field MESSAGE_REJECTED = T.at("Message REJected", 64, 2, DECIMAL);

  /// In bytes.
  public static final Field REJECT_INFO_LENGTH = T.at("Reject Info Length", 72, 7, DECIMAL);

  public static final Field REASON = T.at("Reason", 80, 16, DECIMAL);
  public static final Field ADDITIONAL_REJECT_INFORMATION =
      T.bytes("Additional Reject Information", 12, 72);
  public static final Field PRIVATE_DATA = T.privateData(84);

  public static final GmpAttribute ATTRIBUTE = T.build();

  private ConnectReject() {}
}
