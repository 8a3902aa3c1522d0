package org.ibassay.wire.attribute;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// PortInfo: state and configuration of one port.
///
/// An external port of a switch has neither LID nor M_Key. There `M_Key` to `LID`, `MasterSMLID`,
/// the M_Key parts and counters, `LMC`, `MasterSMSL`, `SubnetTimeOut` and `ClientReregister` are
/// unused; those of the switch's port 0 apply.
///
/// The extended speed fields are valid only if the request's AttributeModifier has
/// [#SM_SUPPORTS_EXTENDED_SPEEDS] set. Otherwise, the port responds as to a manager without support
/// for them.
///
/// [PortInfoRules] has the legal values of the fields and the sections that specify them,
/// [PortInfoNames] their names. Fields and capability bits added after release 1.2.1 of the
/// specification follow libibmad's table and OpenSM's `ib_types.h`, which agree on them.
public final class PortInfo {
  /// AttributeModifier: the manager supports extended speeds. The low bits are the port number.
  public static final int SM_SUPPORTS_EXTENDED_SPEEDS = 1 << 31;

  private static final Layout.Table T = Layout.table("PortInfo", "14.2.5.6", 64);

  public static final Field M_KEY = T.rw("M_Key", 0, 64, HEX);
  public static final Field GID_PREFIX = T.rw("GidPrefix", 64, 64, HEX);
  public static final Field LID = T.rw("LID", 128, 16, HEX, PortInfoRules.UNICAST_LID);
  public static final Field MASTER_SM_LID =
      T.rw("MasterSMLID", 144, 16, HEX, PortInfoRules.UNICAST_LID);

  public static final Field CAPABILITY_MASK = T.ro("CapabilityMask", 160, 32, HEX);
  public static final Field IS_SM = T.bit(CAPABILITY_MASK, "IsSM", 1);
  public static final Field IS_NOTICE_SUPPORTED = T.bit(CAPABILITY_MASK, "IsNoticeSupported", 2);
  public static final Field IS_TRAP_SUPPORTED = T.bit(CAPABILITY_MASK, "IsTrapSupported", 3);
  public static final Field IS_OPTIONAL_IPD_SUPPORTED =
      T.bit(CAPABILITY_MASK, "IsOptionalIPDSupported", 4);
  public static final Field IS_AUTOMATIC_MIGRATION_SUPPORTED =
      T.bit(CAPABILITY_MASK, "IsAutomaticMigrationSupported", 5);
  public static final Field IS_SL_MAPPING_SUPPORTED =
      T.bit(CAPABILITY_MASK, "IsSLMappingSupported", 6);
  public static final Field IS_M_KEY_NVRAM = T.bit(CAPABILITY_MASK, "IsMKeyNVRAM", 7);
  public static final Field IS_P_KEY_NVRAM = T.bit(CAPABILITY_MASK, "IsPKeyNVRAM", 8);
  public static final Field IS_LED_INFO_SUPPORTED = T.bit(CAPABILITY_MASK, "IsLEDInfoSupported", 9);
  public static final Field IS_SM_DISABLED = T.bit(CAPABILITY_MASK, "IsSMdisabled", 10);
  public static final Field IS_SYSTEM_IMAGE_GUID_SUPPORTED =
      T.bit(CAPABILITY_MASK, "IsSystemImageGUIDSupported", 11);
  public static final Field IS_P_KEY_SWITCH_EXTERNAL_PORT_TRAP_SUPPORTED =
      T.bit(CAPABILITY_MASK, "IsPKeySwitchExternalPortTrapSupported", 12);
  public static final Field IS_CABLE_INFO_SUPPORTED =
      T.bit(CAPABILITY_MASK, "IsCableInfoSupported", 13);
  public static final Field IS_EXTENDED_SPEEDS_SUPPORTED =
      T.bit(CAPABILITY_MASK, "IsExtendedSpeedsSupported", 14);

  /// If 0, [#CAPABILITY_MASK2] is reserved.
  public static final Field IS_CAPABILITY_MASK2_SUPPORTED =
      T.bit(CAPABILITY_MASK, "IsCapabilityMask2Supported", 15);

