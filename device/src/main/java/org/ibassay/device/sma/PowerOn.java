package org.ibassay.device.sma;

import static org.ibassay.device.variant.SimParameter.CLIENT_REREGISTER;
import static org.ibassay.device.variant.SimParameter.ENFORCEMENT;
import static org.ibassay.device.variant.SimParameter.ENFORCEMENT_CAP;
import static org.ibassay.device.variant.SimParameter.ENFORCEMENT_TRAP;
import static org.ibassay.device.variant.SimParameter.ENHANCED_PORT0;
import static org.ibassay.device.variant.SimParameter.EXT_SPEEDS;
import static org.ibassay.device.variant.SimParameter.FILTER_RAW;
import static org.ibassay.device.variant.SimParameter.FIRMWARE;
import static org.ibassay.device.variant.SimParameter.FROM_PORT;
import static org.ibassay.device.variant.SimParameter.GUID_CAP;
import static org.ibassay.device.variant.SimParameter.LED;
import static org.ibassay.device.variant.SimParameter.LID;
import static org.ibassay.device.variant.SimParameter.LINEAR_CAP;
import static org.ibassay.device.variant.SimParameter.MCAST_CAP;
import static org.ibassay.device.variant.SimParameter.MCAST_TOP;
import static org.ibassay.device.variant.SimParameter.MTU_CAP;
import static org.ibassay.device.variant.SimParameter.NOTICE;
import static org.ibassay.device.variant.SimParameter.PARTITION_CAP;
import static org.ibassay.device.variant.SimParameter.PORTS;
import static org.ibassay.device.variant.SimParameter.RANDOM_CAP;
import static org.ibassay.device.variant.SimParameter.REINIT;
import static org.ibassay.device.variant.SimParameter.RESP_TIME_VALUE;
import static org.ibassay.device.variant.SimParameter.SET_NODE_DESCRIPTION;
import static org.ibassay.device.variant.SimParameter.SL_MAPPING;
import static org.ibassay.device.variant.SimParameter.SM_DISABLED;
import static org.ibassay.device.variant.SimParameter.SPEEDS;
import static org.ibassay.device.variant.SimParameter.TRAPS;
import static org.ibassay.device.variant.SimParameter.TRAP_OF_SET;
import static org.ibassay.device.variant.SimParameter.VIOLATIONS;
import static org.ibassay.device.variant.SimParameter.VL_ARB_HIGH_CAP;
import static org.ibassay.device.variant.SimParameter.VL_ARB_LOW_CAP;
import static org.ibassay.device.variant.SimParameter.VL_CAP;
import static org.ibassay.device.variant.SimParameter.WIDTHS;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.ibassay.device.fabric.PhysicalState;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.Variant;
import org.ibassay.wire.attribute.NodeDescription;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.attribute.SwitchInfo;

/// The attributes of a node at power-on.
final class PowerOn {
  private static final long DEFAULT_GID_PREFIX = 0xFE80_0000_0000_0000L;
  private static final int VENDOR_ID = 0x02001B;
  private static final int SMALLEST_MTU = 1;
  private static final int HALF_SCALE = 8;
  private static final int SUBNET_TIME_OUT = 18;

  private PowerOn() {}

  static MemorySegment description(NodeKind kind) {
    byte[] text = ("ibassay simulated " + kind.word()).getBytes(StandardCharsets.UTF_8);
    MemorySegment held = empty(NodeDescription.LAYOUT.bytes());
    MemorySegment.copy(MemorySegment.ofArray(text), 0, held, 0, text.length);
    return held;
  }

  static MemorySegment nodeInfo(Variant variant, Guids guids) {
    MemorySegment held = empty(NodeInfo.LAYOUT.bytes());
    NodeInfo.BASE_VERSION.set(held, 0, 1);
    NodeInfo.CLASS_VERSION.set(held, 0, 1);
    NodeInfo.NODE_TYPE.set(held, 0, variant.kind().nodeType());
    NodeInfo.NUM_PORTS.set(held, 0, variant.number(PORTS));
    NodeInfo.SYSTEM_IMAGE_GUID.set(held, 0, guids.node());
    NodeInfo.NODE_GUID.set(held, 0, guids.node());
    NodeInfo.PARTITION_CAP.set(held, 0, variant.number(PARTITION_CAP));
    NodeInfo.DEVICE_ID.set(held, 0, variant.kind().nodeType());
    NodeInfo.REVISION.set(held, 0, 1);
    NodeInfo.VENDOR_ID.set(held, 0, variant.has(FIRMWARE) ? FirmwareAgent.VENDOR_ID : VENDOR_ID);
    return held;
  }

