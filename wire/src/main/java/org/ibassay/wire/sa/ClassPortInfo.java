package org.ibassay.wire.sa;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.GID;
import static org.ibassay.wire.Form.HEX;

import java.util.List;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// ClassPortInfo: what the SA can do, and where to turn to.
public final class ClassPortInfo {
  private static final SaTable T = new SaTable(0x0001, "ClassPortInfo", "13.4.8.1", 72);

  public static final Field BASE_VERSION = T.plain("BaseVersion", 0, 8, DECIMAL);
  public static final Field CLASS_VERSION = T.plain("ClassVersion", 8, 8, DECIMAL);

  public static final Field CAPABILITY_MASK = T.plain("CapabilityMask", 16, 16, HEX);
  public static final Field IS_TRAP_SUPPORTED = bit("IsTrapSupported", 0);
  public static final Field IS_GET_SET_NOTICE_SUPPORTED = bit("IsGetSetNoticeSupported", 1);

  /// Without it [#CAPABILITY_MASK2] is reserved.
  public static final Field IS_CAPABILITY_MASK2_SUPPORTED = bit("IsCapabilityMask2Supported", 2);

  public static final Field IS_SUBNET_OPTIONAL_RECORDS_SUPPORTED =
      bit("IsSubnetOptionalRecordsSupported", 8);
  public static final Field IS_UD_MULTICAST_SUPPORTED = bit("IsUDMulticastSupported", 9);
  public static final Field IS_MULTIPATH_SUPPORTED = bit("IsMultiPathSupported", 10);
  public static final Field IS_REINIT_SUPPORTED = bit("IsReInitSupported", 11);
  public static final Field IS_GID_SCOPED_MULTIPATH_SUPPORTED =
      bit("IsGIDScopedMultiPathSupported", 12);
  public static final Field IS_PORT_INFO_CAPABILITY_MASK_MATCH_SUPPORTED =
      bit("IsPortInfoCapabilityMaskMatchSupported", 13);
  public static final Field IS_LINK_SPEED_WIDTH_PAIRS_RECORDS_SUPPORTED =
      bit("IsLinkSpeedWidthPairsRecordsSupported", 14);
  public static final Field IS_PA_SERVICES_SUPPORTED = bit("IsPAServicesSupported", 15);

  public static final Field CAPABILITY_MASK2 = T.plain("CapabilityMask2", 32, 27, HEX);
  public static final Field IS_QOS_SUPPORTED = bit2("IsQoSSupported", 1);
  public static final Field IS_REVERSE_PATH_P_KEY_MEMBERSHIP_BIT_SUPPORTED =
      bit2("IsReversePathPKeyMembershipBitSupported", 2);
  public static final Field IS_MULTICAST_TOP_SUPPORTED = bit2("IsMulticastFDBTopSupported", 3);
  public static final Field IS_HIERARCHY_INFO_SUPPORTED = bit2("IsHierarchyInfoSupported", 4);
  public static final Field IS_ADDITIONAL_GUIDS_SUPPORTED = bit2("IsAdditionalGUIDsSupported", 5);
  public static final Field IS_FULL_PORT_INFO_RECORD_SUPPORTED =
      bit2("IsFullPortInfoRecordSupported", 6);
  public static final Field IS_EXTENDED_SPEEDS_SUPPORTED = bit2("IsExtendedSpeedsSupported", 7);
  public static final Field IS_MULTICAST_SERVICE_RECORD_SUPPORTED =
      bit2("IsMulticastServiceRecordSupported", 8);
  public static final Field IS_CABLE_INFO_RECORD_SUPPORTED = bit2("IsCableInfoRecordSupported", 9);
  public static final Field IS_PORT_INFO_CAPABILITY_MASK2_MATCH_SUPPORTED =
      bit2("IsPortInfoCapabilityMask2MatchSupported", 10);
  public static final Field IS_PORT_INFO_EXTENDED_RECORD_SUPPORTED =
      bit2("IsPortInfoExtendedRecordSupported", 11);

  /// Exponent: 4.096 us * 2^n.
  public static final Field RESP_TIME_VALUE = T.plain("RespTimeValue", 59, 5, DECIMAL);

  public static final Field REDIRECT_GID = T.plain("RedirectGID", 64, 128, GID);
  public static final Field REDIRECT_TC = T.plain("RedirectTC", 192, 8, HEX);
  public static final Field REDIRECT_SL = T.plain("RedirectSL", 200, 4, DECIMAL);
  public static final Field REDIRECT_FL = T.plain("RedirectFL", 204, 20, HEX);
  public static final Field REDIRECT_LID = T.plain("RedirectLID", 224, 16, HEX);
  public static final Field REDIRECT_P_KEY = T.plain("RedirectP_Key", 240, 16, HEX);
  public static final Field REDIRECT_QP = T.plain("RedirectQP", 264, 24, HEX);
  public static final Field REDIRECT_Q_KEY = T.plain("RedirectQ_Key", 288, 32, HEX);
  public static final Field TRAP_GID = T.plain("TrapGID", 320, 128, GID);
  public static final Field TRAP_TC = T.plain("TrapTC", 448, 8, HEX);
  public static final Field TRAP_SL = T.plain("TrapSL", 456, 4, DECIMAL);
  public static final Field TRAP_FL = T.plain("TrapFL", 460, 20, HEX);
  public static final Field TRAP_LID = T.plain("TrapLID", 480, 16, HEX);
  public static final Field TRAP_P_KEY = T.plain("TrapP_Key", 496, 16, HEX);
  public static final Field TRAP_HL = T.plain("TrapHL", 512, 8, DECIMAL);
  public static final Field TRAP_QP = T.plain("TrapQP", 520, 24, HEX);
  public static final Field TRAP_Q_KEY = T.plain("TrapQ_Key", 544, 32, HEX);

  public static final SaAttribute ATTRIBUTE = T.build();

  /// The part common to all classes: without the bits that each class defines itself, from the
  /// ninth of CapabilityMask on and in CapabilityMask2.
  public static final Layout COMMON = common(ATTRIBUTE.layout());

  private ClassPortInfo() {}

  private static Layout common(Layout whole) {
    return new Layout(
        whole.name(),
        whole.section(),
        whole.bytes(),
        whole.fields(),
        List.of(IS_TRAP_SUPPORTED, IS_GET_SET_NOTICE_SUPPORTED, IS_CAPABILITY_MASK2_SUPPORTED));
  }

  private static Field bit(String name, int bit) {
    return T.table().bit(CAPABILITY_MASK, name, bit);
  }

  private static Field bit2(String name, int bit) {
    return T.table().bit(CAPABILITY_MASK2, name, bit);
  }
}