  public static final Field IS_COMMUNICATION_MANAGEMENT_SUPPORTED =
      T.bit(CAPABILITY_MASK, "IsCommunicationManagementSupported", 16);
  public static final Field IS_SNMP_TUNNELING_SUPPORTED =
      T.bit(CAPABILITY_MASK, "IsSNMPTunnelingSupported", 17);
  public static final Field IS_REINIT_SUPPORTED = T.bit(CAPABILITY_MASK, "IsReinitSupported", 18);
  public static final Field IS_DEVICE_MANAGEMENT_SUPPORTED =
      T.bit(CAPABILITY_MASK, "IsDeviceManagementSupported", 19);
  public static final Field IS_VENDOR_CLASS_SUPPORTED =
      T.bit(CAPABILITY_MASK, "IsVendorClassSupported", 20);
  public static final Field IS_DR_NOTICE_SUPPORTED =
      T.bit(CAPABILITY_MASK, "IsDRNoticeSupported", 21);
  public static final Field IS_CAPABILITY_MASK_NOTICE_SUPPORTED =
      T.bit(CAPABILITY_MASK, "IsCapabilityMaskNoticeSupported", 22);
  public static final Field IS_BOOT_MANAGEMENT_SUPPORTED =
      T.bit(CAPABILITY_MASK, "IsBootManagementSupported", 23);
  public static final Field IS_LINK_ROUND_TRIP_LATENCY_SUPPORTED =
      T.bit(CAPABILITY_MASK, "IsLinkRoundTripLatencySupported", 24);
  public static final Field IS_CLIENT_REREGISTRATION_SUPPORTED =
      T.bit(CAPABILITY_MASK, "IsClientReregistrationSupported", 25);
  public static final Field IS_OTHER_LOCAL_CHANGES_NOTICE_SUPPORTED =
      T.bit(CAPABILITY_MASK, "IsOtherLocalChangesNoticeSupported", 26);
  public static final Field IS_LINK_SPEED_WIDTH_PAIRS_TABLE_SUPPORTED =
      T.bit(CAPABILITY_MASK, "IsLinkSpeedWidthPairsTableSupported", 27);
  public static final Field IS_VENDOR_SPECIFIC_MADS_TABLE_SUPPORTED =
      T.bit(CAPABILITY_MASK, "IsVendorSpecificMadsTableSupported", 28);
  public static final Field IS_MCAST_P_KEY_TRAP_SUPPRESSION_SUPPORTED =
      T.bit(CAPABILITY_MASK, "IsMcastPkeyTrapSuppressionSupported", 29);
  public static final Field IS_MULTICAST_FDB_TOP_SUPPORTED =
      T.bit(CAPABILITY_MASK, "IsMulticastFDBTopSupported", 30);
  public static final Field IS_HIERARCHY_INFO_SUPPORTED =
      T.bit(CAPABILITY_MASK, "IsHierarchyInfoSupported", 31);

  public static final Field DIAG_CODE = T.ro("DiagCode", 192, 16, HEX);

  /// In seconds; 0: the lease never expires.
  public static final Field M_KEY_LEASE_PERIOD = T.rw("M_KeyLeasePeriod", 208, 16, DECIMAL);

  /// The port that received the SMP.
  public static final Field LOCAL_PORT_NUM = T.ro("LocalPortNum", 224, 8, DECIMAL);

  public static final Field LINK_WIDTH_ENABLED =
      T.rw("LinkWidthEnabled", 232, 8, PortInfoNames.LINK_WIDTH_ENABLED, PortInfoRules.LINK_WIDTH);

  public static final Field LINK_WIDTH_SUPPORTED =
      T.ro("LinkWidthSupported", 240, 8, PortInfoNames.LINK_WIDTH);
  public static final Field LINK_WIDTH_ACTIVE =
      T.ro("LinkWidthActive", 248, 8, PortInfoNames.LINK_WIDTH);

  public static final Field LINK_SPEED_SUPPORTED =
      T.ro("LinkSpeedSupported", 256, 4, PortInfoNames.LINK_SPEED);

  /// One of [PortState].
  public static final Field PORT_STATE =
      T.rw("PortState", 260, 4, PortInfoNames.PORT_STATE, PortInfoRules.PORT_STATE);

  public static final Field PORT_PHYSICAL_STATE =
      T.rw(
          "PortPhysicalState",
          264,
          4,
          PortInfoNames.PORT_PHYSICAL_STATE,
          PortInfoRules.PORT_PHYSICAL_STATE);

