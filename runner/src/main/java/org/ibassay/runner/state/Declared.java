package org.ibassay.runner.state;

import org.ibassay.link.LinkException;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SwitchInfo;
import org.jspecify.annotations.Nullable;

/// The capacities of a device's tables, as it declares them.
///
/// @param switchInfo null unless the device is a switch
record Declared(Smps.Answer nodeInfo, Smps.Answer portInfo, Smps.@Nullable Answer switchInfo) {
  private static final int SWITCH = 2;

  /// @throws NotReadableException names what did not respond
  static Declared read(Smps smps, long key)
      throws NotReadableException, LinkException, InterruptedException {
    Smps.Answer nodeInfo = answered(smps, Attribute.NODE_INFO, key);
    boolean isSwitch = nodeInfo.get(NodeInfo.NODE_TYPE) == SWITCH;
    return new Declared(
        nodeInfo,
        answered(smps, Attribute.PORT_INFO, key),
        isSwitch ? answered(smps, Attribute.SWITCH_INFO, key) : null);
  }

  private static Smps.Answer answered(Smps smps, Attribute attribute, long key)
      throws NotReadableException, LinkException, InterruptedException {
    Smps.Answer answer = smps.get(attribute, 0, key);
    if (answer == null) {
      throw new NotReadableException(attribute.name() + ", which declares the tables: no response");
    }
    return answer;
  }

  boolean isSwitch() {
    return switchInfo != null;
  }

  int ports() {
    return (int) nodeInfo.get(NodeInfo.NUM_PORTS);
  }

  long guidCap() {
    return portInfo.get(PortInfo.GUID_CAP);
  }

  long partitionCap() {
    return nodeInfo.get(NodeInfo.PARTITION_CAP);
  }

  /// PartitionEnforcementCap, which applies to each external port of a switch.
  long enforcementCap() {
    return switchInfo == null ? 0 : switchInfo.get(SwitchInfo.PARTITION_ENFORCEMENT_CAP);
  }

  long linearCap() {
    return switchInfo == null ? 0 : switchInfo.get(SwitchInfo.LINEAR_FDB_CAP);
  }

  long randomCap() {
    return switchInfo == null ? 0 : switchInfo.get(SwitchInfo.RANDOM_FDB_CAP);
  }

  long multicastCap() {
    return switchInfo == null ? 0 : switchInfo.get(SwitchInfo.MULTICAST_FDB_CAP);
  }

  /// Whether a Set of NodeDescription is supported; the bit is reserved without
  /// IsCapabilityMask2Supported.
  boolean hasSettableDescription() {
    return portInfo.get(PortInfo.IS_CAPABILITY_MASK2_SUPPORTED) == 1
        && portInfo.get(PortInfo.IS_SET_NODE_DESCRIPTION_SUPPORTED) == 1;
  }

  boolean hasEnhancedPort0() {
    return switchInfo != null && switchInfo.get(SwitchInfo.ENHANCED_PORT0) == 1;
  }
}
