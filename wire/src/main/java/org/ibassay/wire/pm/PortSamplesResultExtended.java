package org.ibassay.wire.pm;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.GmpAttribute;

/// PortSamplesResultExtended: what was counted while a port was sampled, in wider counters. Only
/// python-rdma describes it (`iba_16_1.xml`).
public final class PortSamplesResultExtended {
  private static final Layout.Table T = Layout.table("PortSamplesResultExtended", "16.1.4.10", 128);

  /// That of the PortSamplesControl that started it.
  public static final Field TAG = T.ro("Tag", 0, 16, HEX);

  public static final Field SAMPLE_STATUS = T.ro("SampleStatus", 30, 2, DECIMAL);
  public static final Field EXTENDED_WIDTH = T.ro("ExtendedWidth", 32, 2, DECIMAL);
  public static final Field COUNTER = T.repeated("Counter", 64, 64, 15, 64, Access.RO, DECIMAL);

  public static final GmpAttribute ATTRIBUTE = new GmpAttribute(0x001E, T.build());

  private PortSamplesResultExtended() {}
}
