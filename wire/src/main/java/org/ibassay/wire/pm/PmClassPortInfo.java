package org.ibassay.wire.pm;

import java.util.List;
import java.util.stream.Stream;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.sa.ClassPortInfo;

/// ClassPortInfo of performance management: that of every class, and what the bits of its masks
/// mean here, numbered as OpenSM has them.
public final class PmClassPortInfo {
  private static final Layout.Table T =
      Layout.table("ClassPortInfo", "16.1.3.1", ClassPortInfo.COMMON.bytes());

  /// PortSelect may be 0xFF: all ports.
  public static final Field ALL_PORT_SELECT = bit("AllPortSelect", 8);

  public static final Field IS_EXTENDED_WIDTH_SUPPORTED = bit("IsExtendedWidthSupported", 9);

  /// As before, but without the counters of unicast and multicast packets.
  public static final Field IS_EXTENDED_WIDTH_SUPPORTED_NO_IETF =
      bit("IsExtendedWidthSupportedNoIETF", 10);

  public static final Field SAMPLES_ONLY_SUPPORTED = bit("SamplesOnlySupported", 11);
  public static final Field PORT_COUNTERS_XMIT_WAIT_SUPPORTED =
      bit("PortCountersXmitWaitSupported", 12);
  public static final Field IS_INHIBIT_LIMITED_P_KEY_MULTICAST_CONSTRAINT_ERRORS =
      bit("IsInhibitLimitedPkeyMulticastConstraintErrors", 13);
  public static final Field IS_RSFEC_MODE_SUPPORTED = bit("IsRSFECModeSupported", 14);
  public static final Field IS_QP1_DROPPED_SUPPORTED = bit("IsQP1DroppedSupported", 15);
  public static final Field IS_PM_KEY_SUPPORTED = bit2("IsPMKeySupported", 0);
  public static final Field IS_ADDITIONAL_PORT_COUNTERS_EXTENDED_SUPPORTED =
      bit2("IsAdditionalPortCountersExtendedSupported", 1);

  public static final GmpAttribute ATTRIBUTE = new GmpAttribute(0x0001, layout(T.build().parts()));

  private PmClassPortInfo() {}

  private static Layout layout(List<Field> bits) {
    Layout common = ClassPortInfo.COMMON;
    return new Layout(
        common.name(),
        "16.1.3.1",
        common.bytes(),
        common.fields(),
        Stream.concat(common.parts().stream(), bits.stream()).toList());
  }

  private static Field bit(String name, int bit) {
    return T.bit(ClassPortInfo.CAPABILITY_MASK, name, bit);
  }

  private static Field bit2(String name, int bit) {
    return T.bit(ClassPortInfo.CAPABILITY_MASK2, name, bit);
  }
}