  public static final Field LINK_DOWN_DEFAULT_STATE =
      T.rw(
          "LinkDownDefaultState",
          268,
          4,
          PortInfoNames.LINK_DOWN_DEFAULT_STATE,
          PortInfoRules.LINK_DOWN_DEFAULT_STATE);

  public static final Field M_KEY_PROTECT_BITS = T.rw("M_KeyProtectBits", 272, 2, DECIMAL);
  public static final Field LMC = T.rw("LMC", 277, 3, DECIMAL);
  public static final Field LINK_SPEED_ACTIVE =
      T.ro("LinkSpeedActive", 280, 4, PortInfoNames.LINK_SPEED);
  public static final Field LINK_SPEED_ENABLED =
      T.rw("LinkSpeedEnabled", 284, 4, PortInfoNames.LINK_SPEED_ENABLED, PortInfoRules.LINK_SPEED);

  public static final Field NEIGHBOR_MTU =
      T.rw("NeighborMTU", 288, 4, PortInfoNames.MTU, PortInfoRules.NEIGHBOR_MTU);

  public static final Field MASTER_SM_SL = T.rw("MasterSMSL", 292, 4, DECIMAL);

  public static final Field VL_CAP = T.ro("VLCap", 296, 4, PortInfoNames.VLS);

  public static final Field INIT_TYPE = T.ro("InitType", 300, 4, HEX);
  public static final Field VL_HIGH_LIMIT = T.rw("VLHighLimit", 304, 8, DECIMAL);
  public static final Field VL_ARBITRATION_HIGH_CAP = T.ro("VLArbitrationHighCap", 312, 8, DECIMAL);
  public static final Field VL_ARBITRATION_LOW_CAP = T.ro("VLArbitrationLowCap", 320, 8, DECIMAL);
  public static final Field INIT_TYPE_REPLY =
      T.rw("InitTypeReply", 328, 4, HEX, PortInfoRules.INIT_TYPE_REPLY);

  public static final Field MTU_CAP = T.ro("MTUCap", 332, 4, PortInfoNames.MTU);

  public static final Field VL_STALL_COUNT =
      T.rw("VLStallCount", 336, 3, DECIMAL, PortInfoRules.VL_STALL_COUNT);
  public static final Field HOQ_LIFE = T.rw("HOQLife", 339, 5, DECIMAL);

  public static final Field OPERATIONAL_VLS =
      T.rw("OperationalVLs", 344, 4, PortInfoNames.VLS, PortInfoRules.OPERATIONAL_VLS);

  public static final Field PARTITION_ENFORCEMENT_INBOUND =
      T.rw("PartitionEnforcementInbound", 348, 1, FLAG);
  public static final Field PARTITION_ENFORCEMENT_OUTBOUND =
      T.rw("PartitionEnforcementOutbound", 349, 1, FLAG);
  public static final Field FILTER_RAW_INBOUND = T.rw("FilterRawInbound", 350, 1, FLAG);
  public static final Field FILTER_RAW_OUTBOUND = T.rw("FilterRawOutbound", 351, 1, FLAG);
  public static final Field M_KEY_VIOLATIONS =
      T.rw("M_KeyViolations", 352, 16, DECIMAL, PortInfoRules.VIOLATIONS);
  public static final Field P_KEY_VIOLATIONS =
      T.rw("P_KeyViolations", 368, 16, DECIMAL, PortInfoRules.VIOLATIONS);
  public static final Field Q_KEY_VIOLATIONS =
      T.rw("Q_KeyViolations", 384, 16, DECIMAL, PortInfoRules.VIOLATIONS);

  /// Number of GUIDs; a block of GUIDInfo has eight.
  public static final Field GUID_CAP = T.ro("GUIDCap", 400, 8, DECIMAL);

  public static final Field CLIENT_REREGISTER =
      T.rw("ClientReregister", 408, 1, FLAG, PortInfoRules.CLIENT_REREGISTER);
  public static final Field MCAST_P_KEY_TRAP_SUPPRESSION_ENABLED =
      T.rw(
          "McastPkeyTrapSuppressionEnabled",
          409,
          2,
          DECIMAL,
          PortInfoRules.MCAST_P_KEY_TRAP_SUPPRESSION);

  /// Exponent: 4.096 us * 2^n.
  public static final Field SUBNET_TIME_OUT = T.rw("SubnetTimeOut", 411, 5, DECIMAL);

  /// Exponent: 4.096 us * 2^n.
  public static final Field RESP_TIME_VALUE = T.ro("RespTimeValue", 419, 5, DECIMAL);

