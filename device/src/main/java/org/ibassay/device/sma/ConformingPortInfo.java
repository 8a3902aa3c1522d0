package org.ibassay.device.sma;

import static org.ibassay.device.variant.SimParameter.DOWN_PORT;
import static org.ibassay.device.variant.SimParameter.SAME_STATE;
import static org.ibassay.wire.attribute.PortInfo.FILTER_RAW_INBOUND;
import static org.ibassay.wire.attribute.PortInfo.FILTER_RAW_OUTBOUND;
import static org.ibassay.wire.attribute.PortInfo.LINK_DOWN_DEFAULT_STATE;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_EXT_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_WIDTH_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.NEIGHBOR_MTU;
import static org.ibassay.wire.attribute.PortInfo.OPERATIONAL_VLS;
import static org.ibassay.wire.attribute.PortInfo.PARTITION_ENFORCEMENT_INBOUND;
import static org.ibassay.wire.attribute.PortInfo.PARTITION_ENFORCEMENT_OUTBOUND;
import static org.ibassay.wire.attribute.PortInfo.PORT_PHYSICAL_STATE;
import static org.ibassay.wire.attribute.PortInfo.PORT_STATE;
import static org.ibassay.wire.attribute.PortInfo.SM_SUPPORTS_EXTENDED_SPEEDS;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ibassay.device.variant.Variant;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.attribute.SwitchInfo;

/// The rules of a conforming device: legal values are those of the table in `wire`; this class
/// decides where the specification leaves a choice.
final class ConformingPortInfo implements PortInfoChecks {
  /// 14.2.5.6: in these fields, 0 is "no state change", "no change" or "NOP".
  private static final List<Field> ZERO_IS_NO_CHANGE =
      List.of(
          LINK_WIDTH_ENABLED,
          LINK_SPEED_ENABLED,
          LINK_SPEED_EXT_ENABLED,
          PORT_STATE,
          PORT_PHYSICAL_STATE,
          LINK_DOWN_DEFAULT_STATE,
          OPERATIONAL_VLS);

  /// Fields of external ports, and the SwitchInfo field that declares support for each.
  private static final Map<Field, Field> BY_SWITCH_CAP =
      Map.of(
          PARTITION_ENFORCEMENT_INBOUND,
          SwitchInfo.INBOUND_ENFORCEMENT_CAP,
          PARTITION_ENFORCEMENT_OUTBOUND,
          SwitchInfo.OUTBOUND_ENFORCEMENT_CAP,
          FILTER_RAW_INBOUND,
          SwitchInfo.FILTER_RAW_INBOUND_CAP,
          FILTER_RAW_OUTBOUND,
          SwitchInfo.FILTER_RAW_OUTBOUND_CAP);

  private static final Set<Field> HELD_WHILE_DOWN = Set.of(NEIGHBOR_MTU, OPERATIONAL_VLS);

  private final boolean acceptsSameState;
  private final boolean holdsWhileDown;
  private final MemorySegment switchInfo;

  /// @param variant the device's choices
  /// @param switchInfo capabilities of a switch
  ConformingPortInfo(Variant variant, MemorySegment switchInfo) {
    this.acceptsSameState = variant.number(SAME_STATE) == 0;
    this.holdsWhileDown = variant.is(DOWN_PORT);
    this.switchInfo = switchInfo;
  }

  @Override
  public Ruling rule(Transaction t, Port port, Field field, long value) {
    if (field.equals(LINK_SPEED_EXT_ENABLED) && (t.modifier() & SM_SUPPORTS_EXTENDED_SPEEDS) == 0) {
      return Ruling.SKIP; // the requester does not know extended speeds
    }
    if (field.legal().isOpen(value, port.info())) {
      return choice(field);
    }
    if (!field.legal().allows(value, port.info())) {
      return Ruling.REFUSE;
    }
    if (field.equals(PORT_PHYSICAL_STATE) && value != 0 && t.asked(PORT_STATE) > PortState.DOWN) {
      return Ruling.REFUSE; // a Set takes a link down or up, not both; like Linux's qib and hfi1
    }
    if (port.role() == PortRole.EXTERNAL && isNotTaken(port, field)) {
      return Ruling.SKIP;
    }
    return value == 0 && ZERO_IS_NO_CHANGE.contains(field) ? Ruling.SKIP : Ruling.STORE;
  }

  private boolean isNotTaken(Port port, Field field) {
    Field capability = BY_SWITCH_CAP.get(field);
    boolean lacksIt = capability != null && capability.get(switchInfo, 0) == 0;
    boolean isDown = port.value(PORT_STATE) == PortState.DOWN;
    return lacksIt || (holdsWhileDown && isDown && HELD_WHILE_DOWN.contains(field));
  }

  /// Values that a device may accept or reject are skipped: neither stored nor rejected.
  private Ruling choice(Field field) {
    return field.equals(PORT_STATE) && !acceptsSameState ? Ruling.REFUSE : Ruling.SKIP;
  }
}
