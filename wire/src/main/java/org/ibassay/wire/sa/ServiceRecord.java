package org.ibassay.wire.sa;

import static org.ibassay.wire.Form.BYTES;
import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.GID;
import static org.ibassay.wire.Form.HEX;
import static org.ibassay.wire.Form.TEXT;

import org.ibassay.wire.Field;

/// ServiceRecord: a service that a port offers.
public final class ServiceRecord {
  private static final SaTable T = new SaTable(0x0031, "ServiceRecord", "15.2.5.14", 176);

  public static final Field SERVICE_ID = T.at(0, "ServiceID", 0, 64, HEX);
  public static final Field SERVICE_GID = T.at(1, "ServiceGID", 64, 128, GID);
  public static final Field SERVICE_P_KEY = T.at(2, "ServiceP_Key", 192, 16, HEX);

  /// In seconds; 0xFFFFFFFF: without end.
  public static final Field SERVICE_LEASE = T.at(4, "ServiceLease", 224, 32, DECIMAL);

  public static final Field SERVICE_KEY = T.at(5, "ServiceKey", 256, 128, BYTES);
  public static final Field SERVICE_NAME = T.at(6, "ServiceName", 384, 512, TEXT);
  public static final Field SERVICE_DATA8 = T.each(7, "ServiceData8", 896, 8, 16, HEX);
  public static final Field SERVICE_DATA16 = T.each(23, "ServiceData16", 1024, 16, 8, HEX);
  public static final Field SERVICE_DATA32 = T.each(31, "ServiceData32", 1152, 32, 4, HEX);
  public static final Field SERVICE_DATA64 = T.each(35, "ServiceData64", 1280, 64, 2, HEX);

  public static final SaAttribute ATTRIBUTE = T.build();

  private ServiceRecord() {}
}
