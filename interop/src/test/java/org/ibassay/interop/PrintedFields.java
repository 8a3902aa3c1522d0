package org.ibassay.interop;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.mad.Smp;

/// The output of `smpquery` and `saquery`: lines such as `Lid:........7` and `lid........7`.
final class PrintedFields {
  /// Their names of the fields that they print as a number.
  static final Map<String, Field> NODE_INFO =
      Map.ofEntries(
          Map.entry("BaseVers", NodeInfo.BASE_VERSION),
          Map.entry("ClassVers", NodeInfo.CLASS_VERSION),
          Map.entry("NumPorts", NodeInfo.NUM_PORTS),
          Map.entry("SystemGuid", NodeInfo.SYSTEM_IMAGE_GUID),
          Map.entry("Guid", NodeInfo.NODE_GUID),
          Map.entry("PortGuid", NodeInfo.PORT_GUID),
          Map.entry("PartCap", NodeInfo.PARTITION_CAP),
          Map.entry("DevId", NodeInfo.DEVICE_ID),
          Map.entry("Revision", NodeInfo.REVISION),
          Map.entry("LocalPort", NodeInfo.LOCAL_PORT_NUM),
          Map.entry("VendorId", NodeInfo.VENDOR_ID));

  static final Map<String, Field> PORT_INFO =
      Map.ofEntries(
          Map.entry("GidPrefix", PortInfo.GID_PREFIX),
          Map.entry("Lid", PortInfo.LID),
          Map.entry("SMLid", PortInfo.MASTER_SM_LID),
          Map.entry("CapMask", PortInfo.CAPABILITY_MASK),
          Map.entry("MkeyLeasePeriod", PortInfo.M_KEY_LEASE_PERIOD),
          Map.entry("LocalPort", PortInfo.LOCAL_PORT_NUM),
          Map.entry("ProtectBits", PortInfo.M_KEY_PROTECT_BITS),
          Map.entry("LMC", PortInfo.LMC),
          Map.entry("SMSL", PortInfo.MASTER_SM_SL),
          Map.entry("VLArbHighCap", PortInfo.VL_ARBITRATION_HIGH_CAP),
          Map.entry("VLArbLowCap", PortInfo.VL_ARBITRATION_LOW_CAP),
          Map.entry("VLStallCount", PortInfo.VL_STALL_COUNT),
          Map.entry("HoqLife", PortInfo.HOQ_LIFE),
          Map.entry("MkeyViolations", PortInfo.M_KEY_VIOLATIONS),
          Map.entry("GuidCap", PortInfo.GUID_CAP),
          Map.entry("SubnetTimeout", PortInfo.SUBNET_TIME_OUT),
          Map.entry("RespTimeVal", PortInfo.RESP_TIME_VALUE),
          Map.entry("LocalPhysErr", PortInfo.LOCAL_PHY_ERRORS),
          Map.entry("OverrunErr", PortInfo.OVERRUN_ERRORS));

  static final Map<String, Field> SWITCH_INFO =
      Map.ofEntries(
          Map.entry("LinearFdbCap", SwitchInfo.LINEAR_FDB_CAP),
          Map.entry("RandomFdbCap", SwitchInfo.RANDOM_FDB_CAP),
          Map.entry("McastFdbCap", SwitchInfo.MULTICAST_FDB_CAP),
          Map.entry("LinearFdbTop", SwitchInfo.LINEAR_FDB_TOP),
          Map.entry("LifeTime", SwitchInfo.LIFE_TIME_VALUE),
          Map.entry("StateChange", SwitchInfo.PORT_STATE_CHANGE),
          Map.entry("PartEnforceCap", SwitchInfo.PARTITION_ENFORCEMENT_CAP),
          Map.entry("EnhancedPort0", SwitchInfo.ENHANCED_PORT0));

  private PrintedFields() {}

  /// Returns the first value of each name.
  static Map<String, String> values(List<String> lines) {
    Map<String, String> values = new TreeMap<>();
    for (String line : lines) {
      String[] parts = line.strip().split(":?\\.{2,}", 2);
      if (parts.length == 2) {
        values.putIfAbsent(parts[0], parts[1]);
      }
    }
    return values;
  }

  /// Returns the values whose names are in a map.
  static Map<String, Long> numbers(List<String> lines, Map<String, Field> fields) {
    Map<String, String> values = values(lines);
    Map<String, Long> numbers = new TreeMap<>();
    fields.keySet().forEach(name -> numbers.put(name, number(values.getOrDefault(name, "-1"))));
    return numbers;
  }

  /// Returns the values of the same fields in an SMP's attribute.
  static Map<String, Long> numbers(MemorySegment smp, Map<String, Field> fields) {
    Map<String, Long> numbers = new TreeMap<>();
    fields.forEach((name, field) -> numbers.put(name, field.get(smp, Smp.DATA)));
    return numbers;
  }

  private static long number(String text) {
    return text.startsWith("0x")
        ? Long.parseUnsignedLong(text.substring(2), 16)
        : Long.parseLong(text);
  }
}
