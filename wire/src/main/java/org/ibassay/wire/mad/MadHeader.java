package org.ibassay.wire.mad;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// The common MAD header: the first 24 bytes of every management datagram.
public final class MadHeader {
  private static final Layout.Table T = Layout.table("MADHeader", "13.4.2", 24);

  public static final Field BASE_VERSION = T.rw("BaseVersion", 0, 8, DECIMAL);
  public static final Field MGMT_CLASS = T.rw("MgmtClass", 8, 8, HEX);
  public static final Field CLASS_VERSION = T.rw("ClassVersion", 16, 8, DECIMAL);

  /// Its most significant bit is the response bit: SubnGetResp is 0x81.
  public static final Field METHOD = T.rw("Method", 24, 8, HEX);

  public static final Field STATUS = T.rw("Status", 32, 16, HEX);
  public static final Field CLASS_SPECIFIC = T.rw("ClassSpecific", 48, 16, HEX);
  public static final Field TRANSACTION_ID = T.rw("TransactionID", 64, 64, HEX);
  public static final Field ATTRIBUTE_ID = T.rw("AttributeID", 128, 16, HEX);
  public static final Field ATTRIBUTE_MODIFIER = T.rw("AttributeModifier", 160, 32, HEX);

  public static final Layout LAYOUT = T.build();

  private MadHeader() {}
}