  public static final Field LOCAL_PHY_ERRORS = T.rw("LocalPhyErrors", 424, 4, DECIMAL);
  public static final Field OVERRUN_ERRORS = T.rw("OverrunErrors", 428, 4, DECIMAL);
  public static final Field MAX_CREDIT_HINT = T.ro("MaxCreditHint", 432, 16, DECIMAL);

  /// 1 XDR. This and the next two are valid only with [#IS_EXTENDED_SPEEDS2_SUPPORTED].
  public static final Field LINK_SPEED_EXT_ACTIVE2 = T.ro("LinkSpeedExtActive2", 449, 2, DECIMAL);

  public static final Field LINK_SPEED_EXT_SUPPORTED2 =
      T.ro("LinkSpeedExtSupported2", 451, 2, DECIMAL);
  public static final Field LINK_SPEED_EXT_ENABLED2 =
      T.rw("LinkSpeedExtEnabled2", 453, 3, DECIMAL, PortInfoRules.LINK_SPEED_EXT2);
  public static final Field LINK_ROUND_TRIP_LATENCY =
      T.ro("LinkRoundTripLatency", 456, 24, DECIMAL);

  public static final Field CAPABILITY_MASK2 = T.ro("CapabilityMask2", 480, 16, HEX);
  public static final Field IS_SET_NODE_DESCRIPTION_SUPPORTED =
      T.bit(CAPABILITY_MASK2, "IsSetNodeDescriptionSupported", 0);
  public static final Field IS_PORT_INFO_EXTENDED_SUPPORTED =
      T.bit(CAPABILITY_MASK2, "IsPortInfoExtendedSupported", 1);
  public static final Field IS_VIRTUALIZATION_SUPPORTED =
      T.bit(CAPABILITY_MASK2, "IsVirtualizationSupported", 2);
  public static final Field IS_SWITCH_PORT_STATE_TABLE_SUPPORTED =
      T.bit(CAPABILITY_MASK2, "IsSwitchPortStateTableSupported", 3);
  public static final Field IS_LINK_WIDTH_2X_SUPPORTED =
      T.bit(CAPABILITY_MASK2, "IsLinkWidth2xSupported", 4);
  public static final Field IS_LINK_SPEED_HDR_SUPPORTED =
      T.bit(CAPABILITY_MASK2, "IsLinkSpeedHDRSupported", 5);
  public static final Field IS_M_KEY_PROTECT_BITS_EXT_SUPPORTED =
      T.bit(CAPABILITY_MASK2, "IsMKeyProtectBitsExtSupported", 6);
  public static final Field IS_ENHANCED_TRAP128_SUPPORTED =
      T.bit(CAPABILITY_MASK2, "IsEnhancedTrap128Supported", 7);
  public static final Field IS_PARTITION_TOP_SUPPORTED =
      T.bit(CAPABILITY_MASK2, "IsPartitionTopSupported", 8);
  public static final Field IS_ENHANCED_QOS_ARBITER_SUPPORTED =
      T.bit(CAPABILITY_MASK2, "IsEnhancedQoSArbiterSupported", 9);
  public static final Field IS_LINK_SPEED_NDR_SUPPORTED =
      T.bit(CAPABILITY_MASK2, "IsLinkSpeedNDRSupported", 10);
  public static final Field IS_EXTENDED_SPEEDS2_SUPPORTED =
      T.bit(CAPABILITY_MASK2, "IsExtendedSpeeds2Supported", 11);
  public static final Field IS_LINK_SPEED_XDR_SUPPORTED =
      T.bit(CAPABILITY_MASK2, "IsLinkSpeedXDRSupported", 12);

  public static final Field LINK_SPEED_EXT_ACTIVE =
      T.ro("LinkSpeedExtActive", 496, 4, PortInfoNames.LINK_SPEED_EXT);

  public static final Field LINK_SPEED_EXT_SUPPORTED =
      T.ro("LinkSpeedExtSupported", 500, 4, PortInfoNames.LINK_SPEED_EXT);
  public static final Field LINK_SPEED_EXT_ENABLED =
      T.rw(
          "LinkSpeedExtEnabled",
          507,
          5,
          PortInfoNames.LINK_SPEED_EXT_ENABLED,
          PortInfoRules.LINK_SPEED_EXT);

  public static final Layout LAYOUT = T.build();

  private PortInfo() {}
}
