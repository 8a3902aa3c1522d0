package org.ibassay.wire.cc;

import static org.ibassay.wire.Form.DECIMAL;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.GmpAttribute;

/// TimeStamp: the clock of a CongestionLog's times.
public final class TimeStamp {
  private static final Layout.Table T = Layout.table("TimeStamp", "A10.4.3.10", 4);

  /// In units of 1.024 us.
  public static final Field TIME_STAMP = T.ro("TimeStamp", 0, 32, DECIMAL);

  public static final GmpAttribute ATTRIBUTE = new GmpAttribute(0x0018, T.build());

  private TimeStamp() {}
}
