package org.ibassay.wire.sa;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;

/// LinkRecord: a link, seen from one of its ends.
public final class LinkRecord {
  private static final SaTable T = new SaTable(0x0020, "LinkRecord", "15.2.5.13", 6);

  public static final Field FROM_LID = T.at(0, "FromLID", 0, 16, HEX);
  public static final Field FROM_PORT = T.at(1, "FromPort", 16, 8, DECIMAL);
  public static final Field TO_PORT = T.at(2, "ToPort", 24, 8, DECIMAL);
  public static final Field TO_LID = T.at(3, "ToLID", 32, 16, HEX);

  public static final SaAttribute ATTRIBUTE = T.build();

  private LinkRecord() {}
}