  static MemorySegment switchInfo(Variant variant) {
    MemorySegment held = empty(SwitchInfo.LAYOUT.bytes());
    SwitchInfo.LINEAR_FDB_CAP.set(held, 0, variant.number(LINEAR_CAP));
    SwitchInfo.RANDOM_FDB_CAP.set(held, 0, variant.number(RANDOM_CAP));
    SwitchInfo.MULTICAST_FDB_CAP.set(held, 0, variant.number(MCAST_CAP));
    SwitchInfo.LIFE_TIME_VALUE.set(held, 0, 18);
    SwitchInfo.PARTITION_ENFORCEMENT_CAP.set(held, 0, variant.number(ENFORCEMENT_CAP));
    int without = variant.number(ENFORCEMENT); // bit 1: no inbound, bit 0: no outbound
    SwitchInfo.INBOUND_ENFORCEMENT_CAP.set(held, 0, without < 2 ? 1 : 0);
    SwitchInfo.OUTBOUND_ENFORCEMENT_CAP.set(held, 0, (without & 1) == 0 ? 1 : 0);
    SwitchInfo.FILTER_RAW_INBOUND_CAP.set(held, 0, variant.number(FILTER_RAW) >> 1);
    SwitchInfo.FILTER_RAW_OUTBOUND_CAP.set(held, 0, variant.number(FILTER_RAW) & 1);
    SwitchInfo.ENHANCED_PORT0.set(held, 0, variant.number(ENHANCED_PORT0));
    return held;
  }

  static void portInfo(Port port, Variant variant, int masterSmLid) {
    capabilities(port, variant);
    link(port, variant);
    int lid = variant.number(LID);
    if (lid != 0) {
      boolean isEnd = port.role() == PortRole.END;
      port.put(PortInfo.LID, lid + (isEnd ? port.number() - 1 : 0));
      // The manager of a port that may send traps is at the other end of its cable.
      int cable = isEnd ? Math.max(0, port.number() - variant.number(FROM_PORT)) : 0;
      port.put(PortInfo.MASTER_SM_LID, masterSmLid + cable);
    }
    port.put(PortInfo.GID_PREFIX, DEFAULT_GID_PREFIX);
    port.put(PortInfo.NEIGHBOR_MTU, SMALLEST_MTU);
    port.put(PortInfo.MTU_CAP, variant.number(MTU_CAP));
    virtualLanes(port, variant);
    port.put(PortInfo.GUID_CAP, variant.number(GUID_CAP));
    port.put(PortInfo.SUBNET_TIME_OUT, SUBNET_TIME_OUT);
    port.put(PortInfo.RESP_TIME_VALUE, variant.number(RESP_TIME_VALUE));
    port.put(PortInfo.M_KEY_VIOLATIONS, variant.number(VIOLATIONS));
    port.put(PortInfo.P_KEY_VIOLATIONS, variant.number(VIOLATIONS));
    port.put(PortInfo.Q_KEY_VIOLATIONS, variant.number(VIOLATIONS));
    port.put(PortInfo.LOCAL_PHY_ERRORS, HALF_SCALE);
    port.put(PortInfo.OVERRUN_ERRORS, HALF_SCALE);
  }

