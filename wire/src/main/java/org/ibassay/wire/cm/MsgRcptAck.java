package org.ibassay.wire.cm;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.mad.GmpAttribute;

/// MsgRcptAck (MRA): a message was received, and the response to it will take longer.
public final class MsgRcptAck {
  private static final CmTable T = new CmTable(0x0011, "MsgRcptAck", "12.6.6");

  public static final Field LOCAL_COMMUNICATION_ID = T.at("Local Communication ID", 0, 32, HEX);
  public static final Field REMOTE_COMMUNICATION_ID = T.at("Remote Communication ID", 32, 32, HEX);

  /// 0 REQ, 1 REP, 2 LAP.
  public static final Field MESSAGE_MRAED = T.at("Message MRAed", 64, 2, DECIMAL);

  /// Exponent: 4.096 us * 2^n.
  public static final Field SERVICE_TIMEOUT = T.at("ServiceTimeout", 72, 5, DECIMAL);

  public static final Field PRIVATE_DATA = T.privateData(10);

  public static final GmpAttribute ATTRIBUTE = T.build();

  private MsgRcptAck() {}
}
