package org.ibassay.wire.sa;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.GID;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;

/// InformInfo: a subscription for notices.
public final class InformInfo {
  private static final SaTable T = new SaTable(0x0003, "InformInfo", "13.4.8.3", 36);

  public static final Field GID_FIELD = T.plain("GID", 0, 128, GID);
  public static final Field LID_RANGE_BEGIN = T.plain("LIDRangeBegin", 128, 16, HEX);
  public static final Field LID_RANGE_END = T.plain("LIDRangeEnd", 144, 16, HEX);
  public static final Field IS_GENERIC = T.plain("IsGeneric", 176, 8, DECIMAL);

  /// 1 to subscribe, 0 to end it.
  public static final Field SUBSCRIBE = T.plain("Subscribe", 184, 8, DECIMAL);

  /// As Notice's Type; 0xFFFF: all.
  public static final Field TYPE = T.plain("Type", 192, 16, HEX);

  public static final Field TRAP_NUMBER_DEVICE_ID = T.plain("TrapNumberDeviceID", 208, 16, HEX);
  public static final Field QPN = T.plain("QPN", 224, 24, HEX);

  /// Exponent: 4.096 us * 2^n.
  public static final Field RESP_TIME_VALUE = T.plain("RespTimeValue", 251, 5, DECIMAL);

  public static final Field PRODUCER_TYPE_VENDOR_ID = T.plain("ProducerTypeVendorID", 264, 24, HEX);

  public static final SaAttribute ATTRIBUTE = T.build();

  private InformInfo() {}
}
