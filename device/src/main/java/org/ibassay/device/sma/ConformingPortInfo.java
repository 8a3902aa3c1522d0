package org.ibassay.device.sma;

import static org.ibassay.wire.attribute.PortInfo.LINK_DOWN_DEFAULT_STATE;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_EXT_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_WIDTH_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.OPERATIONAL_VLS;
import static org.ibassay.wire.attribute.PortInfo.PORT_PHYSICAL_STATE;
import static org.ibassay.wire.attribute.PortInfo.PORT_STATE;
import static org.ibassay.wire.attribute.PortInfo.SM_SUPPORTS_EXTENDED_SPEEDS;

import java.util.List;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortState;

/// The rules of a conforming device: `wire`'s table says what is legal, here stands what a device
/// does where the specification leaves it the choice.
final class ConformingPortInfo implements PortInfoChecks {
  /// 14.2.5.6: 0 is "no state change", "no change" or "NOP" in these.
  private static final List<Field> ZERO_IS_NO_CHANGE =
      List.of(
          LINK_WIDTH_ENABLED,
          LINK_SPEED_ENABLED,
          LINK_SPEED_EXT_ENABLED,
          PORT_STATE,
          PORT_PHYSICAL_STATE,
          LINK_DOWN_DEFAULT_STATE,
          OPERATIONAL_VLS);

  private final boolean acceptsSameState;

  /// @param acceptsSameState whether PortState may be written as it is
  ConformingPortInfo(boolean acceptsSameState) {
    this.acceptsSameState = acceptsSameState;
  }

  @Override
  public Ruling rule(Transaction t, Port port, Field field, long value) {
    if (field.equals(LINK_SPEED_EXT_ENABLED) && (t.modifier() & SM_SUPPORTS_EXTENDED_SPEEDS) == 0) {
      return Ruling.SKIP; // who does not know extended speeds cannot mean to set them
    }
    if (field.legal().isOpen(value, port.info())) {
      return choice(field);
    }
    if (!field.legal().allows(value, port.info())) {
      return Ruling.REFUSE;
    }
    if (field.equals(PORT_PHYSICAL_STATE) && value != 0 && t.asked(PORT_STATE) > PortState.DOWN) {
      return Ruling.REFUSE; // no link is taken down and up in one Set; as Linux' qib and hfi1
    }
    return value == 0 && ZERO_IS_NO_CHANGE.contains(field) ? Ruling.SKIP : Ruling.STORE;
  }

  /// Values that a device may take or refuse are skipped: neither stored nor refused.
  private Ruling choice(Field field) {
    return field.equals(PORT_STATE) && !acceptsSameState ? Ruling.REFUSE : Ruling.SKIP;
  }
}
