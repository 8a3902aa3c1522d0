package org.ibassay.wire.pm;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.GmpAttribute;

/// PortSamplesResult: what was counted while a port was sampled.
public final class PortSamplesResult {
  private static final Layout.Table T = Layout.table("PortSamplesResult", "16.1.3.4", 64);

  /// That of the PortSamplesControl that started it.
  public static final Field TAG = T.ro("Tag", 0, 16, HEX);

  public static final Field SAMPLE_STATUS = T.ro("SampleStatus", 30, 2, DECIMAL);
  public static final Field COUNTER = T.repeated("Counter", 32, 32, 15, 32, Access.RO, DECIMAL);

  public static final GmpAttribute ATTRIBUTE = new GmpAttribute(0x0011, T.build());

  private PortSamplesResult() {}
}