  private static void capabilities(Port port, Variant variant) {
    port.put(PortInfo.IS_NOTICE_SUPPORTED, variant.number(NOTICE));
    port.put(PortInfo.IS_TRAP_SUPPORTED, variant.number(TRAPS));
    port.put(
        PortInfo.IS_P_KEY_SWITCH_EXTERNAL_PORT_TRAP_SUPPORTED, variant.number(ENFORCEMENT_TRAP));
    port.put(PortInfo.IS_OTHER_LOCAL_CHANGES_NOTICE_SUPPORTED, variant.number(TRAP_OF_SET));
    port.put(PortInfo.IS_SL_MAPPING_SUPPORTED, variant.number(SL_MAPPING));
    port.put(PortInfo.IS_SM_DISABLED, variant.number(SM_DISABLED));
    port.put(PortInfo.IS_LED_INFO_SUPPORTED, variant.number(LED));
    port.put(PortInfo.IS_MULTICAST_FDB_TOP_SUPPORTED, variant.number(MCAST_TOP));
    port.put(PortInfo.IS_SYSTEM_IMAGE_GUID_SUPPORTED, 1);
    port.put(PortInfo.IS_REINIT_SUPPORTED, variant.number(REINIT));
    port.put(PortInfo.IS_CLIENT_REREGISTRATION_SUPPORTED, variant.number(CLIENT_REREGISTER));
    int extended = variant.number(EXT_SPEEDS);
    boolean wide2x = (variant.number(WIDTHS) & 16) != 0;
    port.put(PortInfo.IS_EXTENDED_SPEEDS_SUPPORTED, extended == 0 ? 0 : 1);
    boolean settable = variant.is(SET_NODE_DESCRIPTION);
    port.put(PortInfo.IS_CAPABILITY_MASK2_SUPPORTED, wide2x || extended > 3 || settable ? 1 : 0);
    port.put(PortInfo.IS_SET_NODE_DESCRIPTION_SUPPORTED, settable ? 1 : 0);
    port.put(PortInfo.IS_LINK_WIDTH_2X_SUPPORTED, wide2x ? 1 : 0);
    port.put(PortInfo.IS_LINK_SPEED_HDR_SUPPORTED, (extended >> 2) & 1);
    port.put(PortInfo.IS_LINK_SPEED_NDR_SUPPORTED, (extended >> 3) & 1);
  }

  private static void link(Port port, Variant variant) {
    port.put(PortInfo.LINK_WIDTH_SUPPORTED, variant.number(WIDTHS));
    port.put(PortInfo.LINK_WIDTH_ENABLED, variant.number(WIDTHS));
    port.put(PortInfo.LINK_SPEED_SUPPORTED, variant.number(SPEEDS));
    port.put(PortInfo.LINK_SPEED_ENABLED, variant.number(SPEEDS));
    port.put(PortInfo.LINK_SPEED_EXT_SUPPORTED, variant.number(EXT_SPEEDS));
    port.put(PortInfo.LINK_SPEED_EXT_ENABLED, variant.number(EXT_SPEEDS));
    port.put(PortInfo.LINK_DOWN_DEFAULT_STATE, PhysicalState.POLLING.code());
    if (port.role().isPort0()) {
      port.put(PortInfo.LINK_WIDTH_ACTIVE, 1);
      port.put(PortInfo.LINK_SPEED_ACTIVE, 1);
      port.put(PortInfo.PORT_PHYSICAL_STATE, PhysicalState.LINK_UP.code());
      boolean base = port.role() == PortRole.BASE_PORT0;
      port.put(PortInfo.PORT_STATE, base ? PortState.ACTIVE : PortState.INITIALIZE);
    } else {
      port.put(PortInfo.PORT_PHYSICAL_STATE, PhysicalState.POLLING.code());
      port.put(PortInfo.PORT_STATE, PortState.DOWN);
    }
  }

  private static void virtualLanes(Port port, Variant variant) {
    port.put(PortInfo.VL_CAP, variant.number(VL_CAP));
    port.put(PortInfo.OPERATIONAL_VLS, variant.number(VL_CAP));
    port.put(PortInfo.VL_STALL_COUNT, 7);
    port.put(PortInfo.HOQ_LIFE, 16);
    port.put(PortInfo.VL_ARBITRATION_HIGH_CAP, variant.number(VL_ARB_HIGH_CAP));
    port.put(PortInfo.VL_ARBITRATION_LOW_CAP, variant.number(VL_ARB_LOW_CAP));
  }

  private static MemorySegment empty(int bytes) {
    return MemorySegment.ofArray(new byte[bytes]);
  }
}
