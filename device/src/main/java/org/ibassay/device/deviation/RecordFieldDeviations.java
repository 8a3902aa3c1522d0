package org.ibassay.device.deviation;

import static org.ibassay.device.variant.SimParameter.EXT_SPEEDS;
import static org.ibassay.device.variant.SimParameter.SWITCHES;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.sa.NodeRecord;
import org.ibassay.wire.sa.PortInfoRecord;
import org.ibassay.wire.sa.SwitchInfoRecord;

/// Deviations in a single field of the records of nodes, ports and switches, which differs from the
/// node's own value.
final class RecordFieldDeviations {
  private static final List<Field> OF_NODE =
      List.of(
          NodeInfo.BASE_VERSION,
          NodeInfo.CLASS_VERSION,
          NodeInfo.SYSTEM_IMAGE_GUID,
          NodeInfo.NODE_GUID,
          NodeInfo.DEVICE_ID,
          NodeInfo.REVISION,
          NodeInfo.VENDOR_ID);

  /// Fields of a port that may have changed after the SM has read them, and those in
  /// [RecordDeviations].
  private static final Set<Field> LEFT_OUT =
      Set.of(
          PortInfo.M_KEY,
          PortInfo.M_KEY_VIOLATIONS,
          PortInfo.P_KEY_VIOLATIONS,
          PortInfo.Q_KEY_VIOLATIONS,
          PortInfo.CLIENT_REREGISTER,
          PortInfo.DIAG_CODE,
          PortInfo.LINK_ROUND_TRIP_LATENCY,
          PortInfo.LID,
          PortInfo.PORT_STATE,
          PortInfo.NEIGHBOR_MTU,
          PortInfo.MASTER_SM_LID,
          PortInfo.SUBNET_TIME_OUT,
          PortInfo.OPERATIONAL_VLS,
          PortInfo.CAPABILITY_MASK);

  /// With a link at an extended speed, these depend on Options.
  private static final Set<Field> OF_SLOW_LINK =
      Set.of(
          PortInfo.LINK_SPEED_ACTIVE, PortInfo.LINK_SPEED_ENABLED, PortInfo.LINK_SPEED_SUPPORTED);

  private static final List<Field> OF_SWITCH =
      List.of(
          SwitchInfo.RANDOM_FDB_CAP,
          SwitchInfo.MULTICAST_FDB_TOP,
          SwitchInfo.DEFAULT_PORT,
          SwitchInfo.DEFAULT_MULTICAST_PRIMARY_PORT,
          SwitchInfo.DEFAULT_MULTICAST_NOT_PRIMARY_PORT,
          SwitchInfo.OPTIMIZED_SL_TO_VL_MAPPING_PROGRAMMING,
          SwitchInfo.LIDS_PER_PORT,
          SwitchInfo.OUTBOUND_ENFORCEMENT_CAP,
          SwitchInfo.FILTER_RAW_INBOUND_CAP,
          SwitchInfo.FILTER_RAW_OUTBOUND_CAP,
          SwitchInfo.ENHANCED_PORT0);

  private RecordFieldDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(
            OF_NODE.stream().map(RecordFieldDeviations::ofNode),
            PORT_INFO.layout().fields().stream()
                .filter(field -> !LEFT_OUT.contains(field))
                .map(RecordFieldDeviations::ofPort),
            OF_SWITCH.stream().map(RecordFieldDeviations::ofSwitch))
        .flatMap(all -> all)
        .toList();
  }

  private static DeviationSpec ofNode(Field field) {
    return RecordDeviations.value(
        "node-info-" + word(field),
        NodeRecord.ATTRIBUTE,
        NodeRecord.NODE_INFO.of(field),
        value -> value ^ 1);
  }

  private static DeviationSpec ofPort(Field field) {
    DeviationSpec spec =
        RecordDeviations.value(
            "port-info-" + word(field),
            PortInfoRecord.ATTRIBUTE,
            PortInfoRecord.PORT_INFO.of(field),
            value -> value ^ 1);
    return OF_SLOW_LINK.contains(field) ? spec.on(EXT_SPEEDS, 0) : spec;
  }

  private static DeviationSpec ofSwitch(Field field) {
    return RecordDeviations.value(
            "switch-info-" + word(field),
            SwitchInfoRecord.ATTRIBUTE,
            SwitchInfoRecord.SWITCH_INFO.of(field),
            value -> value ^ 1)
        .on(SWITCHES, 1);
  }

  private static String word(Field field) {
    return field.name().toLowerCase(Locale.ROOT).replace("_", "");
  }
}
