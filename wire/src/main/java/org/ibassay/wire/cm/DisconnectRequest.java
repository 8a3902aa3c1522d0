package org.ibassay.wire.cm;

import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.mad.GmpAttribute;

/// DisconnectRequest (DREQ): requests the end of a connection.
public final class DisconnectRequest {
  private static final CmTable T = new CmTable(0x0015, "DisconnectRequest", "12.6.10");

  public static final Field LOCAL_COMMUNICATION_ID = T.at("Local Communication ID", 0, 32, HEX);
  public static final Field REMOTE_COMMUNICATION_ID = T.at("Remote Communication ID", 32, 32, HEX);
  public static final Field REMOTE_QPN_EECN = T.at("Remote QPN/EECN", 64, 24, HEX);
  public static final Field PRIVATE_DATA = T.privateData(12);

  public static final GmpAttribute ATTRIBUTE = T.build();

  private DisconnectRequest() {}
}
