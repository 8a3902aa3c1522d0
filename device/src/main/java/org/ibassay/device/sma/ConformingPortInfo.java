package org.ibassay.device.sma;

import static org.ibassay.device.variant.SimParameter.ARMED_FROM_ACTIVE;
import static org.ibassay.device.variant.SimParameter.DOWN_PORT;
import static org.ibassay.device.variant.SimParameter.LID_LMC_ALIGNMENT;
import static org.ibassay.device.variant.SimParameter.LINK_SPEED_COMBINATIONS;
import static org.ibassay.device.variant.SimParameter.SAME_STATE;
import static org.ibassay.device.variant.SimParameter.VLSTALL_0;
import static org.ibassay.wire.attribute.PortInfo.FILTER_RAW_INBOUND;
import static org.ibassay.wire.attribute.PortInfo.FILTER_RAW_OUTBOUND;
import static org.ibassay.wire.attribute.PortInfo.LID;
import static org.ibassay.wire.attribute.PortInfo.LINK_DOWN_DEFAULT_STATE;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_EXT_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_WIDTH_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LMC;
import static org.ibassay.wire.attribute.PortInfo.NEIGHBOR_MTU;
import static org.ibassay.wire.attribute.PortInfo.OPERATIONAL_VLS;
import static org.ibassay.wire.attribute.PortInfo.PARTITION_ENFORCEMENT_INBOUND;
import static org.ibassay.wire.attribute.PortInfo.PARTITION_ENFORCEMENT_OUTBOUND;
import static org.ibassay.wire.attribute.PortInfo.PORT_PHYSICAL_STATE;
import static org.ibassay.wire.attribute.PortInfo.PORT_STATE;
import static org.ibassay.wire.attribute.PortInfo.SM_SUPPORTS_EXTENDED_SPEEDS;
import static org.ibassay.wire.attribute.PortInfo.VL_STALL_COUNT;

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

  /// Index of the word for a rejection among the three of a parameter.
  private static final int REFUSED = 2;

  private static final Set<Field> HELD_WHILE_DOWN = Set.of(NEIGHBOR_MTU, OPERATIONAL_VLS);

  private final Variant variant;
  private final MemorySegment switchInfo;

  /// @param variant the device's choices
  /// @param switchInfo capabilities of a switch
  ConformingPortInfo(Variant variant, MemorySegment switchInfo) {
    this.variant = variant;
    this.switchInfo = switchInfo;
  }

  @Override
  public Ruling rule(Transaction t, Port port, Field field, long value) {
    if (field.equals(LINK_SPEED_EXT_ENABLED) && (t.modifier() & SM_SUPPORTS_EXTENDED_SPEEDS) == 0) {
      return Ruling.SKIP; // the requester does not know extended speeds
    }
    if (field.legal().isOpen(value, port.info())) {
      return choice(port, field, value);
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
    boolean isUnaligned = field.equals(LID) && (value & lowBits(t, port)) != 0;
    if (isUnaligned && variant.number(LID_LMC_ALIGNMENT) == REFUSED) {
      return Ruling.REFUSE;
    }
    return value == 0 && ZERO_IS_NO_CHANGE.contains(field) ? Ruling.SKIP : Ruling.STORE;
  }

  private boolean isNotTaken(Port port, Field field) {
    Field capability = BY_SWITCH_CAP.get(field);
    boolean lacksIt = capability != null && capability.get(switchInfo, 0) == 0;
    boolean isDown = port.value(PORT_STATE) == PortState.DOWN;
    return lacksIt || (variant.is(DOWN_PORT) && isDown && HELD_WHILE_DOWN.contains(field));
  }

  /// The low bits of a LID that the LMC in a Set covers.
  static long lowBits(Transaction t, Port port) {
    return port.role().settable().contains(LMC) ? (1L << t.asked(LMC)) - 1 : 0;
  }

  /// Values that a device may accept or reject; unless a parameter says otherwise, they are neither
  /// stored nor rejected.
  private Ruling choice(Port port, Field field, long value) {
    if (field.equals(PORT_STATE)) {
      return value == port.value(PORT_STATE)
          ? of(variant.is(SAME_STATE) ? REFUSED : 0)
          : of(variant.number(ARMED_FROM_ACTIVE));
    }
    if (field.equals(VL_STALL_COUNT)) {
      return of(variant.number(VLSTALL_0));
    }
    if (field.equals(LINK_SPEED_ENABLED)) {
      return variant.is(LINK_SPEED_COMBINATIONS) ? Ruling.STORE : Ruling.REFUSE;
    }
    return Ruling.SKIP;
  }

  private static Ruling of(int choice) {
    return switch (choice) {
      case 0 -> Ruling.SKIP;
      case REFUSED -> Ruling.REFUSE;
      default -> Ruling.STORE;
    };
  }
}
