package org.ibassay.wire.cm;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.mad.GmpAttribute;

/// AlternatePathResponse (APR): accepts or rejects an alternate path.
public final class AlternatePathResponse {
  private static final CmTable T = new CmTable(0x001A, "AlternatePathResponse", "12.8.2");

  public static final Field LOCAL_COMMUNICATION_ID = T.at("Local Communication ID", 0, 32, HEX);
  public static final Field REMOTE_COMMUNICATION_ID = T.at("Remote Communication ID", 32, 32, HEX);

  /// In bytes.
  public static final Field ADDITIONAL_INFORMATION_LENGTH =
      T.at("Additional Information Length", 64, 8, DECIMAL);

  public static final Field AP_STATUS = T.at("AP Status", 72, 8, DECIMAL);
  public static final Field ADDITIONAL_INFORMATION = T.bytes("Additional Information", 12, 72);
  public static final Field PRIVATE_DATA = T.privateData(84);

  public static final GmpAttribute ATTRIBUTE = T.build();

  private AlternatePathResponse() {}
}
