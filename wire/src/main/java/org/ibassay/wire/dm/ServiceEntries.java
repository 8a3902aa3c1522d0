package org.ibassay.wire.dm;

import static org.ibassay.wire.Form.HEX;
import static org.ibassay.wire.Form.TEXT;

import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.GmpAttribute;

/// ServiceEntries: up to four services of a controller. AttributeModifier: slot in the upper 16
/// bits, then the numbers of the last and the first service, 8 bits each.
public final class ServiceEntries {
  private static final int ENTRIES = 4;
  private static final int ENTRY_BITS = 384;
  private static final Layout.Table T = Layout.table("ServiceEntries", "16.3.3.5", 192);

  public static final Field SERVICE_NAME =
      T.repeated("ServiceName", 0, 320, ENTRIES, ENTRY_BITS, Access.RO, TEXT);
  public static final Field SERVICE_ID =
      T.repeated("ServiceID", 320, 64, ENTRIES, ENTRY_BITS, Access.RO, HEX);

  public static final GmpAttribute ATTRIBUTE = new GmpAttribute(0x0012, T.build());

  private ServiceEntries() {}
}
