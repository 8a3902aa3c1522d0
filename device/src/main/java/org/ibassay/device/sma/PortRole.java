package org.ibassay.device.sma;

import static org.ibassay.wire.attribute.PortInfo.CAPABILITY_MASK;
import static org.ibassay.wire.attribute.PortInfo.CAPABILITY_MASK2;
import static org.ibassay.wire.attribute.PortInfo.CLIENT_REREGISTER;
import static org.ibassay.wire.attribute.PortInfo.GID_PREFIX;
import static org.ibassay.wire.attribute.PortInfo.GUID_CAP;
import static org.ibassay.wire.attribute.PortInfo.HOQ_LIFE;
import static org.ibassay.wire.attribute.PortInfo.INIT_TYPE;
import static org.ibassay.wire.attribute.PortInfo.INIT_TYPE_REPLY;
import static org.ibassay.wire.attribute.PortInfo.LID;
import static org.ibassay.wire.attribute.PortInfo.LINK_DOWN_DEFAULT_STATE;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_EXT_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_WIDTH_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LMC;
import static org.ibassay.wire.attribute.PortInfo.LOCAL_PHY_ERRORS;
import static org.ibassay.wire.attribute.PortInfo.MASTER_SM_LID;
import static org.ibassay.wire.attribute.PortInfo.MASTER_SM_SL;
import static org.ibassay.wire.attribute.PortInfo.MCAST_P_KEY_TRAP_SUPPRESSION_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.M_KEY;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_LEASE_PERIOD;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_PROTECT_BITS;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_VIOLATIONS;
import static org.ibassay.wire.attribute.PortInfo.OVERRUN_ERRORS;
import static org.ibassay.wire.attribute.PortInfo.PORT_PHYSICAL_STATE;
import static org.ibassay.wire.attribute.PortInfo.PORT_STATE;
import static org.ibassay.wire.attribute.PortInfo.Q_KEY_VIOLATIONS;
import static org.ibassay.wire.attribute.PortInfo.RESP_TIME_VALUE;
import static org.ibassay.wire.attribute.PortInfo.SUBNET_TIME_OUT;
import static org.ibassay.wire.attribute.PortInfo.VL_STALL_COUNT;

import java.util.List;
import java.util.stream.Stream;
import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;

/// The role of a port, which decides which components of PortInfo apply (14.2.5.6 lists the ports
/// for each component).
@SuppressWarnings("ImmutableEnumChecker") // its lists are unmodifiable
public enum PortRole {
  /// A port of a channel adapter or router.
  END(List.of(), List.of()),
  /// An external port of a switch: addressed and protected by port 0 of its switch.
  EXTERNAL(
      List.of(
          M_KEY,
          GID_PREFIX,
          LID,
          MASTER_SM_LID,
          CAPABILITY_MASK,
          CAPABILITY_MASK2,
          M_KEY_LEASE_PERIOD,
          M_KEY_PROTECT_BITS,
          LMC,
          MASTER_SM_SL,
          INIT_TYPE,
          INIT_TYPE_REPLY,
          M_KEY_VIOLATIONS,
          Q_KEY_VIOLATIONS,
          GUID_CAP,
          CLIENT_REREGISTER,
          MCAST_P_KEY_TRAP_SUPPRESSION_ENABLED,
          SUBNET_TIME_OUT,
          RESP_TIME_VALUE),
      List.of()),
  /// A switch's management port in its base form: without a link, always active.
  BASE_PORT0(List.of(), linkFieldsAnd(PORT_STATE, LMC)),
  /// A switch's management port that is also an end port: it has a PortState, but no cable.
  ENHANCED_PORT0(List.of(), linkFieldsAnd());

  private final List<Field> absent;
  private final List<Field> settable;

  PortRole(List<Field> absent, List<Field> fixed) {
    this.absent = absent;
    this.settable =
        PortInfo.LAYOUT.fields().stream()
            .filter(field -> field.access() == Access.RW)
            .filter(field -> !absent.contains(field) && !fixed.contains(field))
            .toList();
  }

  /// Fields without meaning here: they read 0.
  List<Field> absent() {
    return absent;
  }

  /// Fields that a Set may change; all others are unchanged.
  List<Field> settable() {
    return settable;
  }

  boolean isPort0() {
    return this == BASE_PORT0 || this == ENHANCED_PORT0;
  }

  /// Fields without meaning at a port 0, which has no link.
  private static List<Field> linkFieldsAnd(Field... more) {
    return Stream.concat(
            Stream.of(
                LINK_WIDTH_ENABLED,
                LINK_SPEED_ENABLED,
                LINK_SPEED_EXT_ENABLED,
                LINK_DOWN_DEFAULT_STATE,
                PORT_PHYSICAL_STATE,
                VL_STALL_COUNT,
                HOQ_LIFE,
                LOCAL_PHY_ERRORS,
                OVERRUN_ERRORS),
            Stream.of(more))
        .toList();
  }
}
