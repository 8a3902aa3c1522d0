package org.ibassay.wire.pm;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.GmpAttribute;

/// PortSamplesControl: starts the sampling of a port, and tells what can be sampled.
public final class PortSamplesControl {
  private static final Layout.Table T = Layout.table("PortSamplesControl", "16.1.3.2", 80);

  public static final Field OP_CODE = T.rw("OpCode", 0, 8, HEX);
  public static final Field PORT_SELECT = T.rw("PortSelect", 8, 8, DECIMAL);

  /// The unit of all times: the value plus one, in symbol times.
  public static final Field TICK = T.ro("Tick", 16, 8, HEX);

  public static final Field COUNTER_WIDTH = T.ro("CounterWidth", 29, 3, DECIMAL);

  /// The quantities that counter 0 supports: 3 bits a counter, here and in the next two fields.
  public static final Field COUNTER_MASK0 = T.ro("CounterMask0", 34, 3, HEX);

  public static final Field COUNTER_MASKS1_TO9 = T.ro("CounterMasks1to9", 37, 27, HEX);
  public static final Field COUNTER_MASKS10_TO14 = T.ro("CounterMasks10to14", 65, 15, HEX);
  public static final Field SAMPLE_MECHANISMS = T.ro("SampleMechanisms", 80, 8, DECIMAL);

  /// 0 done, 1 waiting for its start, 2 under way.
  public static final Field SAMPLE_STATUS = T.ro("SampleStatus", 94, 2, DECIMAL);

  public static final Field OPTION_MASK = T.ro("OptionMask", 96, 64, HEX);
  public static final Field VENDOR_MASK = T.ro("VendorMask", 160, 64, HEX);
  public static final Field SAMPLE_START = T.rw("SampleStart", 224, 32, DECIMAL);
  public static final Field SAMPLE_INTERVAL = T.rw("SampleInterval", 256, 32, DECIMAL);
  public static final Field TAG = T.rw("Tag", 288, 16, HEX);

  /// The quantity that each counter counts.
  public static final Field COUNTER_SELECT =
      T.repeated("CounterSelect", 304, 16, 15, 16, Access.RW, HEX);

  public static final Field SAMPLES_ONLY_OPTION_MASK = T.ro("SamplesOnlyOptionMask", 576, 64, HEX);

  public static final GmpAttribute ATTRIBUTE = new GmpAttribute(0x0010, T.build());

  private PortSamplesControl() {}
}
