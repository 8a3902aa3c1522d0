package org.ibassay.wire.cm;

import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.mad.GmpAttribute;

/// DisconnectReply (DREP): confirms the end of a connection.
public final class DisconnectReply {
  private static final CmTable T = new CmTable(0x0016, "DisconnectReply", "12.6.11");

  public static final Field LOCAL_COMMUNICATION_ID = T.at("Local Communication ID", 0, 32, HEX);
  public static final Field REMOTE_COMMUNICATION_ID = T.at("Remote Communication ID", 32, 32, HEX);
  public static final Field PRIVATE_DATA = T.privateData(8);

  public static final GmpAttribute ATTRIBUTE = T.build();

  private DisconnectReply() {}
}
