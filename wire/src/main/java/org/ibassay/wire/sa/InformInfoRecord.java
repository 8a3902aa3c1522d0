package org.ibassay.wire.sa;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.GID;

import org.ibassay.wire.EmbeddedTable;
import org.ibassay.wire.Field;

/// InformInfoRecord: a subscription that stands.
public final class InformInfoRecord {
  private static final SaTable T = new SaTable(0x00F3, "InformInfoRecord", "15.2.5.12", 60);

  public static final Field SUBSCRIBER_GID = T.at(0, "SubscriberGID", 0, 128, GID);
  public static final Field ENUM = T.at(1, "Enum", 128, 16, DECIMAL);
  public static final EmbeddedTable INFORM_INFO = T.embed(3, InformInfo.ATTRIBUTE.layout(), 24);

  public static final SaAttribute ATTRIBUTE = T.build();

  private InformInfoRecord() {}
}
