package org.ibassay.wire.sa;

import static org.ibassay.wire.Form.BYTES;
import static org.ibassay.wire.Form.TEXT;

import org.ibassay.wire.Field;

/// ServiceAssociationRecord: which name belongs to which key. The length of the name is that of
/// [ServiceRecord] and of tshark; a header of Intel's gives it 16 bytes.
public final class ServiceAssociationRecord {
  private static final SaTable T = new SaTable(0x003B, "ServiceAssociationRecord", "15.2.5.15", 80);

  public static final Field SERVICE_KEY = T.at(0, "ServiceKey", 0, 128, BYTES);
  public static final Field SERVICE_NAME = T.at(1, "ServiceName", 128, 512, TEXT);

  public static final SaAttribute ATTRIBUTE = T.build();

  private ServiceAssociationRecord() {}
}
